import { Refusal } from '../base/errors.ts';
import type { Driver, Unit } from '../store/driver.ts';
import type { BoundRequest, ReadStep, Statement } from '../store/script.ts';
import { attempts, isUnavailable, tryAgain } from './try-again.ts';

const NO_SETTINGS: Unit['settings'] = {};

/** A statement with its values. */
interface Bound<R> {
  readonly request: Statement<R>;
  readonly values: readonly unknown[];
}

/** A request as it is sent. */
export const unitOf = ({ request, values }: Bound<unknown>): Unit => ({
  settings: NO_SETTINGS,
  statement: request,
  values,
});

/** What is refused already stays so; an error of the driver becomes what it means, or stays as it is where the fault is ours. */
export const toRefusal = (error: unknown, driver: Driver): unknown =>
  error instanceof Refusal ? error : (driver.meaning(error).refusal ?? error);

/** For what the database took back because of others. */
export const ifTakenBack = (driver: Driver) => (error: unknown) =>
  driver.meaning(error).isTakenBack ? attempts.takenBack : undefined;

/** What a request comes to that is a transaction by itself. @throws Refusal by meaning of what the database said */
export async function runRequest<R>(bound: Bound<R>, driver: Driver): Promise<R> {
  const { request } = bound;
  try {
    const result = await driver.use(async (session) => {
      const given = await tryAgain(() => session.run(unitOf(bound)), ifTakenBack(driver));
      if (request.changesSession) await session.reset();
      return given;
    });
    return request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}

/** What a plain read comes to. @throws as `runRequest` */
export const runPlainRead = (bound: BoundRequest<ReadStep>, driver: Driver): Promise<readonly (string | null)[]> =>
  tryAgain(
    () => runRequest(bound, driver),
    (error) => (isUnavailable(error) ? attempts.lostRead : undefined),
  );
