import type { AuditedOperation } from '../audit/audit.ts';
import { endStage } from '../base/end-stage.ts';
import { ApiError, copyApiError, isTransient } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { ObservedChange } from '../base/observation.ts';
import type { SessionRequest } from '../execute/admission/session-request.ts';
import { anonymousLimit } from '../execute/admission/statement-limit.ts';
import type { ExecutionContext } from '../execute/execution-context.ts';
import { type Outcomes, runChanges } from '../execute/run-changes.ts';
import { runRead } from '../execute/run-read.ts';
import type { SelectedField } from '../operation/operation.ts';
import { cursorIn, NEWEST_CURSOR } from '../plan/read/plan-stream.ts';
import type { StreamTraits } from '../plan/shape/plan.ts';
import { type CountedStep, isCounted, isRoutine } from '../store/change-step.ts';
import { outdatedDocumentError, SchemaChanged } from '../store/schema-changed.ts';
import {
  type BoundRequest,
  type ChangeRequest,
  type ChangesMember,
  isRead,
  type Script,
  type ScriptRoot,
} from '../store/script.ts';
import { answerAudited } from './answer-audited.ts';
import type { AnswerRequest, AnswerResult, Metadata, RootChange, StreamPage, SuccessfulAnswer } from './application.ts';
import { bindScript } from './bind-script.ts';
import { challengeAnonymous } from './challenge.ts';
import { type CoercedRequest, coerceRequest } from './coerce-request.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

export interface BoundScript extends Pick<CoercedRequest, 'values' | 'operation' | 'plan'> {
  readonly script: Script;
  readonly requests: readonly BoundRequest[];
}

/** Runs and audits one operation. Retries as `runReloading` does. */
export function answer(request: AnswerRequest, snapshotHolder: SnapshotHolder): Promise<AnswerResult> {
  const snapshot = snapshotHolder.get();
  return snapshot.audit === undefined
    ? answerReloading(request, snapshotHolder)
    : answerAudited(request, snapshot, (operation) => answerReloading(request, snapshotHolder, operation));
}

const answerReloading = (
  request: AnswerRequest,
  snapshotHolder: SnapshotHolder,
  audited?: AuditedOperation,
): Promise<AnswerResult> =>
  runReloading<AnswerResult>(
    {
      run: (snapshot) => answerWith(request, snapshot, audited),
      schemaChangeIn,
      fail: (apiError) => ({ kind: 'failed', apiError }),
    },
    snapshotHolder,
  );

/** An operation that is retried if the catalog is outdated. */
interface Reloadable<T> {
  readonly run: (snapshot: Snapshot) => Promise<T>;
  readonly schemaChangeIn: (result: T) => SchemaChanged | undefined;
  /** Returns the result for an error that a reload of the catalog does not fix. */
  readonly fail: (apiError: ApiError) => T;
}

/**
 * Runs an operation. If the database no longer matches its catalog, reloads the catalog and retries once.
 * @throws Error if the error persists with an unchanged catalog, and no routine or trigger can be its cause
 */
export async function runReloading<T>(reloadable: Reloadable<T>, snapshotHolder: SnapshotHolder): Promise<T> {
  const { run, schemaChangeIn: changeIn } = reloadable;
  const persistentError = (schemaChange: SchemaChanged, { exposesDatabaseErrors: exposeToClients }: Snapshot): T =>
    reloadable.fail(withDatabaseError(persistentApiError(schemaChange), { entities: [], exposeToClients }));
  const snapshot = snapshotHolder.get();
  const result = await run(snapshot);
  const schemaChange = changeIn(result);
  if (schemaChange === undefined) return result;
  if (snapshotHolder.isPersistent(schemaChange)) return persistentError(schemaChange, snapshot);
  if (!(await snapshotHolder.refresh(snapshot))) {
    return schemaChange.isRoutineErrorLikely && snapshotHolder.get() === snapshot
      ? persistentError(schemaChange, snapshot)
      : result;
  }
  const retried = await run(snapshotHolder.get());
  const remaining = changeIn(retried);
  if (remaining === undefined) return retried;
  if (snapshotHolder.get().catalogVersion !== snapshot.catalogVersion && !remaining.isRoutineErrorLikely)
    return retried;
  snapshotHolder.rememberPersistent(remaining);
  return persistentError(remaining, snapshotHolder.get());
}

function schemaChangeIn(result: AnswerResult): SchemaChanged | undefined {
  const [apiError] = result.kind === 'rejected' ? result.apiErrors : [];
  return apiError instanceof SchemaChanged ? apiError : undefined;
}

/** @throws Error if no routine or trigger can be the cause */
function persistentApiError({ cause, routineError }: SchemaChanged): ApiError {
  if (routineError !== undefined) return routineError;
  throw new Error('The database rejected a statement that matches its catalog, even after the catalog was reloaded.', {
    cause,
  });
}

async function answerWith(
  request: AnswerRequest,
  snapshot: Snapshot,
  audited: AuditedOperation | undefined,
): Promise<AnswerResult> {
  const prepared = catchApiErrors(() => prepare(request, snapshot));
  if ('apiErrors' in prepared) {
    const challenge = (apiError: ApiError) =>
      challengeAnonymous(apiError, request.identity.role, snapshot.authentication);
    return { kind: 'rejected', apiErrors: prepared.apiErrors.map(challenge) };
  }
  const { observers } = snapshot;
  endStage(observers, request.received, 'plan');
  const { script, requests, values } = prepared;
  if (request.received !== undefined) request.received.entities = script.entities;
  try {
    const started = audited?.start({ ...prepared, model: snapshot.model });
    if (started !== undefined) await started;
    const { signal, deadline } = request;
    const role = snapshot.exposesDatabaseErrors ? undefined : request.identity.role;
    const limit = anonymousLimit(request.identity, snapshot.anonymousStatementTimeoutMs);
    const execution = runScript(requests, { entities: script.entities, role, signal, deadline, limit }, snapshot);
    observeExecution(execution, script, request, snapshot);
    const outcome = await execution;
    endStage(observers, request.received, 'database');
    const introspect = (field: SelectedField) => snapshot.introspections.answer(field, values);
    const assemble = request.metadata === undefined ? assembleAnswer : assembleWithMetadata;
    const assembled = assemble(script, { ...outcome, introspect });
    const changes = countChanges(script, outcome.outcomes);
    audited?.setWrites(findWrites(script, outcome.outcomes));
    return { kind: 'answered', ...assembled, entities: script.entities, changes };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // `Unavailable` and `OutcomeUnknown` reject the whole request, so that the response has their HTTP status.
    if (isTransient(error)) return { kind: 'rejected', apiErrors: [error] };
    const { entities } = script;
    return {
      kind: 'failed',
      apiError: withDatabaseError(error, { entities, exposeToClients: snapshot.exposesDatabaseErrors }),
    };
  }
}

export function prepare(request: AnswerRequest, snapshot: Snapshot): BoundScript | RejectedRequest {
  // A document that was validated with an earlier schema may be invalid in the new one.
  const { schema = snapshot.schema } = request;
  if (schema !== snapshot.schema && schema !== snapshot.restSchema) return { apiErrors: [outdatedDocumentError()] };
  const coerced = coerceRequest(request, snapshot);
  if ('apiErrors' in coerced) return coerced;
  const { values, key, operation, plan } = coerced;
  const script = snapshot.scripts.get(request.document, key, () => {
    const since = performance.now();
    const compiled = snapshot.store.compile(plan());
    const duration = performance.now() - since;
    const { received, identity } = request;
    snapshot.observers.observe({ kind: 'planned', request: received, identity, entities: compiled.entities, duration });
    return compiled;
  });
  return { values, operation, plan, script, requests: bindScript(script, { values, ...request }, snapshot) };
}

export interface RejectedRequest {
  readonly apiErrors: readonly ApiError[];
}

function catchApiErrors<T>(work: () => T): T | RejectedRequest {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError) return { apiErrors: [error] };
    throw error;
  }
}

export interface StepResults {
  /** Columns of the read statement: JSON of the root fields, then metadata. */
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
  readonly introspect: (field: SelectedField) => string;
}

type AssembledAnswer = Pick<SuccessfulAnswer, 'data' | 'metadata'>;

/** Joins the JSON of the roots without parsing it. */
export const assembleAnswer = ({ roots }: Script, results: StepResults): AssembledAnswer => ({
  data: formatObject(roots.map((root) => [root.key, rootJson(root, results)])),
  metadata: NO_METADATA,
});

export function assembleWithMetadata({ roots: [root] }: Script, results: StepResults): AssembledAnswer {
  invariant(root, 'metadata belongs to a single root field');
  return { data: rootJson(root, results), metadata: metadataOf(root, results) };
}

/** Returns the traits of a stream; undefined for other operations. */
export function streamOf({ roots: [root] }: Script): StreamTraits | undefined {
  return root?.kind === 'value' ? root.stream : undefined;
}

export function assemblePage(script: Script, values: StepResults['values']): StreamPage {
  const [stream, page, newest] = [streamOf(script), ...values];
  invariant(stream && page && newest, 'a stream statement returns a page, and the cursor of the newest row');
  const pageScript = { ...script, roots: script.roots.slice(0, 1) };
  const { data } = assembleAnswer(pageScript, { values, outcomes: [], introspect: () => 'null' });
  const { order, cursor } = stream;
  return { kind: 'page', data, order, endCursor: cursorIn(page, cursor), newest: cursorIn(newest, NEWEST_CURSOR) };
}

const NO_METADATA: Metadata = {};

function metadataOf(root: ScriptRoot, { values, outcomes }: StepResults): Metadata {
  if (!('metadata' in root) || root.metadata === undefined) return NO_METADATA;
  const [first, texts] = root.kind === 'value' ? [root.index, values] : [0, lastValues(root, outcomes)];
  return Object.fromEntries(root.metadata.map((key, index) => [key, texts?.[first + 1 + index] ?? null]));
}

const formatObject = (members: readonly (readonly [key: string, json: string])[]): string =>
  `{${members.map(([key, json]) => `"${key}":${json}`).join(',')}}`;

function rootJson(root: ScriptRoot, { values, outcomes, introspect }: StepResults): string {
  switch (root.kind) {
    case 'introspection':
      return introspect(root.field);
    case 'value': {
      const value = values[root.index];
      invariant(value !== undefined, 'the statement gives a value for each root');
      return value ?? 'null';
    }
    case 'writtenRow':
      return lastValues(root, outcomes)?.[0] ?? 'null';
    case 'bulkResult':
      return formatObject(root.members.map((member) => [member.key, memberJson(member, outcomes)]));
    default:
      return memberJson(root, outcomes);
  }
}

const lastValues = ({ steps }: { readonly steps: readonly number[] }, outcomes: Outcomes) =>
  steps.map((step) => outcomes[step]).findLast((row) => row !== undefined)?.values;

function memberJson(member: ChangesMember, outcomes: Outcomes): string {
  if (member.kind === 'constant') return member.json;
  const rows = member.steps.flatMap((step) => outcomes[step] ?? []);
  if (member.kind === 'affected') return String(rows.reduce((sum, { affected }) => sum + affected, 0));
  const texts = rows.map(({ values }) => values[member.index] ?? null);
  // null stands for a row that the role may not read.
  return member.form === 'list' ? (texts[0] ?? '[]') : `[${texts.filter((text) => text !== null).join(',')}]`;
}

export interface ScriptOutcome {
  readonly values: readonly (string | null)[];
  readonly outcomes: Outcomes;
}

const EMPTY_OUTCOME: ScriptOutcome = { values: [], outcomes: [] };

/**
 * Runs all requests of a script. `limit` applies only to reads.
 * @throws ApiError for a database error or a failed write
 */
async function runScript(
  requests: readonly BoundRequest[],
  sessionRequest: SessionRequest,
  context: ExecutionContext,
): Promise<ScriptOutcome> {
  const [first] = requests;
  if (first === undefined) return EMPTY_OUTCOME;
  const { limit, ...unlimited } = sessionRequest;
  if (!isRead(first)) {
    return { values: [], outcomes: await runChanges(requests.filter(isChange), unlimited, context) };
  }
  const { entities, signal } = sessionRequest;
  return { values: await runRead({ bound: first, entities, signal, limit }, context), outcomes: [] };
}

const isChange = (bound: BoundRequest): bound is BoundRequest<ChangeRequest> => bound.request.kind === 'change';

const NO_CHANGES: ReadonlyMap<string, RootChange> = new Map();

const NO_CHANGE: RootChange = { affected: 0, created: false };

/** Returns row counts by response key of the root field. */
function countChanges(script: Script, outcomes: Outcomes): ReadonlyMap<string, RootChange> {
  if (outcomes.length === 0) return NO_CHANGES;
  const changes = new Map<string, RootChange>();
  for (const { step, affected } of findWrites(script, outcomes)) {
    const before = changes.get(step.root) ?? NO_CHANGE;
    changes.set(step.root, {
      affected: before.affected + affected,
      created: before.created || (step.kind === 'insert' && affected > 0),
    });
  }
  return changes;
}

function observeExecution(
  execution: Promise<ScriptOutcome>,
  script: Script,
  { identity, received: request }: AnswerRequest,
  { observers }: Snapshot,
): void {
  const { requests, entities } = script;
  if (requests.length === 0 || !observers.isObserved('executed')) return;
  const since = performance.now();
  const observe = (changes: readonly ObservedChange[], failed: { readonly error?: unknown }): void => {
    const duration = performance.now() - since;
    const operation = requests[0]?.kind === 'change' ? ('mutation' as const) : ('query' as const);
    const event = { request, identity, entities, operation, statements: requests.length, duration, changes };
    observers.observe({ kind: 'executed', ...event, ...failed });
  };
  execution.then(
    (outcome) => observe(changesOf(script, outcome), {}),
    (error) => observe([], { error }),
  );
}

const changesOf = (script: Script, { outcomes }: ScriptOutcome): readonly ObservedChange[] =>
  findWrites(script, outcomes).flatMap(({ step, affected }) =>
    affected === 0
      ? []
      : [{ entity: isRoutine(step) ? undefined : step.entity, rows: affected, created: step.kind === 'insert' }],
  );

interface ErrorReportOptions {
  readonly entities: readonly string[];
  readonly exposeToClients: boolean;
}

export function withDatabaseError(apiError: ApiError, { entities, exposeToClients }: ErrorReportOptions): ApiError {
  if (apiError.databaseError === undefined) return apiError;
  const databaseError =
    apiError.databaseError.entities.length > 0 ? apiError.databaseError : { ...apiError.databaseError, entities };
  if (!exposeToClients) return copyApiError(apiError, { databaseError });
  const { entities: entityNames, message: databaseMessage, ...databaseDetails } = databaseError;
  const entityDetails = entityNames.length === 1 ? { entity: entityNames[0] } : { entities: entityNames };
  return copyApiError(apiError, {
    databaseError,
    // Some errors already have the message of the database.
    message:
      databaseMessage === apiError.message ? databaseMessage : `${apiError.message} Database error: ${databaseMessage}`,
    details: { ...entityDetails, ...databaseDetails, ...apiError.details },
  });
}

interface CompletedWrite {
  readonly step: CountedStep;
  readonly affected: number;
}

/** Returns completed writes in order. The last counted step of a write determines its row count. */
function findWrites({ requests }: Script, outcomes: Outcomes): readonly CompletedWrite[] {
  if (outcomes.length === 0) return [];
  const steps = requests.flatMap((request) => (request.kind === 'change' ? request.steps : []));
  const writes = new Map<number, CompletedWrite>();
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || !isCounted(step)) continue;
    writes.set(step.write, { step, affected: outcome.affected });
  }
  return [...writes.values()];
}
