import { hash as hashText } from 'node:crypto';
import type { AuditedOperation } from '../audit/audit.ts';
import { ApiError, isTransient } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import { cancellable } from '../execute/admission/cancellable.ts';
import { toApiError } from '../execute/errors/to-api-error.ts';
import { isUnavailable } from '../execute/retry.ts';
import { runRead } from '../execute/run-read.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { CohortScript } from '../store/cohort-script.ts';
import { runOne } from '../store/run-one.ts';
import { SchemaChanged } from '../store/schema-changed.ts';
import { type BoundRequest, isRead, type ReadRequest, type Script } from '../store/script.ts';
import { assembleAnswer, assembleWithMetadata, type BoundScript, prepare, withDatabaseError } from './answer.ts';
import { auditRejection } from './answer-audited.ts';
import type { AnswerRequest, LiveMember, LiveReads, LiveRequest, LiveResult } from './application.ts';
import type { Snapshot } from './snapshot.ts';
import type { SnapshotHolder } from './snapshot-holder.ts';

/** A statement for several members is canceled after so many milliseconds. Its halves then run separately. */
const SLOW_MS = 1_000;

/** A member, prepared for one snapshot. */
interface PreparedMember extends LiveMember {
  readonly request: AnswerRequest;
  readonly snapshot: Snapshot;
  readonly script: Script;
  readonly bound: BoundRequest<ReadRequest> | undefined;
  readonly cohortScript: CohortScript | undefined;
  readonly values: BoundScript['values'];
}

interface PreparedRead {
  /** As the caller passed it, also if it has been prepared again. */
  readonly member: LiveMember;
  readonly prepared: PreparedMember;
  readonly hash: string | undefined;
}

interface UnrecordedStart {
  readonly audited: AuditedOperation;
  readonly started: Parameters<AuditedOperation['start']>[0];
}

/**
 * Reads of live queries, on the sessions `live` of the driver. A transient error or a lost session fails the members of
 * the statement, and the next read repeats it.
 */
export class CohortReads implements LiveReads {
  readonly #snapshots: SnapshotHolder;
  /** By script, which is shared by callers of equal shape and role. */
  readonly #cohorts = new WeakMap<Script, { readonly script: CohortScript | undefined }>();
  /** Members of a statement, if fewer than its maximum: larger statements were slow, or returned too much. */
  readonly #sizes = new WeakMap<CohortScript, number>();
  /** Members that exceeded `SLOW_MS`. They run alone from then on. */
  readonly #slow = new WeakSet<LiveMember>();
  /** Members that were prepared again, because the catalog has changed. */
  readonly #renewed = new WeakMap<LiveMember, PreparedMember>();
  /** Members whose start is not in the audit log yet. */
  readonly #unrecorded = new WeakMap<LiveMember, UnrecordedStart>();

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

  /** Reads members of one cohort. A failing or slow member does not affect the others. Never rejects. */
  async read(reads: readonly LiveRequest[], signal?: AbortSignal): Promise<readonly LiveResult[]> {
    const results = new Map<number, LiveResult>();
    const shared: number[] = [];
    const alone: number[] = [];
    const prepared = reads.map(({ member, hash }, index): PreparedRead | undefined => {
      try {
        const current = this.#current(member);
        const isShared = current.cohortScript !== undefined && !this.#slow.has(member) && !hasSettings(current);
        (isShared ? shared : alone).push(index);
        return { member, prepared: current, hash };
      } catch (error) {
        results.set(index, failed(error));
        return undefined;
      }
    });
    const readAt = (index: number): PreparedRead => {
      const read = prepared[index];
      invariant(read, 'only prepared members are read');
      return read;
    };
    const readAlone = async (index: number): Promise<void> => {
      results.set(index, await this.#readAlone(readAt(index), signal));
    };
    const readShared = async (indexes: readonly number[]): Promise<void> => {
      const [first] = indexes;
      if (first === undefined) return;
      if (indexes.length === 1) return readAlone(first);
      const outcome = await readCohort(indexes.map(readAt), signal);
      this.#adaptSize(readAt(first).prepared.cohortScript, indexes.length, outcome);
      if (!('error' in outcome)) {
        for (const [position, index] of indexes.entries()) {
          results.set(index, outcome.results[position] ?? { kind: 'unchanged' });
        }
        return;
      }
      if (outcome.isSlow && indexes.length === 2) {
        for (const index of indexes) this.#slow.add(readAt(index).member);
      }
      if (isUnavailable(outcome.error)) {
        for (const index of indexes) results.set(index, failed(outcome.error));
        return;
      }
      const middle = Math.ceil(indexes.length / 2);
      await Promise.all([readShared(indexes.slice(0, middle)), readShared(indexes.slice(middle))]);
    };
    await Promise.all([...this.#chunksOf(shared, readAt).map(readShared), ...alone.map(readAlone)]);
    return Promise.all(
      reads.map(({ member }, index) => {
        const result = results.get(index) ?? failed(new Error('The member was not read.'));
        const unrecorded = this.#unrecorded.get(member);
        return unrecorded === undefined ? result : this.#record(member, unrecorded, result);
      }),
    );
  }

  /** Writes the first result of a member to the audit log, before anyone gets the result. */
  async #record(member: LiveMember, { audited, started }: UnrecordedStart, result: LiveResult): Promise<LiveResult> {
    if (result.kind === 'unchanged' || (result.kind === 'failed' && isTransient(result.apiError))) return result;
    this.#unrecorded.delete(member);
    try {
      await audited.start(started);
      await (result.kind === 'changed' ? audited.succeed(result) : audited.fail(result.apiError.code));
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
    const cohort = this.#cohorts.get(script) ?? { script: first && snapshot.store.compileCohort(plan()) };
    this.#cohorts.set(script, cohort);
    const { entities } = script;
    const member: PreparedMember = {
      cohort: JSON.stringify([cohort.script?.name ?? first?.request.name, request.identity.role, first?.settings]),
      entities,
      hasUntrackedDependencies: snapshot.model.entities.some(
        ({ name, source }) => source.evaluates === true && entities.includes(name),
      ),
      request,
      snapshot,
      script,
      bound: first,
      cohortScript: cohort.script,
      values,
    };
    return { member, bound };
  }

  /** Members prepared for different snapshots or statements never share one. */
  #chunksOf(indexes: readonly number[], readAt: (index: number) => PreparedRead): readonly (readonly number[])[] {
    const groups = Map.groupBy(indexes, (index) => readAt(index).prepared.cohort);
    return [...groups.values()].flatMap((group) => {
      const script = readAt(group[0] ?? 0).prepared.cohortScript;
      const size = script === undefined ? 1 : (this.#sizes.get(script) ?? script.maxMembers);
      return Array.from({ length: Math.ceil(group.length / size) }, (_, chunk) =>
        group.slice(chunk * size, (chunk + 1) * size),
      );
    });
  }

  /** Halves the members of a statement that was slow or returned too much. Doubles them when it is fast again. */
  #adaptSize(script: CohortScript | undefined, size: number, outcome: CohortOutcome): void {
    if (script === undefined) return;
    const known = this.#sizes.get(script) ?? script.maxMembers;
    if ('error' in outcome) {
      const isTooMuch = outcome.isSlow || (outcome.error instanceof ApiError && outcome.error.code === 'LimitExceeded');
      if (isTooMuch) this.#sizes.set(script, Math.min(known, Math.ceil(size / 2)));
    } else if (outcome.took < SLOW_MS / 4 && size === known) {
      this.#sizes.set(script, Math.min(script.maxMembers, 2 * known));
    }
  }

  /** Prepares the member again if the catalog has changed. */
  #current(member: LiveMember): PreparedMember {
    const prepared = this.#renewed.get(member) ?? (member as PreparedMember);
    const current = this.#snapshots.get();
    const { snapshot, request } = prepared;
    if (snapshot === current) return prepared;
    const isRest = request.schema !== undefined && request.schema === snapshot.restSchema;
    const schema = isRest ? current.restSchema : current.schema;
    const renewed = this.#prepare({ ...request, ...(schema && { schema }) }).member;
    this.#renewed.set(member, renewed);
    return renewed;
  }

  /** Runs the single read, whose errors are those of a query. */
  async #readAlone({ prepared, hash }: PreparedRead, signal: AbortSignal | undefined): Promise<LiveResult> {
    const { bound, snapshot, script } = prepared;
    snapshot.observers.observe({ kind: 'liveStatement', members: 1 });
    try {
      const { driver, admissions, pipeline: _, ...others } = snapshot;
      const context = {
        ...others,
        pipeline: undefined,
        driver: { ...driver, reads: driver.live },
        admissions: { ...admissions, reads: admissions.live },
      };
      const { entities } = script;
      const values = bound === undefined ? [] : await runRead({ bound, entities, signal }, context);
      const newHash = hashOf(values);
      return toResult(prepared, newHash, newHash === hash ? undefined : values);
    } catch (error) {
      if (error instanceof SchemaChanged) await this.#snapshots.refresh(snapshot);
      return failed(error, prepared);
    }
  }
}

const hasSettings = ({ bound }: PreparedMember): boolean => bound?.settings !== undefined;

/** The hash that the statement of a cohort calculates. */
const hashOf = (values: readonly (string | null)[]): string =>
  hashText('sha256', values.map((value) => value ?? 'n').join('\n'), 'base64');

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

function failed(error: unknown, prepared?: PreparedMember): LiveResult {
  const apiError =
    error instanceof ApiError
      ? error
      : new ApiError('Internal', 'The service failed to read the result.', { cause: error });
  if (prepared === undefined) return { kind: 'failed', apiError };
  const { script, snapshot } = prepared;
  const options = { entities: script.entities, exposeToClients: snapshot.exposesDatabaseErrors };
  return { kind: 'failed', apiError: withDatabaseError(apiError, options) };
}

type CohortOutcome =
  /** `took` is in milliseconds. */
  | { readonly results: readonly LiveResult[]; readonly took: number }
  | { readonly error: unknown; readonly isSlow: boolean };

async function readCohort(reads: readonly PreparedRead[], signal: AbortSignal | undefined): Promise<CohortOutcome> {
  const [first] = reads;
  invariant(first?.prepared.cohortScript, 'members of a cohort have its script');
  const { cohortScript: script, snapshot } = first.prepared;
  const { driver, admissions } = snapshot;
  const members = reads.map(({ prepared, hash }) => ({ slots: prepared.bound?.values ?? [], hash }));
  let deadline = Number.POSITIVE_INFINITY;
  snapshot.observers.observe({ kind: 'liveStatement', members: reads.length });
  try {
    const bound = { settings: {}, maxBytes: snapshot.maxBytes, ...script.bind(members) };
    const result = await admissions.live.runWithoutTimeout(() =>
      driver.live.use((session) => {
        deadline = performance.now() + SLOW_MS;
        return cancellable(session, { signal, deadline }, () => runOne(session, bound));
      }),
    );
    const results = script.read(result, members);
    const took = SLOW_MS - (deadline - performance.now());
    return { results: results.map(({ hash, values }, index) => toResult(reads[index]?.prepared, hash, values)), took };
  } catch (error) {
    return { error: toApiError(error, driver), isSlow: performance.now() >= deadline };
  }
}
