import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '../base/errors.ts';
import type { Identity } from '../base/identity.ts';
import { parseJson } from '../base/json.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import type { Action, AuditSettings, Config, EntityAudit } from '../config/config.ts';
import type { Model } from '../model/model.ts';
import type { CallValues, Operation } from '../operation/operation.ts';
import { type ChangeStep, isRoutine } from '../store/change-step.ts';
import type { Script } from '../store/script.ts';
import { AuditLog } from './audit-log.ts';
import { type Access, type AuditOf, findAccesses, findRootAccesses, isAudited, type Keys } from './find-accesses.ts';
import { LineFile, type LineTarget } from './line-file.ts';
import { Webhook } from './webhook.ts';

/** The caller of an operation, and its HTTP request if there is one. */
interface AuditedCaller {
  readonly identity: Identity | undefined;
  readonly received?: ReceivedRequest | undefined;
}

interface StartedOperation {
  readonly script: Script;
  readonly operation: () => Operation;
  readonly values: CallValues;
  readonly model: Model;
}

export interface AuditedWrite {
  readonly step: ChangeStep;
  readonly affected: number;
}

export interface AuditedAnswer {
  readonly data: string;
  readonly metadata: Keys;
}

/** Writes a line for each access. See docs/audit.md. */
export class Audit {
  readonly #log: AuditLog;
  readonly #subjectClaim: string;
  readonly #auditOf: AuditOf;
  readonly #accesses = new WeakMap<Script, readonly Access[]>();
  /** Random per process, so that line ids are unique across processes. */
  readonly #prefix = randomBytes(9).toString('base64url');
  #count = 0;

  constructor(
    log: AuditLog,
    { subjectClaim }: Pick<AuditSettings, 'subjectClaim'>,
    entities: ReadonlyMap<string, EntityAudit>,
  ) {
    this.#log = log;
    this.#subjectClaim = subjectClaim;
    this.#auditOf = (entity) => entities.get(entity);
  }

  get waitingCharacters(): number {
    return this.#log.waitingCharacters;
  }

  begin(requested: AuditedCaller): AuditedOperation {
    if (requested.received !== undefined) requested.received.isAudited = true;
    return new AuditedOperation({
      log: this.#log,
      commonMembers: this.#commonMembersOf(requested),
      nextId: () => this.#nextId(),
      accessesOf: (started) => this.#accessesOf(started),
      accessesOfRoots: (operation, model) =>
        findRootAccesses(operation, model, this.#auditOf).filter((access) => isAudited(access, this.#auditOf)),
    });
  }

  /**
   * Writes the line of a request that was denied before its operation was known.
   * @throws ApiError Unavailable, thrown or as a rejected promise, if the line cannot be written and
   * `audit.on-failure` is `refuse`
   */
  deny(
    requested: AuditedCaller,
    { entity, action, code }: { readonly entity?: string; readonly action?: Action; readonly code?: ErrorCode },
  ): Promise<void> | undefined {
    const access = entity !== undefined && action !== undefined && { entity, action };
    if (access && !isAudited(access, this.#auditOf)) return undefined;
    const fields = access ? describe(access) : '';
    return this.#log.write(
      lineOf(this.#nextId(), `${this.#commonMembersOf(requested)}${fields}`, outcomeOf('denied', code)),
      1,
    );
  }

  /**
   * Writes the lines of a call that ends the connections of callers: `pending` before it, and then its outcome.
   * @throws ApiError Unavailable if the first line cannot be written and `audit.on-failure` is `refuse`
   */
  async revoke(requested: AuditedCaller, callers: object, end: () => Promise<number>): Promise<number> {
    if (requested.received !== undefined) requested.received.isAudited = true;
    const id = this.#nextId();
    const fields = `${this.#commonMembersOf(requested)},"action":"revoke"${member('callers', callers)}`;
    await this.#log.write(lineOf(id, fields, PENDING), 1);
    try {
      const ended = await end();
      await this.#log.writeOutcome(lineOf(id, fields, `${member('ended', ended)}${OK}`), 1);
      return ended;
    } catch (error) {
      await this.#log.writeOutcome(lineOf(id, fields, outcomeOf('unknown', 'Internal')), 1);
      throw error;
    }
  }

  reopen(): void {
    this.#log.reopen();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  #accessesOf({ script, operation, model }: StartedOperation): readonly Access[] {
    const cached = this.#accesses.get(script);
    if (cached !== undefined) return cached;
    const all = findAccesses(operation(), script, { model, auditOf: this.#auditOf });
    const accesses = all
      .filter((access) => isAudited(access, this.#auditOf))
      .map((access) => ({ ...access, members: describe(access) }));
    this.#accesses.set(script, accesses);
    return accesses;
  }

  #nextId(): string {
    this.#count += 1;
    return `${this.#prefix}-${this.#count}`;
  }

  #commonMembersOf({ identity, received }: AuditedCaller): string {
    const subject = identity?.claims[this.#subjectClaim];
    return member('request', received?.id) + member('subject', subject) + member('role', identity?.role);
  }
}

interface OperationContext {
  readonly log: AuditLog;
  /** JSON members that all lines of the request share. */
  readonly commonMembers: string;
  readonly nextId: () => string;
  readonly accessesOf: (started: StartedOperation) => readonly Access[];
  readonly accessesOfRoots: (operation: Operation, model: Model) => readonly Access[];
}

interface OpenAccess {
  readonly access: Access;
  readonly id: string;
  /** JSON members that the request determines, such as arguments. */
  readonly fields: string;
}

/**
 * The lines of one operation. A change has two lines with one id: `pending` before its first statement, and its outcome
 * before the response. Other operations have one line per access, before the response.
 */
export class AuditedOperation {
  readonly #context: OperationContext;
  #accesses: readonly OpenAccess[] | undefined;
  #isPending = false;
  #writes: readonly AuditedWrite[] = [];

  constructor(context: OperationContext) {
    this.#context = context;
  }

  get hasStarted(): boolean {
    return this.#accesses !== undefined;
  }

  /**
   * Writes the `pending` lines of a change. Call it before the first statement. Has no effect if the operation is
   * retried.
   * @throws ApiError Unavailable, thrown or as a rejected promise, if the lines cannot be written and
   * `audit.on-failure` is `refuse`
   */
  start(started: StartedOperation): Promise<void> | undefined {
    if (this.hasStarted) return undefined;
    const accesses = this.#context.accessesOf(started);
    this.#accesses = this.#open(accesses, started.values);
    if (accesses.every(({ action }) => action === 'read')) return undefined;
    const written = this.#context.log.write(
      this.#lines(() => PENDING),
      accesses.length,
    );
    const setPending = (): void => {
      this.#isPending = true;
    };
    if (written !== undefined) return written.then(setPending);
    setPending();
    return undefined;
  }

  /** @param writes completed writes, in order */
  setWrites(writes: readonly AuditedWrite[]): void {
    this.#writes = writes;
  }

  succeed(answer: AuditedAnswer): Promise<void> | undefined {
    return this.#end((open) => this.#describeSuccess(open, answer));
  }

  fail(code: ErrorCode): Promise<void> | undefined {
    return this.#end(() => outcomeOf(kindOf(code, this.#isPending), code));
  }

  /** Writes the lines of an operation that was rejected before its start. */
  reject(code: ErrorCode, { operation, model, values }: Omit<StartedOperation, 'script'>): Promise<void> | undefined {
    this.#accesses = this.#open(this.#context.accessesOfRoots(operation(), model), values);
    return this.fail(code);
  }

  #end(outcome: (open: OpenAccess) => string): Promise<void> | undefined {
    const { length = 0 } = this.#accesses ?? [];
    if (length === 0) return undefined;
    const { log } = this.#context;
    const lines = this.#lines(outcome);
    return this.#isPending ? log.writeOutcome(lines, length) : log.write(lines, length);
  }

  #open(accesses: readonly Access[], values: CallValues): readonly OpenAccess[] {
    return accesses.map((access) => ({
      access,
      id: this.#context.nextId(),
      fields:
        (access.members ?? describe(access)) +
        member('keys', access.keys?.(values)) +
        member('values', access.values?.(values)),
    }));
  }

  #lines(outcome: (open: OpenAccess) => string): string {
    const { commonMembers } = this.#context;
    return (this.#accesses ?? [])
      .map((open) => lineOf(open.id, `${commonMembers}${open.fields}`, outcome(open)))
      .join('');
  }

  #describeSuccess({ access }: OpenAccess, answer: AuditedAnswer): string {
    if (access.action === 'read' || access.action === 'execute') return OK;
    const writes = this.#writes.filter(
      ({ step }) => step.root === access.root && !isRoutine(step) && step.entity === access.entity,
    );
    const rows = writes.reduce((sum, { affected }) => sum + affected, 0);
    const isCreated = writes.some(({ step, affected }) => step.kind === 'insert' && affected > 0);
    const created = access.action !== 'create' && isCreated ? ',"created":true' : '';
    const keys = access.keys === undefined && rows > 0 ? createdKeys(access, answer) : undefined;
    return `${member('keys', keys)},"rows":${rows}${created}${OK}`;
  }
}

const OK = ',"outcome":"ok"';
const PENDING = ',"outcome":"pending"';

const DENIALS: readonly ErrorCode[] = ['Forbidden', 'Unauthenticated'];

type Failure = 'denied' | 'failed' | 'unknown';

/** An internal error may have occurred after the commit. */
function kindOf(code: ErrorCode, isChange: boolean): Failure {
  if (DENIALS.includes(code)) return 'denied';
  return code === 'OutcomeUnknown' || (code === 'Internal' && isChange) ? 'unknown' : 'failed';
}

const outcomeOf = (outcome: Failure, code: ErrorCode | undefined): string =>
  `,"outcome":"${outcome}"${member('code', code)}`;

const describe = ({ entity, action }: Pick<Access, 'entity' | 'action'>): string =>
  `,"entity":${JSON.stringify(entity)},"action":"${action}"`;

const member = (name: string, value: unknown): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

const lineOf = (id: string, fields: string, outcome: string): string =>
  `{"time":"${currentTime()}","id":"${id}"${fields}${outcome}}\n`;

let currentSecond = 0;
let secondText = '';

/** Formats the current time like `toISOString`, but calls it only once per second. */
function currentTime(): string {
  const now = Date.now();
  const milliseconds = now % 1000;
  if (now - milliseconds !== currentSecond) {
    currentSecond = now - milliseconds;
    secondText = new Date(now).toISOString().slice(0, -'000Z'.length);
  }
  return `${secondText}${String(milliseconds).padStart(3, '0')}Z`;
}

/** Reads the generated key from the answer. */
function createdKeys({ root, createdKey }: Access, { data, metadata }: AuditedAnswer): readonly Keys[] | undefined {
  if (root === undefined || createdKey === undefined) return undefined;
  const isKeyInMetadata = createdKey.every(({ key }) => key in metadata);
  const row = isKeyInMetadata ? metadata : (parseJson(data) as Readonly<Record<string, Keys | null>> | null)?.[root];
  if (row === null || row === undefined) return undefined;
  return [Object.fromEntries(createdKey.map(({ key, name }) => [name, row[key]]))];
}

/** Returns undefined if the audit log is disabled. */
export function openAudit({ runtime, entities }: Config, observers: Observers): Audit | undefined {
  const settings = runtime.audit;
  if (settings === undefined) return undefined;
  const log = new AuditLog(openTarget(settings, observers), settings, observers);
  return new Audit(log, settings, new Map(entities.map(({ name, audit }) => [name, audit])));
}

function openTarget({ target, sync }: AuditSettings, observers: Observers): LineTarget {
  switch (target.kind) {
    case 'file':
      return new LineFile(target.path, sync);
    case 'stdout':
      return new LineFile(undefined, sync);
    case 'webhook':
      return new Webhook(target, sync, observers);
  }
}
