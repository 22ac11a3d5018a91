import type { Observers } from '../base/observers.ts';
import type { BoundStatement, ChangeSession, Driver } from '../store/driver.ts';
import { runUnit } from '../store/run-unit.ts';
import type { BoundRequest, ScriptRequest, Statement } from '../store/script.ts';
import { cancellable } from './cancellable.ts';
import { isAbandoned } from './is-unwanted.ts';
import { isUnavailable, retry } from './retry.ts';
import type { ReadValues, SessionReadRequest, SessionRequest } from './session-request.ts';
import { errorAtCommit, errorBeforeCommit, toRefusal } from './to-refusal.ts';

const NO_SETTINGS: BoundStatement['settings'] = {};

/**
 * Maximum result size of a change, independent of the answer limit. The change is made by then, so an oversized answer
 * is omitted. Only a result that would not fit into memory aborts the change.
 */
const CHANGE_BYTES = 64 * 2 ** 20;

/** Allowance for metadata and protocol overhead. The answer itself is measured when complete. */
const BESIDE_BYTES = 64 * 2 ** 10;

interface Bound<R> extends Pick<BoundRequest, 'settings'> {
  readonly request: Statement<R> & Pick<ScriptRequest, 'kind'>;
  readonly values: readonly unknown[];
}

export interface Running {
  readonly driver: Driver;
  readonly observers: Observers;
  /** Maximum size of an answer. */
  readonly maxBytes: number;
}

export const unitOf = (
  { request, values, settings = NO_SETTINGS }: Bound<unknown>,
  { maxBytes }: Pick<Running, 'maxBytes'>,
): BoundStatement => ({
  settings,
  statement: request,
  values,
  maxBytes: request.kind === 'read' ? maxBytes + BESIDE_BYTES : Math.max(maxBytes, CHANGE_BYTES),
});

/** Returns a retry reason for a rollback caused by a concurrent transaction. */
export const rollbackReason = (driver: Driver) => (error: unknown) =>
  driver.meaning(error).isRolledBack ? 'takenBack' : undefined;

/** Resets session state that a routine or trigger may have changed. If that fails, the driver closes the session. */
export const resetSession = (session: ChangeSession): Promise<void> => session.reset().catch(() => undefined);

/**
 * Runs a request that is its own transaction.
 * @throws Refusal for the database's error; OutcomeUnknown if the session was lost after the request was sent
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
        return await retry(() => run(session), rollbackReason(driver), observers);
      } finally {
        // Session-level locks survive a rollback.
        if (request.changesSession) await resetSession(session);
      }
    });
    return request.read(result);
  } catch (error) {
    throw isSent ? errorAtCommit(error, driver) : errorBeforeCommit(error, driver);
  }
}

/**
 * Runs a read without owner-defined functions, on its own session.
 * @throws Refusal for the database's error
 */
export const runPlainRead = (read: SessionReadRequest, running: Running): Promise<ReadValues> =>
  retry(
    () => readOnce(read, running),
    (error) => (isUnavailable(error) && !isAbandoned(read) ? 'lostRead' : undefined),
    running.observers,
  );

async function readOnce(read: SessionReadRequest, running: Running): Promise<ReadValues> {
  const { bound } = read;
  const { driver, observers } = running;
  try {
    const unit = unitOf(bound, running);
    const result = await driver.reads.use((session) =>
      retry(() => cancellable(session, read, () => runUnit(session, unit)), rollbackReason(driver), observers),
    );
    return bound.request.read(result);
  } catch (error) {
    throw toRefusal(error, driver);
  }
}
