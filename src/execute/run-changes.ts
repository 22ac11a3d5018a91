import { ApiError, copyApiError, isTransient } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { RetryReason } from '../base/observation.ts';
import type { Model } from '../model/model.ts';
import type { WriteError } from '../plan/shape/changes.ts';
import { type ChangeStep, isCounted, isRoutine, isSkipped } from '../store/change-step.ts';
import type { CallMode, Driver } from '../store/driver.ts';
import { MayHaveCommitted } from '../store/may-have-committed.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import type { BoundRequest, ChangeRequest, ChangeRow } from '../store/script.ts';
import { Violation } from '../store/violation.ts';
import { cancellable } from './admission/cancellable.ts';
import { clientDisconnected, isAborted } from './admission/client-disconnected.ts';
import type { SessionRequest } from './admission/session-request.ts';
import { CompletedWrites, resolveCapturedSlots } from './completed-writes.ts';
import {
  asPrivilegeChange,
  attributeToExpression,
  attributeToRoutine,
  attributeToTrigger,
} from './errors/attribute-error.ts';
import {
  errorAfterPartialCommit,
  errorAfterWrite,
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

type BoundChange = BoundRequest<ChangeRequest>;

/** Results of the steps, by index; undefined for a skipped step. */
export type Outcomes = readonly (ChangeRow | undefined)[];

type RunChange = (bound: BoundChange) => Promise<Outcomes>;

/**
 * Runs the steps of a mutation. An error, or an outcome that violates the plan, rolls all changes back. A request that
 * never needs a rollback runs without a transaction. Once it has changed rows there, it is not retried.
 * @throws ApiError for the database's error or as planned for a step's outcome. `Unavailable` and `DatabaseTimeout`
 * mean that nothing was changed. `OutcomeUnknown` means that the session was lost during the commit, or that the
 * response of a committed change could not be read.
 */
export async function runChanges(
  requests: readonly BoundChange[],
  sessionRequest: SessionRequest,
  context: ExecutionContext,
): Promise<Outcomes> {
  const { admissions, driver, observers, model } = context;
  const attempt = async () =>
    needsNoTransaction(requests) || (await lacksTransactions(requests, driver))
      ? runSequentially(requests, (bound) => runRequest(bound, sessionRequest, context), {
          model,
          sessionRequest,
          errorAfterWrite: (error) => errorAfterWrite(error, driver),
        })
      : runInTransaction(requests, sessionRequest, context);
  try {
    return await admissions.changes.run(() => retry(attempt, retryReason(requests, driver), observers), sessionRequest);
  } catch (error) {
    const steps = requests.flatMap(({ request }) => request.steps);
    throw explainCommitError(isTimeout(error) && isAborted(sessionRequest) ? changesTimedOut(error) : error, steps, {
      model,
      sessionRequest,
    });
  }
}

/**
 * A rejected procedure is not retried, because it may have committed changes before the rejection. For the same reason,
 * no error with an unknown outcome is retried, whatever its cause.
 */
const retryReason = (requests: readonly BoundChange[], driver: Driver) => (error: unknown) => {
  if (error instanceof ConflictError) return error.reason;
  if (error instanceof ApiError && error.code === 'OutcomeUnknown') return undefined;
  return callModeOf(requests) === undefined && driver.classify(error).rejectsChanges ? 'changesRejected' : undefined;
};

const changesTimedOut = (cause: unknown): ApiError =>
  new ApiError('DatabaseTimeout', 'The write timed out and was rolled back. Write less at a time.', { cause });

async function runInTransaction(
  requests: readonly BoundChange[],
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
        if (isAborted(sessionRequest)) throw clientDisconnected;
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

function callModeOf(requests: readonly BoundChange[]): CallMode | undefined {
  const steps = requests.flatMap(({ request }) => request.steps);
  if (!steps.some(({ kind }) => kind === 'call')) return undefined;
  if (steps.every((step) => isRoutine(step) && step.onlyReads)) return 'readOnly';
  // If all steps belong to one root field, the procedure is alone in the mutation.
  return new Set(steps.map(({ root }) => root)).size === 1 ? 'sole' : 'shared';
}

interface SequenceContext extends ErrorContext {
  readonly isRolledBack?: (error: unknown) => boolean;
  /** Set if each request is its own transaction. Translates an error after a committed change. */
  readonly errorAfterWrite?: (error: unknown) => unknown;
}

async function runSequentially(
  requests: readonly BoundChange[],
  runChange: RunChange,
  context: SequenceContext,
): Promise<Outcomes> {
  const outcomes: (ChangeRow | undefined)[] = [];
  const completed = new CompletedWrites();
  let isApplied = false;
  try {
    for (const bound of requests) {
      const { request } = bound;
      if (request.steps.every((step) => isSkipped(step, completed.hasChanged))) {
        // The request cannot be bound, because its captured values do not exist.
        for (const _ of request.steps) outcomes.push(undefined);
        continue;
      }
      const filled = bindCaptured(bound, completed);
      const rows = await runChange(filled).catch((error) => {
        throw context.isRolledBack?.(error) ? error : explainFailure(error, filled, context);
      });
      isApplied ||= request.transaction !== undefined && !request.onlyReads && rows.some((row) => row?.affected);
      for (const [index, step] of request.steps.entries()) {
        const row = rows[index];
        if (row !== undefined) {
          checkOutcome(step, row, isCounted(step) ? completed.count(step.write) : 0);
          completed.record(step, resolveCapturedSlots(row, filled));
        }
        outcomes.push(row);
      }
    }
    return outcomes;
  } catch (error) {
    throw isApplied && context.errorAfterWrite ? context.errorAfterWrite(error) : error;
  }
}

function bindCaptured(bound: BoundChange, completed: CompletedWrites): BoundChange {
  try {
    return completed.bind(bound);
  } catch (error) {
    throw withRootPath(error, bound.request.steps);
  }
}

/** Returns true if transactions are optional for the requests, and the database has none. */
async function lacksTransactions(requests: readonly BoundChange[], driver: Driver): Promise<boolean> {
  if (driver.hasTransactions === undefined || requests.some(({ request }) => request.transaction === undefined)) {
    return false;
  }
  try {
    return !(await driver.hasTransactions());
  } catch (error) {
    throw errorBeforeCommit(error, driver);
  }
}

/**
 * Returns true if the first request manages its own transaction. Also true if the first request needs no rollback, and
 * the others are probes that run only if the first changed nothing.
 */
function needsNoTransaction([first, ...others]: readonly BoundChange[]): boolean {
  if (first?.request.managesTransaction) {
    invariant(others.length === 0, 'a request that manages its transaction contains all steps');
    return true;
  }
  if (first?.request.transaction === 'none') return others.every(({ request }) => request.transaction === 'none');
  const [step] = first?.request.steps ?? [];
  if (step === undefined || first?.request.autocommit !== true) return false;
  return others.every(({ request }) => request.steps.every((other) => isProbeFor(other, step)));
}

const isProbeFor = ({ kind, when }: ChangeStep, first: ChangeStep): boolean =>
  kind === 'probe' && isCounted(first) && when.kind === 'noneChanged' && when.writes.includes(first.write);

/**
 * @param found rows that an earlier step of the same write has found
 * @throws ApiError as planned with the step
 */
export function checkOutcome(step: ChangeStep, row: ChangeRow, found = 0): void {
  const apiError = findError(step, row, found);
  if (apiError !== undefined) throw withPath(apiErrorOf(apiError), step.root);
}

function findError(step: ChangeStep, row: ChangeRow, found: number): WriteError | undefined {
  const { affected } = row;
  switch (step.kind) {
    case 'find':
      return (affected < 1 ? step.onNone : undefined) ?? (affected > 1 ? step.onSeveral : undefined);
    case 'insert':
      return (affected < step.atLeast ? step.onNone : undefined) ?? failedCheck(step, row) ?? missingColumn(step, row);
    case 'update':
      return wrongCount(step, affected, found) ?? failedCheck(step, row) ?? missingColumn(step, row);
    case 'delete':
      return wrongCount(step, affected, found);
    case 'probe':
      return affected > 0 ? step.onSome : step.onNone;
    case 'capture':
      return missingColumn(step, row);
    case 'reread':
      return failedCheck(step, row);
    default:
      return undefined;
  }
}

const wrongCount = (
  { onNone, onRowsSkipped, onSeveral }: Extract<ChangeStep, { kind: 'update' | 'delete' }>,
  affected: number,
  found: number,
): WriteError | undefined =>
  (affected < 1 ? onNone : undefined) ??
  (affected < found ? onRowsSkipped : undefined) ??
  (affected > 1 ? onSeveral : undefined);

const failedCheck = (
  { onCheckFailed }: { readonly onCheckFailed?: WriteError },
  { passesCheck }: ChangeRow,
): WriteError | undefined => (passesCheck === false ? onCheckFailed : undefined);

function missingColumn(
  { mustCapture, captures }: Extract<ChangeStep, { kind: 'insert' | 'update' | 'capture' }>,
  { captured }: ChangeRow,
): WriteError | undefined {
  const isMissing = (column: string): boolean => (captured?.[0]?.[captures.indexOf(column)] ?? null) === null;
  return mustCapture?.columns.some(isMissing) ? mustCapture.onMissing : undefined;
}

interface ErrorContext {
  readonly model: Model;
  readonly sessionRequest: Pick<SessionRequest, 'entities' | 'role'>;
}

/** Translates the error of a request to API names, and adds its root field. */
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
    if (failedSteps.some(isRoutine)) return attributeToRoutine(error);
    return changed.some((name) => model.byName.get(name)?.source.triggers)
      ? attributeToTrigger(error, { entities: changed, slots }, model)
      : attributeToExpression(error, { entities, slots, values, isRead: false }, model);
  };
  const translated = withEntities(translateViolation(explain(), model, { changed, slots, role }), changed);
  const withRoot = withRootPath(
    isKeyTaken(error, failedSteps) ? new ConflictError(translated as ApiError, 'keyTaken') : translated,
    failedSteps,
  );
  return asPrivilegeChange(withRoot, changed);
}

/** A commit error may relate to any step of the transaction. */
export const explainCommitError = (
  error: unknown,
  steps: readonly ChangeStep[],
  { model, sessionRequest }: ErrorContext,
): unknown =>
  withRootPath(
    translateViolation(error, model, { changed: entitiesOf(steps), slots: [], role: sessionRequest.role }),
    steps,
  );

function apiErrorOf({ code, message, details, retryReason }: WriteError): ApiError {
  const apiError = new ApiError(code, message, details === undefined ? {} : { details });
  return retryReason === undefined ? apiError : new ConflictError(apiError, retryReason);
}

/** Adds the root field as `path`, except to errors of the service itself. */
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
  ...new Set(steps.flatMap((step) => (isRoutine(step) ? [] : (step.entity ?? [])))),
];

function withEntities(error: unknown, entities: readonly string[]): unknown {
  if (!(error instanceof ApiError) || error.databaseError === undefined) return error;
  return copyApiError(error, { databaseError: { ...error.databaseError, entities } });
}

const isKeyTaken = (error: unknown, steps: readonly ChangeStep[]): boolean =>
  error instanceof Violation &&
  error.kind === 'notUnique' &&
  steps.some((step) => step.kind === 'insert' && step.failsOnConflict);

export class ConflictError extends ApiError {
  readonly reason: RetryReason;

  constructor({ code, message, status, cause, details, databaseError }: ApiError, reason: RetryReason) {
    super(code, message, { status, cause, details, databaseError });
    this.reason = reason;
  }
}
