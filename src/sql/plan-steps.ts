import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Entity } from '../model/model.ts';
import type { ChangeAnswer, ChangeMetadata, Delete, Update, Write, WriteError } from '../plan/shape/changes.ts';
import { heldBack } from '../plan/write/write-errors.ts';
import type { ChangesMember, ScriptRoot } from '../store/script.ts';
import type { CompileContext } from './compile-context.ts';
import { describeInsert, type PlannedReread, type PlannedReturning } from './compile-write.ts';
import {
  canReturnValues,
  givesCheck,
  hasTriggersOrIsView,
  isNotModifiedLater,
  isOneRow,
  type RowWrite,
  readsOnlyOwnRow,
  returningOf,
  writesOf,
} from './returning.ts';
import type { DirectReturning } from './write-query.ts';

export type WriteSteps = WithoutFind | WithFind;

interface WithoutFind extends StepsAfterFind {
  readonly write: Write;
  readonly find?: undefined;
}

interface WithFind extends StepsAfterFind {
  readonly write: Update | Delete;
  readonly find: PlannedFind;
}

export type PlannedFind =
  /** Locks the rows and captures their keys. The write then selects by key. */
  | { readonly kind: 'lock'; readonly returning: PlannedReturning }
  /** Refuses if the write changes fewer rows. A lock would need more privileges. */
  | { readonly kind: 'count'; readonly onHeldBack: WriteError };

interface StepsAfterFind {
  readonly returning: PlannedReturning;
  /** Runs right after the write. */
  readonly capture?: PlannedReread;
  /** Runs after all writes of the field. */
  readonly after?: PlannedReread;
}

export interface ReturningRequest {
  readonly answer: ChangeAnswer;
  /** Writes whose triggers or views may change rows of other writes. */
  readonly acting: readonly Write[];
  readonly captures: readonly string[];
}

export const NOTHING: PlannedReturning = { values: [], captures: [] };

/** @throws ApiError OperationNotOffered if rows without a key need data that the write cannot return */
export function planSteps(write: Write, request: ReturningRequest, context: CompileContext): WriteSteps {
  const steps = planOwnSteps(write, request, context);
  if (steps.find !== undefined || !mayBeHeldBack(write, context)) return steps;
  const onHeldBack = heldBack(write.entity, write.kind, request.answer.kind === 'many');
  return { ...steps, write, find: { kind: 'count', onHeldBack } };
}

const mayBeHeldBack = (write: Write, { dialect }: CompileContext): write is Update | Delete =>
  (write.kind === 'update' || write.kind === 'delete') &&
  writesOf(dialect).holdsRowsBack &&
  (hasTriggersOrIsView(write) || write.entity.source.evaluates === true);

function planOwnSteps(
  write: Write,
  { answer, acting, captures }: ReturningRequest,
  context: CompileContext,
): WriteSteps {
  if (write.kind === 'probe') return { write, returning: NOTHING };
  const given = returningOf(write, writesOf(context.dialect));
  const isLeft = isNotModifiedLater(write, acting);
  const isAnswered = answer.kind !== 'nothing' && answer.of.includes(write.id);
  const values = isAnswered ? valuesOf(answer, write) : [];
  const check = 'check' in write ? write.check : undefined;
  const checkHere = check === undefined || (isLeft && givesCheck(given.check, check.predicate));
  const valuesHere = values.every(({ rows }) => isLeft && canReturnValues(given.values, rows));
  const here: PlannedReturning = {
    ...(checkHere && check && { check }),
    values: valuesHere ? values : [],
    captures: canCapture(given.captures, captures, write) ? captures : [],
  };
  const { entity } = write;
  if (!checkHere && entity !== undefined && losesRows(write, context)) rejectUnchecked(entity);
  const capturesHere = captures.length === here.captures.length;
  const findsFirst = mustFindFirst(write, context);
  if (entity === undefined || (checkHere && valuesHere && capturesHere && !findsFirst))
    return { write, returning: here };
  const keyColumns = entity.key.map(({ column }) => column);
  if (keyColumns.length === 0) rejectKeyless(entity, context);
  const withKey = (returning: PlannedReturning): PlannedReturning => ({
    ...returning,
    captures: [...new Set([...returning.captures, ...keyColumns])],
  });
  if (write.kind === 'delete') {
    return { write, find: { kind: 'lock', returning: withKey({ values, captures }) }, returning: NOTHING };
  }
  // A trigger may change the key that the caller gave.
  const key = isAnswered && answer.kind === 'one' && !entity.source.triggers ? answer.key : undefined;
  const reread = (returning: PlannedReturning): PlannedReread => ({
    entity,
    returning,
    atMostOne: isOneRow(write),
    ...(key && { key }),
  });
  const later: PlannedReturning = {
    ...(!checkHere && check && { check }),
    values: valuesHere ? [] : values,
    captures: [],
  };
  const rereads = {
    ...(!capturesHere && { capture: reread({ values: [], captures }) }),
    ...(!(checkHere && valuesHere) && { after: reread(later) }),
  };
  if (key !== undefined && !findsFirst) return { write, ...rereads, returning: here };
  if (given.captures !== 'nothing') return { write, ...rereads, returning: withKey(here) };
  invariant(write.kind === 'update', 'an insert returns its key');
  return { write, find: { kind: 'lock', returning: withKey(NOTHING) }, ...rereads, returning: here };
}

/** Removes rows that no statement can find: the write returns no values, and the database reports no key. */
export function withoutLostRows(answer: ChangeAnswer, writes: readonly Write[], context: CompileContext): ChangeAnswer {
  if (answer.kind === 'nothing') return answer;
  if (!writes.some((write) => answer.of.includes(write.id) && losesRows(write, context))) return answer;
  if (answer.kind === 'one') return { kind: 'nothing' };
  return {
    ...answer,
    facts: answer.facts.map((fact) => (fact.kind === 'items' ? { kind: 'items', key: fact.key } : fact)),
  };
}

function losesRows(write: Write, { dialect }: CompileContext): boolean {
  if (write.kind !== 'insert' || write.entity === undefined) return false;
  const verbs = writesOf(dialect);
  if (returningOf(write, verbs).values !== 'nothing') return false;
  const key = write.entity.key.map(({ column }) => column);
  return key.length === 0 || verbs.reportsKey?.(describeInsert(write), key) === false;
}

/** Returns true if the database does not support the condition in the write itself. */
const mustFindFirst = (write: RowWrite, { dialect }: CompileContext): boolean =>
  (write.kind === 'update' || write.kind === 'delete') &&
  !writesOf(dialect).mayAskWritten &&
  !readsOnlyOwnRow(write.where);

const canCapture = (given: DirectReturning['captures'], columns: readonly string[], { entity }: Write): boolean =>
  given === 'columns' ||
  (given === 'key' && columns.every((column) => entity?.key.some((field) => field.column === column)));

function rejectUnchecked({ name }: Entity): never {
  const message = `The policy of "create" of "${name}" cannot be checked, because the database does not report the key of the new row.`;
  return throwApiError('Forbidden', message, { entity: name, action: 'create' });
}

function rejectKeyless({ name }: Entity, { dialect }: CompileContext): never {
  const message = `Rows of "${name}" have no key, so changed rows cannot be read on ${dialect.name}. Use GraphQL, and select only "affected".`;
  return throwApiError('OperationNotOffered', message, { entity: name });
}

function valuesOf(answer: Exclude<ChangeAnswer, { kind: 'nothing' }>, write: Write): PlannedReturning['values'] {
  if (answer.kind === 'one') return [{ form: 'row', rows: answer.rows, ...(answer.apart && { apart: answer.apart }) }];
  const form = formOf(answer.of) === 'list' ? 'rows' : 'row';
  return answer.facts.flatMap((fact) =>
    fact.kind === 'items' && fact.rows !== undefined && write.entity !== undefined
      ? [{ form, rows: fact.rows } as const]
      : [],
  );
}

/** One write returns a list; several writes return one item each. */
const formOf = (of: readonly number[]): 'list' | 'each' => (of.length === 1 ? 'list' : 'each');

interface StepFinder {
  readonly stepOf: (id: number) => number;
  readonly writeStepOf: (id: number) => number;
}

export function describeRoot(answer: ChangeAnswer, key: string, finder: StepFinder): ScriptRoot {
  if (answer.kind === 'nothing') return { kind: 'constant', key, json: 'null' };
  if (answer.kind === 'one') {
    const apart = answer.apart?.map((fact) => fact.key);
    return { kind: 'changed', key, steps: answer.of.map(finder.stepOf), ...(apart && { apart }) };
  }
  const withRows = answer.facts.filter((fact) => fact.kind === 'items' && fact.rows !== undefined);
  const describe = (fact: ChangeMetadata): ChangesMember =>
    describeMember(fact, answer.of, { ...finder, index: withRows.indexOf(fact) });
  const items = answer.facts.find(({ kind }) => kind === 'items');
  if (answer.apart && items !== undefined) return describe(items);
  const members = answer.facts.map(describe);
  return { kind: 'changes', key, members };
}

function describeMember(
  fact: ChangeMetadata,
  of: readonly number[],
  { stepOf, writeStepOf, index }: StepFinder & { index: number },
): ChangesMember {
  const { key } = fact;
  switch (fact.kind) {
    case 'typename':
      return { kind: 'constant', key, json: JSON.stringify(fact.name) };
    case 'affected':
      return { kind: 'affected', key, steps: of.map(writeStepOf) };
    case 'items':
      if (fact.rows === undefined) return { kind: 'constant', key, json: 'null' };
      return { kind: 'items', key, steps: of.map(stepOf), index, form: formOf(of) };
  }
}
