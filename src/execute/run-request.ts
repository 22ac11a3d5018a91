import { Refusal } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import type { Driver, Unit } from '../store/driver.ts';
import type { BoundRequest, ReadRequest, Statement } from '../store/script.ts';
import { runUnit } from './run-unit.ts';
import { isUnavailable, tryAgain } from './try-again.ts';

const NO_SETTINGS: Unit['settings'] = {};

/** A statement with its values. */
interface Bound<R> {
  readonly request: Statement<R>;
  readonly values: readonly unknown[];
}

/** What requests are run with. */
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

/** The refusal that an error means. A refusal stays as it is, and so does an error that is a fault of ours. */
export const toRefusal = (error: unknown, driver: Driver): unknown =>
  error instanceof Refusal ? error : (driver.meaning(error).refusal ?? error);

/** Gives the reason to try again where the database took the work back because of others. */
export const ifTakenBack = (driver: Driver) => (error: unknown) =>
  driver.meaning(error).isTakenBack ? 'takenBack' : undefined;

/** Runs a request that may change rows, and is a transaction by itself. @throws Refusal by the meaning of the database's error */
export async function runRequest<R>(bound: Bound<R>, { driver, observers }: Running): Promise<R> {
  const { request } = bound;
  try {
    const result = await driver.changes.use(async (session) => {
      const given = await tryAgain(() => session.run(unitOf(bound)), ifTakenBack(driver), observers);
      if (request.changesSession) await session.reset();
      return given;
    });
    return request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}

/** Runs a read without functions of the database's owner. @throws as `runRequest` */
export const runPlainRead = (bound: BoundRequest<ReadRequest>, running: Running): Promise<readonly (string | null)[]> =>
  tryAgain(
    () => readOnce(bound, running),
    (error) => (isUnavailable(error) ? 'lostRead' : undefined),
    running.observers,
  );

async function readOnce(
  bound: BoundRequest<ReadRequest>,
  { driver, observers }: Running,
): Promise<readonly (string | null)[]> {
  try {
    const unit = unitOf(bound);
    const result = await driver.reads.use((session) =>
      tryAgain(() => runUnit(session, unit), ifTakenBack(driver), observers),
    );
    return bound.request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}
