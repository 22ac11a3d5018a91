import { conjunction, isNotTrue } from '../plan/filter/predicates.ts';
import type { Change, ChangeAnswer, Delete, Insert, Probe, Update, Write, WriteError } from '../plan/shape/changes.ts';
import type { Matches, Predicate } from '../plan/shape/predicate.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { missingReference } from '../plan/write/write-errors.ts';
import type { ChangeStep, RequiredColumns, StepCondition } from '../store/change-step.ts';
import { describeRoot, formOf } from '../store/describe-answer.ts';
import { nameStatement } from '../store/name-statement.ts';
import type { ChangeRequest, ScriptRoot } from '../store/script.ts';
import type { DocumentContext } from './command.ts';
import {
  type CompiledCommand,
  compileFind,
  compileInsert,
  compileInsertCheck,
  compileReread,
  compileRowWrite,
  ID,
} from './compile-write.ts';
import { isOwn, splitMatches, withAssigned } from './write-conditions.ts';
import { areOwnValues, type ReturnedRows } from './written-values.ts';

export interface CompiledStep extends CompiledCommand {
  readonly step: ChangeStep;
  readonly returnsValues: boolean;
  /** Number of documents that the step may change. */
  readonly changes: 'nothing' | 'one' | 'many';
  /** True if the step is correct only within a transaction. */
  readonly needsTransaction: boolean;
}

interface CompiledChange {
  readonly steps: readonly CompiledStep[];
  readonly root: ScriptRoot;
}

/** A write, with the values that the operation needs from its documents. */
interface WriteRequest<W extends Write> {
  readonly write: W;
  /** Response key of the root field. */
  readonly root: string;
  readonly values: readonly ReturnedRows[];
  /** Columns whose values later writes need. */
  readonly captures: readonly string[];
  readonly context: DocumentContext;
}

/**
 * Compiles a mutation field. A write whose condition and policy read only its document is one command, with both in its
 * filter. Otherwise, a find step captures the keys before the write, or a reread after the write checks the policy in
 * the same transaction. Further commands read values that the write cannot return, or find the reason why it changed
 * nothing.
 * @param firstStep index of the first step in the mutation
 */
export function compileChange(
  { writes, answer }: Change,
  root: string,
  firstStep: number,
  context: DocumentContext,
): CompiledChange {
  const compiled = writes.map((write) => {
    const values = answer.kind !== 'nothing' && answer.of.includes(write.id) ? valuesOf(answer) : [];
    return compileSteps({ write, root, values, captures: findCaptured(write.id, writes), context });
  });
  // Documents are read after all writes of the field.
  const steps = [...compiled.flatMap(({ own }) => own), ...compiled.flatMap(({ after }) => after)];
  const find = (matches: (step: CompiledStep) => boolean): number | undefined => {
    const index = steps.findIndex(matches);
    return index < 0 ? undefined : firstStep + index;
  };
  const writeStepOf = (id: number): number =>
    find(({ step }) => writeOf(step) === id && WRITES.has(step.kind)) ?? firstStep;
  const stepOf = (id: number): number =>
    find(({ step, returnsValues }) => writeOf(step) === id && returnsValues) ?? writeStepOf(id);
  return { steps, root: describeRoot(answer, root, { stepOf, writeStepOf }) };
}

const WRITES: ReadonlySet<ChangeStep['kind']> = new Set(['insert', 'update', 'delete'] as const);

const writeOf = (step: ChangeStep): number | undefined =>
  'write' in step ? step.write : step.when.kind === 'changed' ? step.when.write : undefined;

/** Creates the requests for the steps of a mutation, and determines whether they need a transaction. */
export function toRequests(
  steps: readonly CompiledStep[],
  { catalogGeneration }: DocumentContext,
): readonly ChangeRequest[] {
  const writing = steps.filter(({ changes }) => changes !== 'nothing');
  const areExclusive = writing.every(({ step: { when } }, index) =>
    writing
      .slice(0, index)
      .every(({ step }) => when.kind === 'noneChanged' && when.writes.some((id) => id === writeOf(step))),
  );
  const isRequired = !areExclusive || steps.some(({ needsTransaction }) => needsTransaction);
  const isBulk = writing.some(({ changes }) => changes === 'many');
  const transaction = isRequired ? {} : ({ transaction: isBulk ? 'optional' : 'none' } as const);
  return steps.map(({ step, text, slots, read, changes }) => ({
    kind: 'change',
    text,
    name: nameStatement(text, catalogGeneration),
    slots,
    steps: [step],
    read: (result) => [read(result)],
    managesTransaction: false,
    ...(changes === 'nothing' && { onlyReads: true }),
    ...transaction,
  }));
}

function valuesOf(answer: Exclude<ChangeAnswer, { kind: 'nothing' }>): readonly ReturnedRows[] {
  if (answer.kind === 'one') {
    return [{ form: 'row', rows: answer.rows, ...(answer.metadata && { metadata: answer.metadata }) }];
  }
  const form = formOf(answer.of) === 'list' ? 'rows' : 'row';
  return answer.members.flatMap((member) =>
    member.kind === 'items' && member.rows !== undefined ? [{ form, rows: member.rows } as const] : [],
  );
}

/** Returns the columns whose values later writes need from a write. */
function findCaptured(id: number, writes: readonly Write[]): readonly string[] {
  const slots = writes.flatMap((write) => (write.kind === 'insert' ? write.rows.flat() : []));
  const columns = slots.flatMap((slot) =>
    slot?.source.kind === 'captured' && 'column' in slot.source && slot.source.write === id ? [slot.source.column] : [],
  );
  return [...new Set(columns)];
}

interface CompiledWrite {
  readonly own: readonly CompiledStep[];
  readonly after: readonly CompiledStep[];
}

function compileSteps({ write, ...request }: WriteRequest<Write>): CompiledWrite {
  switch (write.kind) {
    case 'probe':
      return { own: [rejectStep(write, { ...write, when: conditionOf(write), hasKeys: false }, request)], after: [] };
    case 'insert':
      return compileInsertSteps({ write, ...request });
    default:
      return compileRowSteps({ write, ...request });
  }
}

type StepContext = Pick<WriteRequest<Write>, 'root' | 'context'>;

const conditionOf = ({ unless = [] }: Write): StepCondition =>
  unless.length === 0 ? { kind: 'always' } : { kind: 'noneChanged', writes: unless };

const READS = { returnsValues: false, changes: 'nothing', needsTransaction: false } as const;

interface Rejection {
  readonly when: StepCondition;
  readonly where: Predicate | undefined;
  /** True if the find step has captured the keys of the documents. */
  readonly hasKeys: boolean;
  readonly onSome: WriteError;
  readonly onNone?: WriteError | undefined;
}

/** Rejects the write if a document satisfies a condition. */
function rejectStep(
  { id, entity }: Update | Delete | Probe,
  { when, where, hasKeys, onSome, onNone }: Rejection,
  { root, context }: StepContext,
): CompiledStep {
  const keys = hasKeys ? keysOf(id) : undefined;
  return {
    ...READS,
    ...compileFind({ entity, limit: 1, ...(where && { where }), ...(keys && { keys }) }, context),
    step: {
      kind: 'probe',
      root,
      entity: entity.name,
      write: id,
      when,
      captures: [],
      onSome,
      ...(onNone && { onNone }),
    },
  };
}

const keysOf = (write: number): Slot => ({
  source: { kind: 'captured', write, columns: [ID] },
  use: { kind: 'keys' },
});

function compileInsertSteps({ write, root, values, captures, context }: WriteRequest<Insert>): CompiledWrite {
  const { id, entity, check, onNone } = write;
  const when = conditionOf(write);
  const checksFirst = check !== undefined && isOwn(check.predicate);
  const checksAfter = check !== undefined && !checksFirst;
  const returnsValues = values.length > 0 && values.every(areOwnValues);
  const rereads = entity !== undefined && (checksAfter || (values.length > 0 && !returnsValues));
  const captured = rereads ? [...new Set([...captures, ID])] : captures;
  const common = { root, write: id, when, captures: [] };
  const own: CompiledStep[] = [];
  if (checksFirst && entity !== undefined) {
    const step = { kind: 'probe', ...common, entity: entity.name, onSome: check.onFailed } as const;
    own.push({ ...READS, ...compileInsertCheck(write, isNotTrue(check.predicate), context), step });
  }
  own.push({
    ...compileInsert(write, { captures: captured, values: returnsValues ? values : [] }, context),
    returnsValues,
    changes: write.rows.length === 1 ? 'one' : 'many',
    needsTransaction: false,
    step: {
      kind: 'insert',
      ...common,
      captures: captured,
      atLeast: 1,
      cannotFailAtCommit: false,
      failsOnConflict: false,
      ...(entity && { entity: entity.name }),
      ...(onNone && { onNone }),
      ...mustCapture(write, captures),
    },
  });
  if (!rereads) return { own, after: [] };
  return { own, after: [rereadStep(write, returnsValues ? [] : values, checksAfter, { root, context })] };
}

function mustCapture({ entity }: Insert, columns: readonly string[]): { readonly mustCapture?: RequiredColumns } {
  if (entity === undefined || columns.length === 0) return {};
  const fields = [...entity.allFields.values()].filter(({ column }) => columns.includes(column));
  return { mustCapture: { columns, onMissing: missingReference(entity, fields) } };
}

/** Reads written documents for the response, and checks a policy that depends on other documents. */
function rereadStep(
  write: Insert | Update,
  values: readonly ReturnedRows[],
  checks: boolean,
  { root, context }: StepContext,
): CompiledStep {
  const check = checks ? write.check : undefined;
  return {
    ...READS,
    ...compileReread(write, { keys: keysOf(write.id), values, ...(check && { check: check.predicate }) }, context),
    returnsValues: values.length > 0,
    needsTransaction: check !== undefined,
    step: {
      kind: 'reread',
      root,
      entity: write.entity?.name ?? '',
      when: { kind: 'changed', write: write.id },
      ...(check && { onCheckFailed: check.onFailed }),
    },
  };
}

/** Error for a document that was changed between two commands. */
const changedMeanwhile = (name: string): WriteError => ({
  code: 'Conflict',
  message: `Another request changed the "${name}" at the same time. Nothing was changed. Send the request again.`,
  retryReason: 'conflict',
});

function compileRowSteps({ write, root, values, context }: WriteRequest<Update | Delete>): CompiledWrite {
  const { id, entity, onNone } = write;
  const step = { root, context };
  const isBulk = write.atMostOne === undefined && write.onSeveral === undefined;
  const { matches, rest: where } = splitMatches(write.where);
  const isStaged = !isOwn(where);
  const check = write.kind === 'update' ? write.check : undefined;
  const checked =
    write.kind === 'update' && check && isOwn(check.predicate) ? withAssigned(check.predicate, write.set) : undefined;
  const checksAfter = check !== undefined && checked === undefined;
  const readsDirectly = !isBulk && values.every(areOwnValues);
  const valuesBefore = write.kind === 'delete' && !readsDirectly ? values : [];
  const valuesAfter = write.kind === 'update' && (!readsDirectly || checksAfter) ? values : [];
  const isReread = valuesAfter.length > 0 || checksAfter;
  const needsRow = !isBulk && (matches !== undefined || write.onSeveral !== undefined || valuesBefore.length > 0);
  const needsKeys = isStaged || needsRow;
  const keys = needsKeys || (isBulk && checksAfter) ? 'all' : isBulk && valuesAfter.length > 0 ? 'page' : 'none';
  const finds = keys !== 'none' || valuesBefore.length > 0;
  const when = conditionOf(write);
  const rejects = checked !== undefined && check !== undefined;
  const rejection = rejects && { where: isNotTrue(checked), hasKeys: needsKeys, onSome: check.onFailed };
  const own: CompiledStep[] = [];
  if (finds)
    own.push(
      findStep(write, { where, matches, values: valuesBefore, isBulk, keys, page: valuesAfter[0] }, { when, ...step }),
    );
  if (rejection && isBulk) {
    own.push(rejectStep(write, { ...rejection, where: conjunction([where, rejection.where]), when }, step));
  }
  const writeWhen = finds && !isBulk ? ({ kind: 'changed', write: id } as const) : when;
  const deletedMeanwhile = valuesBefore.length > 0 && !isBulk ? changedMeanwhile(entity.name) : undefined;
  const noneError = rejection && !isBulk ? undefined : (onNone ?? deletedMeanwhile);
  const direct = valuesBefore.length === 0 && valuesAfter.length === 0 ? values : [];
  const captures = isReread && !isBulk ? [ID] : [];
  const command = compileRowWrite(
    write,
    {
      isBulk,
      captures,
      values: direct,
      ...(!isStaged && where !== undefined && { where }),
      ...(checked && { check: checked }),
      ...(needsKeys && { keys: keysOf(id) }),
      ...(matches && { matches }),
    },
    context,
  );
  own.push({
    ...command,
    returnsValues: direct.length > 0,
    changes: isBulk ? 'many' : 'one',
    needsTransaction: isStaged,
    step: {
      kind: write.kind,
      root,
      entity: entity.name,
      write: id,
      when: writeWhen,
      captures,
      ...(noneError && { onNone: noneError }),
    },
  });
  if (rejection && !isBulk) {
    const none: StepCondition = { kind: 'noneChanged', writes: [...(write.unless ?? []), id] };
    own.push(rejectStep(write, { ...rejection, where: conjunction([where, rejection.where]), when: none }, step));
    if (onNone !== undefined) {
      const error = { when: none, where, hasKeys: needsKeys, onSome: changedMeanwhile(entity.name), onNone };
      own.push(rejectStep(write, error, step));
    }
  }
  const after = isReread && write.kind === 'update' ? [rereadStep(write, valuesAfter, checksAfter, step)] : [];
  return { own, after };
}

interface FindRequest {
  readonly where: Predicate | undefined;
  readonly matches: Matches | undefined;
  readonly values: readonly ReturnedRows[];
  readonly isBulk: boolean;
  /** `page`: only the keys of the documents of the response. */
  readonly keys: 'all' | 'page' | 'none';
  readonly page: ReturnedRows | undefined;
}

/** Finds the documents of a write, and reads the response of a delete. */
function findStep(
  write: Update | Delete,
  { where, matches, values, isBulk, keys, page }: FindRequest,
  { when, root, context }: StepContext & { readonly when: StepCondition },
): CompiledStep {
  const { entity, id, onNone, onSeveral } = write;
  const captures = keys === 'none' ? [] : [ID, ...(matches?.fields ?? []).map(({ column }) => column)];
  const limit = isBulk ? undefined : onSeveral === undefined ? 1 : 2;
  return {
    ...READS,
    ...compileFind(
      {
        entity,
        captures,
        values,
        ...(where && { where }),
        ...(matches && { matches }),
        ...(limit !== undefined && { limit }),
        ...(keys === 'page' && page && { page: page.rows }),
      },
      context,
    ),
    returnsValues: values.length > 0,
    step: {
      kind: 'find',
      root,
      entity: entity.name,
      write: id,
      when,
      captures,
      ...(!isBulk && onNone && { onNone }),
      ...(onSeveral && { onSeveral }),
    },
  };
}
