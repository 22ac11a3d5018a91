import { ApiError, isTransient, withChanges } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { RetryReason } from '../base/observation.ts';
import type { Model } from '../model/model.ts';
import { CapturedValue } from '../operation/operation.ts';
import type { WriteError } from '../plan/shape/changes.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { CallMode, Driver } from '../store/driver.ts';
import { MayHaveCommitted } from '../store/may-have-committed.ts';
import type { TextRow } from '../store/result.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ChangeRequest, ChangeRow, ChangeStep, ScriptRequest } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import { checkCaptured } from '../values/check-assigned.ts';
import { callerGone, isCallerGone } from './admission/caller-gone.ts';
import { cancellable } from './admission/cancellable.ts';
import type { SessionRequest } from './admission/session-request.ts';
import {
  asPrivilegeChange,
  attributeToExpression,
  attributeToRoutine,
  attributeToTrigger,
} from './errors/attribute-error.ts';
import {
  errorAfterPartialCommit,
  errorAtCommit,
  errorBeforeCommit,
  isTimeout,
  toApiError,
  withNothingChanged,
} from './errors/to-api-error.ts';
import { translateViolation } from './errors/translate-violation.ts';
import type { ExecutionContext } from './execution-context.ts';
import { retry } from './retry.ts';
import { resetSession, rollbackReason, runRequest, toBoundStatement } from './run-request.ts';

type Bound = BoundRequest<ChangeRequest>;

/** By index; undefined for a skipped step. */
export type Outcomes = readonly (ChangeRow | undefined)[];

type RunChange = (bound: Bound) => Promise<Outcomes>;

/**
 * Runs the requests of a mutation sequentially in one transaction. If one fails, or its outcome violates the plan,
 * everything is rolled back. A request that never needs a rollback runs without a transaction. If the caller is gone,
 * the running statement is cancelled.
 * @throws ApiError for the database's error or as planned for a step's outcome; `path` in its details is the root field.
 * `Unavailable` and `DatabaseTimeout` mean that nothing was changed. `OutcomeUnknown` means that the session was lost
 * during the commit.
 */
export async function runChanges(
  requests: readonly Bound[],
  sessionRequest: SessionRequest,
  context: ExecutionContext,
): Promise<Outcomes> {
  const { admissions, driver, observers, model } = context;
  const attempt = needsNoTransaction(requests)
    ? () => runSequentially(requests, (bound) => runRequest(bound, sessionRequest, context), { model, sessionRequest })
    : () => runInTransaction(requests, sessionRequest, context);
  try {
    return await admissions.changes.run(() => retry(attempt, retryReason(requests, driver), observers), sessionRequest);
  } catch (error) {
    const steps = requests.flatMap(({ request }) => request.steps);
    throw explainCommitError(isTimeout(error) && isCallerGone(sessionRequest) ? changesTimedOut(error) : error, steps, {
      model,
      sessionRequest,
    });
  }
}

/** Returns a retry reason. A rejected procedure has none, because it may have committed changes before. */
const retryReason = (requests: readonly Bound[], driver: Driver) => (error: unknown) => {
  if (error instanceof ConflictError) return error.reason;
  return callModeOf(requests) === undefined && driver.classify(error).rejectsChanges ? 'changesRejected' : undefined;
};

const changesTimedOut = (cause: unknown): ApiError =>
  new ApiError('DatabaseTimeout', 'The changes took too long and were undone: ask for less.', { cause });

async function runInTransaction(
  requests: readonly Bound[],
  sessionRequest: SessionRequest,
  context: ExecutionContext,
): Promise<Outcomes> {
  const { driver, store, observers, model } = context;
  const reasonOf = rollbackReason(driver);
  const calls = callModeOf(requests);
  const changesSession = requests.some(({ request }) => request.changesSession);
  const isRolledBack = (error: unknown): boolean => reasonOf(error) !== undefined;
  let allStepsRun = false;
  try {
    return await driver.changes.use(async (session) => {
      const runChange: RunChange = async (bound) => {
        const result = await cancellable(session, sessionRequest, () =>
          session.run(toBoundStatement(bound, context)),
        ).catch((error) => {
          // The retry needs the database's own error.
          if (isRolledBack(error)) throw error;
          throw calls === undefined || calls === 'shared'
            ? errorBeforeCommit(error, driver)
            : toApiError(error, driver);
        });
        return bound.request.read(result);
      };
      const work = async (): Promise<Outcomes> => {
        const outcomes = await runSequentially(requests, runChange, { model, sessionRequest, isRolledBack });
        if (isCallerGone(sessionRequest)) throw callerGone;
        allStepsRun = true;
        return outcomes;
      };
      let isRepeated = false;
      const attempt = async (): Promise<Outcomes> => {
        allStepsRun = false;
        // A temporary table that a procedure created outlives its transaction.
        if (isRepeated && changesSession) await resetSession(session);
        isRepeated = true;
        return session.transaction(work, store.isolation, calls);
      };
      try {
        return await retry(attempt, reasonOf, observers);
      } finally {
        if (changesSession) await resetSession(session);
      }
    });
  } catch (error) {
    if (error instanceof MayHaveCommitted) throw errorAfterPartialCommit(error.cause, driver);
    if (calls === 'readOnly') throw toApiError(error, driver);
    // All steps have run, so the commit failed.
    if (allStepsRun) throw errorAtCommit(error, driver);
    throw calls === 'sole' ? withNothingChanged(toApiError(error, driver)) : errorBeforeCommit(error, driver);
  }
}

function callModeOf(requests: readonly Bound[]): CallMode | undefined {
  const steps = requests.flatMap(({ request }) => request.steps);
  if (!steps.some(({ isCall }) => isCall)) return undefined;
  if (steps.every(({ onlyReads }) => onlyReads)) return 'readOnly';
  // All steps of a procedure belong to one field.
  return new Set(steps.map(({ root }) => root)).size === 1 ? 'sole' : 'shared';
}

async function runSequentially(
  requests: readonly Bound[],
  runChange: RunChange,
  context: Parameters<typeof explainFailure>[2] & { readonly isRolledBack?: (error: unknown) => boolean },
): Promise<Outcomes> {
  const outcomes: (ChangeRow | undefined)[] = [];
  const completed = new CompletedWrites();
  for (const bound of requests) {
    const { request } = bound;
    if (request.steps.every((step) => isSkipped(step, completed))) {
      // The slots' captured values do not exist.
      for (const _ of request.steps) outcomes.push(undefined);
      continue;
    }
    const filled = bindCaptured(bound, completed);
    const rows = await runChange(filled).catch((error) => {
      throw context.isRolledBack?.(error) ? error : explainFailure(error, filled, context);
    });
    for (const [index, step] of request.steps.entries()) {
      const row = rows[index];
      if (row !== undefined) {
        checkOutcome(step, row, completed.count(step.write));
        completed.record(step, withBound(row, filled));
      }
      outcomes.push(row);
    }
  }
  return outcomes;
}

function bindCaptured(bound: Bound, completed: CompletedWrites): Bound {
  try {
    return completed.bind(bound);
  } catch (error) {
    throw withRootPath(error, bound.request.steps);
  }
}

/**
 * Returns true if the first request needs no transaction. Either it manages its own, or it never needs a rollback and
 * the other requests are probes that run only if it changed nothing.
 */
function needsNoTransaction([first, ...others]: readonly Bound[]): boolean {
  if (first?.request.managesTransaction) {
    invariant(others.length === 0, 'what is to be one transaction is in the request that owns it');
    return true;
  }
  const [step] = first?.request.steps ?? [];
  if (step === undefined || first?.request.autocommit !== true) return false;
  return others.every(({ request }) => request.steps.every((other) => isProbeFor(other, step)));
}

const isProbeFor = ({ onSome, unless }: ChangeStep, { write }: ChangeStep): boolean =>
  onSome !== undefined && write !== undefined && unless.includes(write);

/** All captured values are text. */
export type CompletedRow = Pick<ChangeRow, 'affected'> & { readonly captured: readonly TextRow[] | undefined };

interface WriteOutcome {
  readonly affected: number;
  /** Captured values by column; absent if no step has captured any. */
  readonly rows?: readonly CapturedValues[];
}

type CapturedValues = ReadonlyMap<string, string | null>;

export class CompletedWrites {
  readonly #writes = new Map<number, WriteOutcome>();

  /**
   * Records the outcome of a step. A write may have several: one that finds and locks its rows, the write, and a
   * reread. The row count is that of the last step that is not a reread. A reread adds columns to those already
   * captured.
   */
  record({ write, rereads, captures }: ChangeStep, { affected, captured }: CompletedRow): void {
    if (write === undefined) return;
    const before = this.#writes.get(write);
    const found = captured?.map((row) => new Map(captures.map((column, index) => [column, row[index] ?? null])));
    const rows = rereads && before?.rows !== undefined ? addColumns(before.rows, found) : (found ?? before?.rows);
    this.#writes.set(write, { affected: rereads ? (before?.affected ?? 0) : affected, ...(rows && { rows }) });
  }

  /** Returns the number of rows changed or, before the write, found. */
  count(write: number | undefined): number {
    return (write === undefined ? undefined : this.#writes.get(write)?.affected) ?? 0;
  }

  hasChanged(write: number): boolean {
    return this.count(write) > 0;
  }

  /**
   * Replaces captured values of earlier writes in the request's slots.
   * @throws ApiError if the column of a nested row would round one
   */
  bind<R extends ScriptRequest>(bound: BoundRequest<R>): BoundRequest<R> {
    if (!bound.values.some((value) => value instanceof CapturedValue)) return bound;
    const { slots } = bound.request;
    const values = bound.values.map((value, index) =>
      value instanceof CapturedValue ? this.#captured(value, slots[index]?.use) : value,
    );
    return { ...bound, values };
  }

  /** Returns one text, or the texts of all rows as JSON: `[["1"],["2"]]`. */
  #captured({ source }: CapturedValue, use: Slot['use'] | undefined): string | null {
    const { rows } = this.#writes.get(source.write) ?? {};
    invariant(rows, `write ${source.write} has run and captured values`);
    if ('column' in source) {
      const text = rows[0] === undefined ? null : capturedValue(rows[0], source.column);
      return text === null || use?.kind !== 'assign' ? text : checkCaptured({ name: use.field, type: use.type }, text);
    }
    return JSON.stringify(rows.map((row) => source.columns.map((column) => capturedValue(row, column))));
  }
}

function capturedValue(row: CapturedValues, column: string): string | null {
  const value = row.get(column);
  invariant(value !== undefined, `a step has captured ${column}`);
  return value;
}

const addColumns = (rows: readonly CapturedValues[], found: readonly CapturedValues[] = []) =>
  rows.map((row, index) => new Map([...row, ...(found[index] ?? [])]));

/** Replaces slots in the captured values with their bound values. */
export function withBound(row: ChangeRow, { request, values }: BoundRequest): CompletedRow {
  const textOf = (cell: string | null | Slot): string | null => {
    if (cell === null || typeof cell === 'string') return cell;
    const value = values[request.slots.indexOf(cell)];
    invariant(value === null || typeof value === 'string', 'a column is given a text');
    return value;
  };
  return { affected: row.affected, captured: row.captured?.map((cells) => cells.map(textOf)) };
}

export const isSkipped = ({ unless, onlyIf }: ChangeStep, completed: CompletedWrites): boolean =>
  unless.some((write) => completed.hasChanged(write)) || (onlyIf !== undefined && !completed.hasChanged(onlyIf));

/**
 * @param found rows that an earlier step of the same write has found
 * @throws ApiError as planned with the step
 */
export function checkOutcome(step: ChangeStep, { affected, passesCheck, captured }: ChangeRow, found = 0): void {
  const { atLeast = 1, onNone, onSome, onSeveral, onHeldBack, onCheckFailed, mustCapture, captures } = step;
  const reject = (apiError: WriteError): never => {
    throw withPath(apiErrorOf(apiError), step.root);
  };
  if (onNone !== undefined && affected < atLeast) reject(onNone);
  if (onHeldBack !== undefined && affected < found) reject(onHeldBack);
  if (onSome !== undefined && affected > 0) reject(onSome);
  if (onSeveral !== undefined && affected > 1) reject(onSeveral);
  if (onCheckFailed !== undefined && passesCheck === false) reject(onCheckFailed);
  const isMissing = (column: string): boolean => (captured?.[0]?.[captures.indexOf(column)] ?? null) === null;
  if (mustCapture?.columns.some(isMissing)) reject(mustCapture.onMissing);
}

interface ErrorContext {
  readonly model: Model;
  readonly sessionRequest: Pick<SessionRequest, 'entities' | 'role'>;
}

/** Translates the error to API names, and adds its root field. */
export function explainFailure(
  error: unknown,
  { request: { steps, slots, failureOf }, values }: BoundRequest<ChangeRequest>,
  { model, sessionRequest: { entities, role } }: ErrorContext,
): unknown {
  const failure = failureOf?.(error instanceof ApiError ? error.cause : error);
  const step = failure === undefined ? undefined : steps[failure.step];
  const failedSteps = step === undefined ? steps : [step];
  if (step !== undefined && failure?.apiError !== undefined) return withPath(apiErrorOf(failure.apiError), step.root);
  const changed = entitiesOf(failedSteps);
  const explain = (): unknown => {
    if (failedSteps.some((one) => one.runs)) return attributeToRoutine(error);
    return changed.some((name) => model.byName.get(name)?.source.triggers)
      ? attributeToTrigger(error, { entities: changed, slots }, model)
      : attributeToExpression(error, { entities, slots, values, reads: false }, model);
  };
  const named = withEntities(translateViolation(explain(), model, { changed, slots, role }), changed);
  const withRoot = withRootPath(
    isKeyTaken(error, failedSteps) ? new ConflictError(named as ApiError, 'keyTaken') : named,
    failedSteps,
  );
  return asPrivilegeChange(withRoot, changed);
}

/** Translates a commit error, which may relate to any step of the transaction. */
export const explainCommitError = (
  error: unknown,
  steps: readonly ChangeStep[],
  { model, sessionRequest }: ErrorContext,
): unknown =>
  withRootPath(
    translateViolation(error, model, { changed: entitiesOf(steps), slots: [], role: sessionRequest.role }),
    steps,
  );

function apiErrorOf({ code, message, details, again }: WriteError): ApiError {
  const apiError = new ApiError(code, message, details === undefined ? {} : { details });
  return again === undefined ? apiError : new ConflictError(apiError, again);
}

/** Adds the root field as `path`, except for refusals of the service itself. */
function withPath(error: unknown, root: string): unknown {
  if (!(error instanceof ApiError) || error instanceof SchemaChanged || isTransient(error)) return error;
  const { code, message, status, cause, details, databaseError } = error;
  const apiError = new ApiError(code, message, { status, cause, databaseError, details: { ...details, path: [root] } });
  return error instanceof ConflictError ? new ConflictError(apiError, error.reason) : apiError;
}

function withRootPath(error: unknown, steps: readonly ChangeStep[]): unknown {
  const [root, ...others] = new Set(steps.map((step) => step.root));
  return root !== undefined && others.length === 0 ? withPath(error, root) : error;
}

const entitiesOf = (steps: readonly ChangeStep[]): readonly string[] => [
  ...new Set(steps.flatMap(({ entity }) => entity ?? [])),
];

function withEntities(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.databaseError === undefined) return error;
  return withChanges(error, { databaseError: { ...error.databaseError, entities } });
}

/** Returns true if a concurrent transaction has created the row that a step should create. */
const isKeyTaken = (error: unknown, steps: readonly ChangeStep[]): boolean =>
  error instanceof Violation && error.kind === 'notUnique' && steps.some(({ failsIfTaken }) => failsIfTaken);

/** A refusal due to a concurrent change; retrying all changes may succeed. */
export class ConflictError extends ApiError {
  readonly reason: RetryReason;

  constructor({ code, message, status, cause, details, databaseError }: ApiError, reason: RetryReason) {
    super(code, message, { status, cause, details, databaseError });
    this.reason = reason;
  }
}
