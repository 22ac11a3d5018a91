import type { Entity } from '../model/model.ts';
import type { Change, Write } from '../plan/shape/changes.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { missingReference } from '../plan/write/write-errors.ts';
import type { ChangeStep, ScriptRoot } from '../store/script.ts';
import { changeOfWrite } from './changes-session.ts';
import type { CompileContext } from './compile-context.ts';
import { compileFind, compileReread, compileWrite, type PlannedReturning, type RereadStep } from './compile-write.ts';
import { Aliases } from './fragment.ts';
import { describeRoot, NOTHING, planSteps, type WriteSteps, withoutLostRows } from './plan-steps.ts';
import { hasTriggersOrIsView, writesOf } from './returning.ts';
import type { StepQuery } from './step-query.ts';

/** The steps of a mutation field, and how to extract its value from their results. */
export interface CompiledChange {
  readonly steps: readonly StepQuery[];
  readonly root: ScriptRoot;
}

interface WriteStep {
  readonly write: number;
  readonly role: 'before' | 'write' | 'capture' | 'after';
  readonly gives: boolean;
  readonly query: StepQuery;
}

/**
 * Compiles a mutation field. Each write returns as much of the requested data as it can. The rest takes extra steps:
 * before the write, right after it for values that later writes need, or after all writes of the field.
 * @param firstStep index of the first step among all steps of the mutation
 */
export function compileChange(
  { writes, answer: requested }: Change,
  key: string,
  firstStep: number,
  context: CompileContext,
): CompiledChange {
  const answer = withoutLostRows(requested, writes, context);
  const captured = findCaptured(writes);
  const acting = writes.filter(hasTriggersOrIsView);
  const plans = writes.map((write) =>
    planSteps(write, { answer, acting, captures: captured.get(write.id) ?? [] }, context),
  );
  const steps = [
    ...plans.flatMap((plan) => writeSteps(plan, captured.get(plan.write.id) ?? [], key, context)),
    ...plans.flatMap(({ write, after }) =>
      after === undefined ? [] : [rereadStep(write.id, 'after', after, key, context)],
    ),
  ];
  const find = (isWanted: (step: WriteStep) => boolean): number | undefined => {
    const index = steps.findIndex(isWanted);
    return index < 0 ? undefined : firstStep + index;
  };
  const writeStepOf = (id: number): number => find(({ write, role }) => write === id && role === 'write') ?? firstStep;
  const stepOf = (id: number): number => find(({ write, gives }) => write === id && gives) ?? writeStepOf(id);
  return { steps: steps.map(({ query }) => query), root: describeRoot(answer, key, { stepOf, writeStepOf }) };
}

/** @param referred columns referenced by nested rows */
function writeSteps(
  plan: WriteSteps,
  referred: readonly string[],
  root: string,
  context: CompileContext,
): readonly WriteStep[] {
  const { write, before, asked, capture, onHeldBack } = plan;
  const first = onHeldBack === undefined ? before : NOTHING;
  const own = withOwnAliases(context);
  const rules = rulesOf(write);
  const query = compileWrite(write, asked, own, before && capturedKeys(write.id, write.entity));
  const step: ChangeStep = {
    root,
    ...(write.entity && { entity: write.entity.name }),
    write: write.id,
    inserts: write.kind === 'insert',
    ...(isPlainInsert(plan) && { isPlainInsert: true }),
    ...(first === undefined ? rules : { unless: [], onlyIf: write.id }),
    ...(onHeldBack && { onHeldBack }),
    ...(mayFailIfTaken(write, context) && { failsIfTaken: true }),
    ...(write.kind === 'insert' && hasTriggersOrIsView(write) && { atLeast: write.rows.length }),
    captures: asked.captures,
    ...(asked.check && { onCheckFailed: asked.check.onFailed }),
    ...(capture === undefined && mustCapture(write, referred)),
  };
  return [
    ...(first === undefined ? [] : [beforeStep(plan, first, { ...rules, root }, context)]),
    {
      write: write.id,
      role: 'write',
      gives: asked.values.length > 0,
      query: { kind: 'write', step, query, ...changeOfWrite(write, context) },
    },
    ...(capture === undefined
      ? []
      : [rereadStep(write.id, 'capture', capture, root, context, mustCapture(write, referred))]),
  ];
}

function mustCapture({ entity }: Write, columns: readonly string[]): Pick<ChangeStep, 'mustCapture'> {
  if (entity === undefined || columns.length === 0) return {};
  const fields = [...entity.allFields.values()].filter(({ column }) => columns.includes(column));
  return { mustCapture: { columns, onMissing: missingReference(entity, fields) } };
}

const mayFailIfTaken = (write: WriteSteps['write'], { dialect }: CompileContext): boolean =>
  write.kind === 'insert' && write.onConflictSkip !== undefined && !writesOf(dialect).leavesOutLateTaken;

function rulesOf(write: WriteSteps['write']) {
  return {
    unless: write.unless ?? [],
    ...(write.onNone && { onNone: write.onNone }),
    ...(write.onSeveral && { onSeveral: write.onSeveral }),
    ...(write.kind === 'probe' && { onSome: write.onSome }),
  };
}

function beforeStep(
  { write, onHeldBack }: WriteSteps,
  asking: PlannedReturning,
  rules: ReturnType<typeof rulesOf> & { readonly root: string },
  context: CompileContext,
): WriteStep {
  return {
    write: write.id,
    role: 'before',
    gives: asking.values.length > 0,
    query: {
      kind: 'write',
      query: compileFind(write, asking, onHeldBack === undefined, withOwnAliases(context)),
      step: {
        ...rules,
        ...(write.entity && { entity: write.entity.name }),
        write: write.id,
        inserts: false,
        captures: asking.captures,
      },
    },
  };
}

function rereadStep(
  id: number,
  role: 'capture' | 'after',
  reread: RereadStep,
  root: string,
  context: CompileContext,
  required: Pick<ChangeStep, 'mustCapture'> = {},
): WriteStep {
  const { entity, asking } = reread;
  return {
    write: id,
    role,
    gives: asking.values.length > 0,
    query: {
      kind: 'reread',
      query: compileReread(reread, capturedKeys(id, entity), withOwnAliases(context)),
      step: {
        root,
        entity: entity.name,
        inserts: false,
        unless: [],
        onlyIf: id,
        captures: asking.captures,
        ...(role === 'capture' && { write: id }),
        rereads: true,
        ...required,
        ...(asking.check && { onCheckFailed: asking.check.onFailed }),
      },
    },
  };
}

/**
 * Returns true if the insert may share a transaction with other callers' inserts. It creates one row that no later step
 * can roll back. No trigger can observe the transaction. No constraint is checked at commit, when no timeout applies.
 */
const isPlainInsert = ({ write, before, capture }: WriteSteps): boolean =>
  write.kind === 'insert' &&
  write.rows.length === 1 &&
  write.onConflictSkip === undefined &&
  !hasTriggersOrIsView(write) &&
  write.entity?.source.hasDeferredConstraints !== true &&
  before === undefined &&
  capture === undefined;

/** Returns the keys of all rows of a write, as one parameter. */
const capturedKeys = (write: number, entity: Entity | undefined): Slot => ({
  source: { kind: 'captured', write, columns: (entity?.key ?? []).map(({ column }) => column) },
  use: { kind: 'keys' },
});

/** Restarts alias numbering, so equal writes have equal SQL and are prepared once. */
const withOwnAliases = (context: CompileContext): CompileContext => ({ ...context, aliases: new Aliases() });

/** Returns the columns whose values later writes need, by number of the write. */
function findCaptured(writes: readonly Write[]): ReadonlyMap<number, readonly string[]> {
  const sources = writes.flatMap((write) =>
    write.kind === 'insert'
      ? write.rows.flatMap((row) => row.flatMap((slot) => (slot === undefined ? [] : [slot.source])))
      : [],
  );
  const captured = sources.flatMap((source) =>
    source.kind === 'captured' && 'column' in source ? [{ write: source.write, column: source.column }] : [],
  );
  const byWrite = Map.groupBy(captured, ({ write }) => write);
  return new Map([...byWrite].map(([write, found]) => [write, [...new Set(found.map(({ column }) => column))]]));
}
