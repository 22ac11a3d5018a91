import type { AuditedOperation } from '../audit/audit.ts';
import { divide } from '../base/divide.ts';
import { ApiError, isTransient } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import { MAX_TIMER_MS } from '../base/max-timer.ts';
import { Admission } from '../execute/admission/admission.ts';
import { cancellable } from '../execute/admission/cancellable.ts';
import type { ReadValues } from '../execute/admission/session-request.ts';
import { Lane, TimedSessions } from '../execute/admission/timed-sessions.ts';
import { isTimeout, toApiError } from '../execute/errors/to-api-error.ts';
import { isUnavailable } from '../execute/retry.ts';
import { runRead } from '../execute/run-read.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { StreamPosition } from '../operation/stream-position.ts';
import { readsUnnamedTable } from '../plan/shape/find-entities.ts';
import { type BoundMember, bindMember } from '../store/bind-request.ts';
import { type CohortScript, hashValues, PARTS, StatementSizes } from '../store/cohort-script.ts';
import type { ReadSession, Sessions } from '../store/driver.ts';
import { runOne } from '../store/run-one.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import { type BoundRequest, isRead, type ReadRequest, type Script } from '../store/script.ts';
import {
  assembleAnswer,
  assemblePage,
  assembleWithMetadata,
  type BoundScript,
  prepare,
  runReloading,
  streamOf,
  withDatabaseError,
} from './answer.ts';
import { auditRejection } from './answer-audited.ts';
import type {
  AnswerRequest,
  LiveLane,
  LiveMember,
  LiveReadOptions,
  LiveReads,
  LiveRequest,
  LiveResult,
  StreamPage,
} from './application.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

/** Milliseconds after which a statement of the lane is canceled. */
const limits: Readonly<Record<LiveLane, number | undefined>> = { shared: 1_000, suspect: 250, slow: undefined };

/** If a statement takes less than these milliseconds, the next one may have twice as many members. */
const FAST_MS = 250;

/** Admits every read of a lane. Otherwise, a read could occupy the lane while it waits for a read of its entities. */
const unlimited = new Admission({ max: Infinity, maxWaiting: 0, acquireTimeoutMs: MAX_TIMER_MS });

/** A member, prepared for one snapshot. */
interface PreparedMember extends LiveMember {
  readonly request: AnswerRequest;
  readonly snapshot: Snapshot;
  readonly script: Script;
  readonly bound: BoundRequest<ReadRequest> | undefined;
  /** Absent if the member is read alone. */
  readonly cohortRead: BoundMember | undefined;
  readonly values: BoundScript['values'];
}

interface PreparedRead {
  readonly index: number;
  /** The member that the caller passed, even if `prepared` belongs to a newer snapshot. */
  readonly member: LiveMember;
  readonly prepared: PreparedMember;
  readonly hash: string | undefined;
}

interface UnrecordedStart {
  readonly audited: AuditedOperation;
  readonly started: Parameters<AuditedOperation['start']>[0];
}

/**
 * Reads live queries, on the sessions `live` of the driver. If no session is available, all members of the statement
 * fail, and the next read repeats it. If a statement is slow or loses its session, its members are `canceled`.
 */
export class CohortReads implements LiveReads {
  readonly #snapshots: SnapshotHolder;
  /** By script, which is shared by callers of equal shape and role. */
  readonly #cohorts = new WeakMap<
    Script,
    { readonly script: CohortScript | undefined; readonly readsUnnamedTable: boolean }
  >();
  readonly #sizes = new StatementSizes();
  /** Members that were prepared again, because the catalog has changed. */
  readonly #renewed = new WeakMap<LiveMember, PreparedMember>();
  /** Members whose start is not in the audit log yet. */
  readonly #unrecorded = new WeakMap<LiveMember, UnrecordedStart>();
  /** `slow` may occupy two of the three sessions. `suspect` shares the third session with the shared reads. */
  readonly #lanes = { suspect: new Lane(1), slow: new Lane(2) };

  constructor(snapshots: SnapshotHolder) {
    this.#snapshots = snapshots;
  }

  /** @throws ApiError as a query would: invalid variables, missing permissions, limits */
  prepare(request: AnswerRequest): LiveMember {
    const snapshot = this.#snapshots.get();
    const { member, bound } = this.#prepare(request);
    const audited = snapshot.audit?.begin(request);
    if (audited !== undefined) this.#unrecorded.set(member, { audited, started: { ...bound, model: snapshot.model } });
    return member;
  }

  reject(request: AnswerRequest, apiError: ApiError): Promise<void> {
    return auditRejection(request, this.#snapshots.get(), apiError);
  }

  /** Reads members of one cohort. A failing member does not fail the others. Never rejects. */
  read(reads: readonly LiveRequest[], options: LiveReadOptions = {}): Promise<readonly LiveResult[]> {
    const { lane = 'shared', signal } = options;
    const read = () => this.#read(reads, options, lane);
    if (lane === 'shared') return read();
    const results = this.#lanes[lane].run(reads[0]?.member.entities ?? [], read, signal);
    return results.catch((error) => reads.map(() => failed(error)));
  }

  async #read(
    reads: readonly LiveRequest[],
    { signal, deliver }: LiveReadOptions,
    lane: LiveLane,
  ): Promise<readonly LiveResult[]> {
    const results: LiveResult[] = [];
    const readAll = async (parts: readonly (readonly PreparedRead[])[]): Promise<void> => {
      if (lane === 'shared') await Promise.all(parts.map(readPart));
      else for (const part of parts) await readPart(part);
    };
    const readPart = async (part: readonly PreparedRead[]): Promise<void> => {
      const outcome = await this.#readPart(part, signal, lane);
      // If the database is unavailable, the next read repeats the statement.
      if ('error' in outcome && !isUnavailable(outcome.error)) return readAll(divide(part, PARTS));
      await Promise.all(part.map((read, position) => settle(read, resultOf(outcome, position))));
    };
    const settle = async ({ index, member }: Omit<PreparedRead, 'prepared'>, result: LiveResult): Promise<void> => {
      const unrecorded = this.#unrecorded.get(member);
      results[index] = unrecorded === undefined ? result : await this.#record(member, unrecorded, result);
      deliver?.(results[index], index);
    };
    const prepared = await Promise.all(
      reads.map(async ({ member, hash }, index): Promise<readonly PreparedRead[]> => {
        try {
          return [{ index, member, prepared: this.#current(member), hash }];
        } catch (error) {
          await settle({ index, member, hash }, failed(error));
          return [];
        }
      }),
    );
    await readAll(this.#partsOf(prepared.flat()));
    return results;
  }

  async #readPart(
    part: readonly PreparedRead[],
    signal: AbortSignal | undefined,
    lane: LiveLane,
  ): Promise<PartOutcome> {
    const [first, ...others] = part;
    invariant(first, 'a part has members');
    const { snapshot, cohortRead } = first.prepared;
    const isAlone = others.length === 0;
    const readAlone = async () => ({ results: [await this.#readAlone(first, signal, lane)], took: 0 });
    if (isAlone && cohortRead?.script.hashesOtherText !== true) return readAlone();
    const outcome = await readCohort(part, signal, limits[lane]);
    if (lane === 'shared' && signal?.aborted !== true) this.#adaptSize(cohortRead?.script, part.length, outcome);
    if (isAlone && 'error' in outcome) return readAlone();
    if ('cause' in outcome && outcome.cause instanceof SchemaChanged) await this.#snapshots.refresh(snapshot);
    return outcome;
  }

  /** Writes the first result of a member to the audit log, before the client receives it. */
  async #record(member: LiveMember, { audited, started }: UnrecordedStart, result: LiveResult): Promise<LiveResult> {
    if (result.kind !== 'changed' && (result.kind !== 'failed' || isTransient(result.apiError))) return result;
    try {
      await audited.start(started);
      await (result.kind === 'changed' ? audited.succeed(result) : audited.fail(result.apiError.code));
      this.#unrecorded.delete(member);
      return result;
    } catch (error) {
      return failed(error);
    }
  }

  #prepare(request: AnswerRequest): { readonly member: PreparedMember; readonly bound: BoundScript } {
    const snapshot = this.#snapshots.get();
    const bound = prepare(request, snapshot);
    if ('apiErrors' in bound) throw bound.apiErrors[0] ?? new Error('Rejected without a reason');
    const { script, values, requests, plan } = bound;
    const [first] = requests;
    if (first !== undefined && (!isRead(first) || first.request.calls)) {
      throw new ApiError('OperationNotOffered', 'A live query cannot change data or call routines.');
    }
    const stream = streamOf(script);
    // Each stream has its own position, so it reads alone.
    const isShared = first !== undefined && stream === undefined;
    const cohort = this.#cohorts.get(script) ?? {
      script: isShared ? snapshot.store.compileCohort(plan()) : undefined,
      readsUnnamedTable: readsUnnamedTable(plan()),
    };
    this.#cohorts.set(script, cohort);
    const name = cohort.script?.name ?? first?.request.name;
    const cohortRead = bindMember(first?.settings === undefined ? cohort.script : undefined, snapshot.store, values);
    const member: PreparedMember = {
      cohort: JSON.stringify([name, cohortRead?.key, request.identity.role, first?.settings]),
      entities: script.entities,
      readsUnnamedTable: cohort.readsUnnamedTable,
      request,
      snapshot,
      script,
      bound: first,
      cohortRead,
      values,
      ...(stream && { stream: stream.order }),
    };
    return { member, bound };
  }

  /** Divides reads into parts. The members of a part have the same cohort and share a statement. */
  #partsOf(reads: readonly PreparedRead[]): readonly (readonly PreparedRead[])[] {
    const groups = Map.groupBy(reads, ({ prepared }) => prepared.cohort);
    return [...groups.values()].flatMap((group) => {
      const [first] = group;
      const { cohortRead, snapshot } = first?.prepared ?? {};
      if (cohortRead === undefined) return divide(group, group.length);
      const bytesOf = ({ prepared }: PreparedRead): number => prepared.cohortRead?.bytes ?? 0;
      return this.#sizes.divide(group, cohortRead.script, bytesOf, snapshot?.driver.maxRequestBytes?.());
    });
  }

  #adaptSize(script: CohortScript | undefined, size: number, outcome: PartOutcome): void {
    if (script === undefined) return;
    if ('cause' in outcome || ('error' in outcome && isTooLarge(outcome.error))) this.#sizes.shrink(script, size);
    else if ('results' in outcome && outcome.took < FAST_MS) this.#sizes.grow(script, size);
  }

  /** Prepares the member again if the catalog has changed. */
  #current(member: LiveMember): PreparedMember {
    const prepared = this.#renewed.get(member) ?? (member as PreparedMember);
    const current = this.#snapshots.get();
    const { snapshot, request } = prepared;
    if (snapshot === current) return prepared;
    const isRest = request.schema !== undefined && request.schema === snapshot.restSchema;
    const schema = isRest ? current.restSchema : current.schema;
    const [apiError] = (schema !== request.schema && request.validate?.(request.document)) || [];
    if (apiError !== undefined) throw apiError;
    const renewed = this.#prepare({ ...request, ...(schema && { schema }) }).member;
    this.#renewed.set(member, renewed);
    return renewed;
  }

  /** Runs the single read, whose errors are those of a query. */
  #readAlone({ member, hash }: PreparedRead, signal: AbortSignal | undefined, lane: LiveLane): Promise<LiveResult> {
    return this.#reloading<LiveResult>(async () => {
      const prepared = this.#current(member);
      const { driver, admissions } = prepared.snapshot;
      const timed = new TimedSessions(driver.live, limits[lane]);
      try {
        const signals = [timed.signal, ...(signal === undefined ? [] : [signal])];
        const run = (admission?: Admission) => this.#run(prepared, AbortSignal.any(signals), timed, admission);
        const values = await (lane === 'shared' ? run() : admissions.live.runWithoutTimeout(() => run(unlimited)));
        const newHash = hashValues(values);
        const result = toResult(prepared, newHash, newHash === hash ? undefined : values);
        return timed.took < (limits.suspect ?? 0) ? result : { ...result, isSlow: true };
      } catch (error) {
        return timed.signal.aborted ? { kind: 'canceled' } : failed(error, prepared);
      }
    });
  }

  /** Repeats a read if the catalog has changed. If a reload does not help, the error is that of a query. */
  async #reloading<T extends { readonly kind: string }>(run: () => Promise<T>): Promise<T | FailedRead> {
    const schemaChangeIn = (result: T | FailedRead) =>
      'apiError' in result && result.apiError instanceof SchemaChanged ? result.apiError : undefined;
    const fail = (apiError: ApiError) => failed(apiError);
    const before = this.#snapshots.get();
    try {
      const result = await runReloading<T | FailedRead>({ run, schemaChangeIn, fail }, this.#snapshots);
      // The next run validates the document with the new schema.
      const mayRepeat = schemaChangeIn(result) !== undefined && this.#snapshots.get() !== before;
      return mayRepeat ? await run() : result;
    } catch (error) {
      return failed(error);
    }
  }

  async readPage(member: LiveMember, position: StreamPosition, signal?: AbortSignal): Promise<StreamPage> {
    const page = await this.#reloading<StreamPage>(async () => {
      const prepared = this.#prepare({ ...this.#current(member).request, position }).member;
      return this.#run(prepared, signal).then(
        (values) => assemblePage(prepared.script, values),
        (error) => failed(error, prepared),
      );
    });
    const unrecorded = this.#unrecorded.get(member);
    if (unrecorded === undefined) return page;
    const start = page.kind === 'page' ? ({ kind: 'changed', hash: '', data: page.data, metadata: {} } as const) : page;
    const recorded = await this.#record(member, unrecorded, start);
    return recorded.kind === 'failed' ? recorded : page;
  }

  async #run(
    { bound, snapshot, script }: PreparedMember,
    signal: AbortSignal | undefined,
    sessions: Sessions<ReadSession> = snapshot.driver.live,
    reads: Admission = snapshot.admissions.live,
  ): Promise<ReadValues> {
    const { driver, admissions, pipeline: _, observers, ...others } = snapshot;
    observers.observe({ kind: 'liveStatement', members: 1 });
    const context = {
      ...others,
      observers,
      pipeline: undefined,
      driver: { ...driver, reads: sessions },
      admissions: { ...admissions, reads },
    };
    return bound === undefined ? [] : runRead({ bound, entities: script.entities, signal }, context);
  }
}

function toResult(
  prepared: PreparedMember | undefined,
  hash: string,
  values: readonly (string | null)[] | undefined,
): LiveResult {
  if (values === undefined || prepared === undefined) return { kind: 'unchanged' };
  const { script, snapshot } = prepared;
  const introspect = (field: SelectedField) => snapshot.introspections.answer(field, prepared.values);
  const assemble = prepared.request.metadata === undefined ? assembleAnswer : assembleWithMetadata;
  return { kind: 'changed', hash, ...assemble(script, { values, outcomes: [], introspect }) };
}

type FailedRead = Extract<LiveResult, { kind: 'failed' }>;

function failed(error: unknown, prepared?: PreparedMember): FailedRead {
  const apiError =
    error instanceof ApiError
      ? error
      : new ApiError('Internal', 'The service failed to read the result.', { cause: error });
  if (prepared === undefined) return { kind: 'failed', apiError };
  const { script, snapshot } = prepared;
  const options = { entities: script.entities, exposeToClients: snapshot.exposesDatabaseErrors };
  return { kind: 'failed', apiError: withDatabaseError(apiError, options) };
}

type PartOutcome =
  /** `took` is in milliseconds. */
  | { readonly results: readonly LiveResult[]; readonly took: number }
  /** The statement was canceled, or lost its session. One of the members may be slow, or end every session. */
  | { readonly cause: unknown }
  | { readonly error: unknown };

function resultOf(outcome: PartOutcome, position: number): LiveResult {
  if ('error' in outcome) return failed(outcome.error);
  return 'cause' in outcome ? { kind: 'canceled' } : (outcome.results[position] ?? { kind: 'unchanged' });
}

const isTooLarge = (error: unknown): boolean => error instanceof ApiError && error.code === 'LimitExceeded';

/** @param limit milliseconds after which the statement is canceled */
async function readCohort(
  reads: readonly PreparedRead[],
  signal: AbortSignal | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<PartOutcome> {
  const [first] = reads;
  invariant(first?.prepared.cohortRead, 'members of a cohort have its script');
  const { snapshot, cohortRead } = first.prepared;
  const { script } = cohortRead;
  const { driver, admissions } = snapshot;
  const members = reads.map(({ prepared, hash }) => ({ values: prepared.cohortRead?.values ?? [], hash }));
  let startedAt = Number.POSITIVE_INFINITY;
  try {
    snapshot.observers.observe({ kind: 'liveStatement', members: reads.length });
    const bound = { settings: {}, maxBytes: snapshot.maxBytes, ...script.bind(members) };
    const result = await admissions.live.runWithoutTimeout(() =>
      driver.live.use((session) => {
        startedAt = performance.now();
        const deadline = Number.isFinite(limit) ? startedAt + limit : undefined;
        return cancellable(session, { signal, deadline }, () => runOne(session, bound));
      }),
    );
    const took = performance.now() - startedAt;
    const results = script.read(result, members);
    return { results: results.map(({ hash, values }, index) => toResult(reads[index]?.prepared, hash, values)), took };
  } catch (error) {
    const apiError = toApiError(error, driver);
    const isSent = startedAt <= performance.now();
    const isSlow = performance.now() >= startedAt + limit || isTimeout(apiError);
    return isSlow || (isSent && isUnavailable(apiError)) ? { cause: apiError } : { error: apiError };
  }
}
