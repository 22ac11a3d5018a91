import { ApiError, isTransient } from '../base/errors.ts';
import { anonymousLimit } from '../execute/admission/statement-limit.ts';
import { isTimeout } from '../execute/errors/to-api-error.ts';
import { explainRead } from '../execute/run-read.ts';
import type { Plan } from '../plan/shape/plan.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { type ChangeStep, isCounted, type StepCondition } from '../store/change-step.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import { type BoundRequest, isRead } from '../store/script.ts';
import type { AnswerRequest, ExplainedStatement, Explanation } from './application.ts';
import { bindScript } from './bind-script.ts';
import { coerceRequest } from './coerce-request.ts';
import type { OfflineSnapshot } from './offline-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

interface CompiledRequest {
  readonly plan: Plan;
  readonly entities: readonly string[];
  readonly requests: readonly BoundRequest[];
}

/** @throws ApiError like `answer` */
export function explain(request: AnswerRequest, snapshot: OfflineSnapshot): Explanation {
  const { plan, requests } = compile(request, snapshot);
  return { plan, statements: requests.map(describeRequest) };
}

/**
 * If the database no longer matches its catalog, reloads the catalog and retries once.
 * @throws ApiError like `answer`, for a full queue, and for a timeout
 */
export async function explainInDatabase(
  request: AnswerRequest,
  snapshotHolder: Pick<SnapshotHolder, 'get' | 'refresh'>,
): Promise<Explanation> {
  const snapshot = snapshotHolder.get();
  try {
    return await explainWith(request, snapshot);
  } catch (error) {
    if (!(error instanceof SchemaChanged)) throw error;
    const isRefreshed = await snapshotHolder.refresh(snapshot);
    // The schema has changed, but the document was validated with the earlier schema.
    if (!isRefreshed && snapshotHolder.get() !== snapshot) throw error;
    return explainWith(request, snapshotHolder.get(), true);
  }
}

/** @param isRetry true after a reload of the catalog: an outdated catalog cannot be the cause of an error */
async function explainWith(request: AnswerRequest, snapshot: Snapshot, isRetry = false): Promise<Explanation> {
  const { plan, entities, requests } = compile(request, snapshot);
  const statements: ExplainedStatement[] = [];
  for (const bound of requests) {
    const database = await readPlan(bound, { request, entities, isRetry }, snapshot);
    statements.push({ ...describeRequest(bound), ...database });
  }
  return { plan, statements };
}

function compile(request: AnswerRequest, snapshot: OfflineSnapshot): CompiledRequest {
  const coerced = coerceRequest(request, snapshot);
  if ('apiErrors' in coerced) throw coerced.apiErrors[0];
  const plan = coerced.plan();
  const script = snapshot.store.compile(plan, 'clauses');
  const requests = bindScript(script, { values: coerced.values, identity: request.identity }, snapshot);
  return { plan, entities: script.entities, requests };
}

type DatabasePlan = Pick<ExplainedStatement, 'databasePlan' | 'databaseError'>;

interface PlanContext {
  readonly request: AnswerRequest;
  readonly entities: readonly string[];
  readonly isRetry: boolean;
}

async function readPlan(
  bound: BoundRequest,
  { request, entities, isRetry }: PlanContext,
  snapshot: Snapshot,
): Promise<DatabasePlan> {
  const { plans } = snapshot.driver;
  if (plans === undefined) return { databaseError: 'Plans of this database are not supported. Run its own tools.' };
  if (!isRead(bound))
    return { databaseError: 'The database explains only queries. This is a statement of a mutation.' };
  if (bound.request.calls) {
    return { databaseError: 'The statement calls a function, which some databases run to explain it.' };
  }
  const { signal, deadline, identity } = request;
  const limit = anonymousLimit(identity, snapshot.anonymousStatementTimeoutMs);
  try {
    return { databasePlan: await explainRead({ bound, entities, signal, deadline, limit }, plans, snapshot) };
  } catch (error) {
    const isReported = error instanceof SchemaChanged && isRetry;
    if (!isReported && error instanceof ApiError && (isTransient(error) || isTimeout(error))) throw error;
    return { databaseError: describeFailure(error, snapshot) };
  }
}

/** Omits the message of the database in production: it contains names, such as those of the tables of a view. */
function describeFailure(error: unknown, { exposesDatabaseErrors }: Snapshot): string {
  const general = 'The database cannot explain the statement.';
  if (!exposesDatabaseErrors || !(error instanceof Error)) return general;
  const { message } = error.cause instanceof Error ? error.cause : error;
  return `${general} ${message}`;
}

function describeRequest({ request, values: bound }: BoundRequest): ExplainedStatement {
  const { text, slots } = request;
  const values = bound.map((value, index) => explainValue(value, slots[index]));
  return request.kind === 'read' ? { text, values } : { text, values, when: describeSteps(request.steps) };
}

/** Formats a parameter for display. A sentinel is secret, so only its name is shown. */
const explainValue = (value: unknown, { source, use }: Partial<Slot> = {}): unknown =>
  use?.kind === 'sentinel' && source?.kind === 'constant' ? `sentinel of ${source.value}` : value;

const describeSteps = (steps: readonly ChangeStep[]): string =>
  steps
    .map(conditionOf)
    .filter((when) => when !== '')
    .join('; ');

function conditionOf(step: ChangeStep): string {
  const number = isCounted(step)
    ? [`write ${step.write}`]
    : step.kind === 'capture'
      ? [`write ${step.when.write}`]
      : [];
  return [...number, ...describeCondition(step.when)].join(', ');
}

function describeCondition(when: StepCondition): readonly string[] {
  switch (when.kind) {
    case 'always':
      return [];
    case 'noneChanged':
      return [`unless write ${when.writes.join(' or ')} changed a row`];
    case 'changed':
      return [`if write ${when.write} changed a row`];
  }
}
