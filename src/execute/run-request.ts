import type { Observers } from '../base/observers.ts';
import type { BoundStatement, ChangeSession, Driver } from '../store/driver.ts';
import { runUnit } from '../store/run-unit.ts';
import type { BoundRequest, ScriptRequest, Statement } from '../store/script.ts';
import { cancellable } from './cancellable.ts';
import { isUnwanted } from './is-unwanted.ts';
import { isUnavailable, retry } from './retry.ts';
import type { ReadValues, SessionReadRequest, SessionRequest } from './session-request.ts';
import { errorAtCommit, errorBeforeCommit, toRefusal } from './to-refusal.ts';

const NO_SETTINGS: BoundStatement['settings'] = {};

/**
 * Bytes that the result of a change may have, whatever answers may: what is too large an answer is left out of it, since the change is made by
 * then. Only what would not fit into memory ends it.
 */
const CHANGE_BYTES = 64 * 2 ** 20;

/** What comes beside an answer: facts, cursors among them, and what the protocol needs. The answer itself is measured once it is whole. */
const BESIDE_BYTES = 64 * 2 ** 10;

/** A statement with its values. */
interface Bound<R> extends Pick<BoundRequest, 'settings'> {
  readonly request: Statement<R> & Pick<ScriptRequest, 'kind'>;
  readonly values: readonly unknown[];
}

/** What requests are run with. */
export interface Running {
  readonly driver: Driver;
  readonly observers: Observers;
  /** Bytes that an answer may have. */
  readonly maxBytes: number;
}

/** A request as it is sent. */
export const unitOf = (
  { request, values, settings = NO_SETTINGS }: Bound<unknown>,
  { maxBytes }: Pick<Running, 'maxBytes'>,
): BoundStatement => ({
  settings,
  statement: request,
  values,
  maxBytes: request.kind === 'read' ? maxBytes + BESIDE_BYTES : Math.max(maxBytes, CHANGE_BYTES),
});

/** Gives the reason to try again where the database took the work back because of others. */
export const ifTakenBack = (driver: Driver) => (error: unknown) =>
  driver.meaning(error).isRolledBack ? 'takenBack' : undefined;

/** Takes back what a routine or a trigger may have changed of its session. One that cannot be reset is lost, and its driver closes it. */
export const resetSession = (session: ChangeSession): Promise<void> => session.reset().catch(() => undefined);

/**
 * Runs a request that may change rows, and is a transaction by itself.
 * @throws Refusal by the meaning of the database's error; OutcomeUnknown where the session was lost once the request was sent
 */
export async function runRequest<R>(bound: Bound<R>, claim: SessionRequest, running: Running): Promise<R> {
  const { request } = bound;
  const { driver, observers } = running;
  const unit = unitOf(bound, running);
  let isSent = false;
  const run = (session: ChangeSession) =>
    cancellable(session, claim, () => {
      isSent = true;
      return session.run(unit);
    });
  try {
    const result = await driver.changes.use(async (session) => {
      try {
        return await retry(() => run(session), ifTakenBack(driver), observers);
      } finally {
        // Locks of a session outlast what was taken back.
        if (request.changesSession) await resetSession(session);
      }
    });
    return request.read(result);
  } catch (error) {
    throw isSent ? errorAtCommit(error, driver) : errorBeforeCommit(error, driver);
  }
}

/** Runs a read without functions of the database's owner, on a session of its own. @throws Refusal by the meaning of the database's error */
export const runPlainRead = (read: SessionReadRequest, running: Running): Promise<ReadValues> =>
  retry(
    () => readOnce(read, running),
    (error) => (isUnavailable(error) && !isUnwanted(read) ? 'lostRead' : undefined),
    running.observers,
  );

async function readOnce(read: SessionReadRequest, running: Running): Promise<ReadValues> {
  const { bound } = read;
  const { driver, observers } = running;
  try {
    const unit = unitOf(bound, running);
    const result = await driver.reads.use((session) =>
      retry(() => cancellable(session, read, () => runUnit(session, unit)), ifTakenBack(driver), observers),
    );
    return bound.request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}
