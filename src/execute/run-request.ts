import { Refusal } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import type { Driver, Unit } from '../store/driver.ts';
import type { BoundRequest, ReadStep, Statement } from '../store/script.ts';
import { isUnavailable, tryAgain } from './try-again.ts';

const NO_SETTINGS: Unit['settings'] = {};

/** A statement with its values. */
interface Bound<R> {
  readonly request: Statement<R>;
  readonly values: readonly unknown[];
}

/** What requests are run by. */
export interface Running {
  readonly driver: Driver;
  readonly observers: Observers;
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
  driver.meaning(error).isTakenBack ? 'takenBack' : undefined;

/** What a request comes to that is a transaction by itself. @throws Refusal by meaning of what the database said */
export async function runRequest<R>(bound: Bound<R>, { driver, observers }: Running): Promise<R> {
  const { request } = bound;
  try {
    const result = await driver.use(async (session) => {
      const given = await tryAgain(() => session.run(unitOf(bound)), ifTakenBack(driver), observers);
      if (request.changesSession) await session.reset();
      return given;
    });
    return request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}

/** What a plain read comes to. @throws as `runRequest` */
export const runPlainRead = (bound: BoundRequest<ReadStep>, running: Running): Promise<readonly (string | null)[]> =>
  tryAgain(
    () => runRequest(bound, running),
    (error) => (isUnavailable(error) ? 'lostRead' : undefined),
    running.observers,
  );
