import type { Observers } from '../base/observers.ts';
import type { BoundStatement, ChangeSession, Driver } from '../store/driver.ts';
import { runOne } from '../store/run-one.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ChangeRequest, ScriptRequest, Statement } from '../store/script.ts';
import { cancellable } from './admission/cancellable.ts';
import { isAborted } from './admission/client-disconnected.ts';
import type { ReadValues, SessionReadRequest, SessionRequest } from './admission/session-request.ts';
import { errorAfterWrite, errorAtCommit, errorBeforeCommit, toApiError } from './errors/to-api-error.ts';
import { isUnavailable, retry } from './retry.ts';

const NO_SETTINGS: BoundStatement['settings'] = {};

/**
 * Maximum bytes of the result of a change. A larger result ends the session. Below this maximum, a result that exceeds
 * the limit of responses is only omitted, because the change is already made.
 */
const CHANGE_BYTES = 64 * 2 ** 20;

/** Allowance for metadata and protocol overhead. The response itself is measured when complete. */
const OVERHEAD_BYTES = 64 * 2 ** 10;

type OptionalTrait = 'transaction' | 'onlyReads';

interface Bound<R> extends Pick<BoundRequest, 'settings' | 'trace'> {
  readonly request: Statement<R> & Pick<ScriptRequest, 'kind'> & Partial<Pick<ChangeRequest, OptionalTrait>>;
  readonly values: readonly unknown[];
}

export interface RunContext {
  readonly driver: Driver;
  readonly observers: Observers;
  readonly maxBytes: number;
}

export const toBoundStatement = (
  { request, values, settings = NO_SETTINGS, trace }: Bound<unknown>,
  { maxBytes }: Pick<RunContext, 'maxBytes'>,
): BoundStatement => ({
  settings,
  statement: trace?.comment === undefined ? request : withComment(request, trace.comment),
  values,
  maxBytes: request.kind === 'read' ? maxBytes + OVERHEAD_BYTES : Math.max(maxBytes, CHANGE_BYTES),
  ...(trace && { trace }),
});

/** Each request has its own comment, so the statement is not prepared. */
function withComment<S extends Bound<unknown>['request']>(
  { name: _, ...statement }: S,
  comment: string,
): BoundStatement['statement'] {
  return { ...statement, text: `${statement.text} ${comment}`, isUnprepared: true };
}

export const rollbackReason = (driver: Driver) => (error: unknown) =>
  driver.classify(error).isRolledBack ? 'rolledBack' : undefined;

/** Resets session state that a routine or trigger may have changed. On an error, the driver closes the session. */
export const resetSession = (session: ChangeSession): Promise<void> => session.reset().catch(() => undefined);

/**
 * Runs a request in its own transaction. If it only reads, it runs again after its session was lost.
 * @throws ApiError for the database's error; OutcomeUnknown if the session was lost after the request was sent, or if
 * the request is committed but its result cannot be read
 */
export function runRequest<R>(bound: Bound<R>, sessionRequest: SessionRequest, context: RunContext): Promise<R> {
  const work = () => runOnce(bound, sessionRequest, context);
  return bound.request.onlyReads ? retry(work, lostRead(sessionRequest), context.observers) : work();
}

const lostRead = (sessionRequest: SessionRequest) => (error: unknown) =>
  isUnavailable(error) && !(error instanceof SchemaChanged) && !isAborted(sessionRequest) ? 'lostRead' : undefined;

async function runOnce<R>(bound: Bound<R>, sessionRequest: SessionRequest, context: RunContext): Promise<R> {
  const { request } = bound;
  const { driver, observers } = context;
  const statement = toBoundStatement(bound, context);
  let isSent = false;
  let isApplied = false;
  const run = (session: ChangeSession) =>
    cancellable(session, sessionRequest, () => {
      isSent = !request.onlyReads;
      return session.run(statement);
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
    // A script that contains its transaction reports in its result whether it rolled back.
    isApplied = isSent && request.transaction !== undefined && (result[0]?.affected ?? 0) > 0;
    return request.read(result);
  } catch (error) {
    if (isApplied) throw errorAfterWrite(error, driver);
    throw isSent ? errorAtCommit(error, driver) : errorBeforeCommit(error, driver);
  }
}

/**
 * Runs a read that calls no function of the database, outside of read batches.
 * @throws ApiError for the database's error
 */
export const runPlainRead = (read: SessionReadRequest, context: RunContext): Promise<ReadValues> =>
  retry(
    () => readOnce(read, context),
    (error) => (isUnavailable(error) && !isAborted(read) ? 'lostRead' : undefined),
    context.observers,
  );

async function readOnce(read: SessionReadRequest, context: RunContext): Promise<ReadValues> {
  const { bound } = read;
  const { driver, observers } = context;
  try {
    const statement = toBoundStatement(bound, context);
    const result = await driver.reads.use((session) =>
      retry(() => cancellable(session, read, () => runOne(session, statement)), rollbackReason(driver), observers),
    );
    return bound.request.read(result);
  } catch (error) {
    throw toApiError(error, driver);
  }
}
