import type { Entity } from '../model/model.ts';
import type { Change, Delete, Insert, Update, Write } from '../plan/shape/changes.ts';
import type { Slot } from '../plan/shape/slot.ts';
import { missingReference } from '../plan/write/write-errors.ts';
import type { RequiredColumns, RereadStep, StepCondition, WriteStep } from '../store/change-step.ts';
import { describeRoot } from '../store/describe-answer.ts';
import type { ScriptRoot } from '../store/script.ts';
import { changeOfWrite } from './changes-session.ts';
import type { CompileContext } from './compile-context.ts';
import { compileFind, compileReread, compileWrite, type PlannedReread } from './compile-write.ts';
import { Aliases } from './fragment.ts';
import { NOTHING, type PlannedFind, planSteps, type WriteSteps, withoutLostRows } from './plan-steps.ts';
import { hasTriggersOrIsView, writesOf } from './returning.ts';
import type { StepQuery } from './step-query.ts';

export interface CompiledChange {
  readonly steps: readonly StepQuery[];
  readonly root: ScriptRoot;
}

interface CompiledStep {
  readonly write: number;
  readonly role: 'find' | 'write' | RereadStep['kind'];
  readonly returnsValues: boolean;
  readonly query: StepQuery;
}

/**
 * Compiles a mutation field. Each write returns as much of the requested data as possible. Extra steps read the rest.
 * @param firstStep index of the first step in the mutation
 */
export function compileChange(
  { writes, answer: requested }: Change,
  key: string,
  firstStep: number,
  context: CompileContext,
): CompiledChange {
  const answer = withoutLostRows(requested, writes, context);
  const captured = findCaptured(writes);
  const writesWithSideEffects = writes.filter(hasTriggersOrIsView);
  const plans = writes.map((write) =>
    planSteps(write, { answer, writesWithSideEffects, captures: captured.get(write.id) ?? [] }, context),
  );
  const steps = [
    ...plans.flatMap((plan) => writeSteps(plan, captured.get(plan.write.id) ?? [], key, context)),
    ...plans.flatMap(({ write: { id }, after }) =>
      after === undefined ? [] : [rereadStep(id, after, context, describeReread(id, after, key))],
    ),
  ];
  const find = (matches: (step: CompiledStep) => boolean): number | undefined => {
    const index = steps.findIndex(matches);
    return index < 0 ? undefined : firstStep + index;
  };
  const writeStepOf = (id: number): number => find(({ write, role }) => write === id && role === 'write') ?? firstStep;
  const stepOf = (id: number): number =>
    find(({ write, returnsValues }) => write === id && returnsValues) ?? writeStepOf(id);
  return { steps: steps.map(({ query }) => query), root: describeRoot(answer, key, { stepOf, writeStepOf }) };
}

/** @param referencedColumns columns referenced by nested rows */
function writeSteps(
  plan: WriteSteps,
  referencedColumns: readonly string[],
  root: string,
  context: CompileContext,
): readonly CompiledStep[] {
  const { write, find, returning, capture } = plan;
  const isLocked = find?.kind === 'lock';
  const query = compileWrite(
    write,
    returning,
    withOwnAliases(context),
    isLocked ? capturedKeys(write.id, write.entity) : undefined,
  );
  const step = describeWriteStep(plan, referencedColumns, root, context);
  const { id } = write;
  return [
    ...(plan.find === undefined ? [] : [findStep(plan.write, plan.find, root, context)]),
    {
      write: id,
      role: 'write',
      returnsValues: returning.values.length > 0,
      query: { kind: 'write', step, query, ...changeOfWrite(write, context) },
    },
    ...(capture === undefined
      ? []
      : [
          rereadStep(id, capture, context, {
            kind: 'capture',
            root,
            entity: capture.entity.name,
            when: { kind: 'changed', write: id },
            captures: capture.returning.captures,
            ...mustCapture(write, referencedColumns),
          }),
        ]),
  ];
}

/**
 * Describes the step of a write. If a find step precedes it, the find step has the condition and row rules of the
 * write.
 */
function describeWriteStep(
  plan: WriteSteps,
  referencedColumns: readonly string[],
  root: string,
  context: CompileContext,
): WriteStep {
  const { write, find, returning, capture } = plan;
  const common = {
    root,
    write: write.id,
    when: find === undefined ? conditionOf(write) : ({ kind: 'changed', write: write.id } as const),
    captures: returning.captures,
    ...(find === undefined && write.onNone && { onNone: write.onNone }),
  };
  const checks = {
    ...(returning.check && { onCheckFailed: returning.check.onFailed }),
    ...(capture === undefined && mustCapture(write, referencedColumns)),
  };
  switch (write.kind) {
    case 'insert':
      return {
        kind: 'insert',
        ...common,
        ...checks,
        ...(write.entity && { entity: write.entity.name }),
        atLeast: hasTriggersOrIsView(write) ? write.rows.length : 1,
        cannotFailAtCommit: cannotFailAtCommit(plan),
        failsOnConflict: mayFailOnConflict(write, context),
      };
    case 'update':
      return { kind: 'update', ...common, ...checks, ...rowRules(write, find) };
    case 'delete':
      return { kind: 'delete', ...common, ...rowRules(write, find) };
    case 'probe':
      return { kind: 'probe', ...common, entity: write.entity.name, onSome: write.onSome };
  }
}

const rowRules = ({ entity, onSeveral }: Update | Delete, find: PlannedFind | undefined) => ({
  entity: entity.name,
  ...(find === undefined && onSeveral && { onSeveral }),
  ...(find?.kind === 'count' && { onRowsSkipped: find.onRowsSkipped }),
});

function mustCapture({ entity }: Write, columns: readonly string[]): { readonly mustCapture?: RequiredColumns } {
  if (entity === undefined || columns.length === 0) return {};
  const fields = [...entity.allFields.values()].filter(({ column }) => columns.includes(column));
  return { mustCapture: { columns, onMissing: missingReference(entity, fields) } };
}

const mayFailOnConflict = (write: Insert, { dialect }: CompileContext): boolean =>
  write.onConflictSkip !== undefined && !writesOf(dialect).skipsConcurrentKeys;

const conditionOf = ({ unless = [] }: Write): StepCondition =>
  unless.length === 0 ? { kind: 'always' } : { kind: 'noneChanged', writes: unless };

function findStep(write: Update | Delete, find: PlannedFind, root: string, context: CompileContext): CompiledStep {
  const isLocked = find.kind === 'lock';
  const returning = isLocked ? find.returning : NOTHING;
  return {
    write: write.id,
    role: 'find',
    returnsValues: returning.values.length > 0,
    query: {
      kind: 'write',
      query: compileFind(write, returning, isLocked, withOwnAliases(context)),
      step: {
        kind: 'find',
        root,
        entity: write.entity.name,
        write: write.id,
        when: conditionOf(write),
        captures: returning.captures,
        ...(write.onNone && { onNone: write.onNone }),
        ...(write.onSeveral && { onSeveral: write.onSeveral }),
      },
    },
  };
}

const describeReread = (write: number, { entity, returning }: PlannedReread, root: string): RereadStep => ({
  kind: 'reread',
  root,
  entity: entity.name,
  when: { kind: 'changed', write },
  ...(returning.check && { onCheckFailed: returning.check.onFailed }),
});

const rereadStep = (id: number, reread: PlannedReread, context: CompileContext, step: RereadStep): CompiledStep => ({
  write: id,
  role: step.kind,
  returnsValues: reread.returning.values.length > 0,
  query: {
    kind: 'reread',
    query: compileReread(reread, capturedKeys(id, reread.entity), withOwnAliases(context)),
    step,
  },
});

/**
 * Returns true for an insert of one row that never needs a rollback: no trigger, deferred constraint, or later step can
 * fail after the insert.
 */
const cannotFailAtCommit = ({ write, find, capture }: WriteSteps): boolean =>
  write.kind === 'insert' &&
  write.rows.length === 1 &&
  write.onConflictSkip === undefined &&
  !hasTriggersOrIsView(write) &&
  write.entity?.source.hasDeferredConstraints !== true &&
  find === undefined &&
  capture === undefined;

const capturedKeys = (write: number, entity: Entity | undefined): Slot => ({
  source: { kind: 'captured', write, columns: (entity?.key ?? []).map(({ column }) => column) },
  use: { kind: 'keys' },
});

/** Numbers aliases from 1, so that equal writes share a prepared statement. */
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
