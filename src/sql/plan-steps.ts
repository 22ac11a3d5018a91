import { throwApiError } from '../base/errors.ts';
import { invariant } from '../base/invariant.ts';
import type { Entity } from '../model/model.ts';
import type { ChangeAnswer, Delete, Update, Write, WriteError } from '../plan/shape/changes.ts';
import { rowsSkippedError } from '../plan/write/write-errors.ts';
import { formOf } from '../store/describe-answer.ts';
import type { CompileContext } from './compile-context.ts';
import { describeInsert, type PlannedReread, type PlannedReturning } from './compile-write.ts';
import {
  canReturnCheck,
  canReturnValues,
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
  /** Counts the rows, so that a write of fewer rows is rejected. Locking the rows would need more privileges. */
  | { readonly kind: 'count'; readonly onRowsSkipped: WriteError };

interface StepsAfterFind {
  readonly returning: PlannedReturning;
  /** Reads columns for later writes, right after the write. */
  readonly capture?: PlannedReread;
  /** Reads data of the response, and checks the rows, after all writes of the field. */
  readonly after?: PlannedReread;
}

export interface ReturningRequest {
  readonly answer: ChangeAnswer;
  /** Writes whose triggers or views may change rows of other writes. */
  readonly writesWithSideEffects: readonly Write[];
  readonly captures: readonly string[];
}

export const NOTHING: PlannedReturning = { values: [], captures: [] };

/**
 * @throws ApiError OperationNotOffered if rows without a key need data that the write cannot return, or Forbidden if a
 *   policy cannot be checked
 */
export function planSteps(write: Write, request: ReturningRequest, context: CompileContext): WriteSteps {
  const steps = planOwnSteps(write, request, context);
  if (steps.find !== undefined || !canBeSkipped(write, context)) return steps;
  const onRowsSkipped = rowsSkippedError(write.entity, write.kind, request.answer.kind === 'many');
  return { ...steps, write, find: { kind: 'count', onRowsSkipped } };
}

const canBeSkipped = (write: Write, { dialect }: CompileContext): write is Update | Delete =>
  (write.kind === 'update' || write.kind === 'delete') &&
  writesOf(dialect).canSkipRows &&
  (hasTriggersOrIsView(write) || write.entity.source.evaluates === true);

function planOwnSteps(
  write: Write,
  { answer, writesWithSideEffects, captures }: ReturningRequest,
  context: CompileContext,
): WriteSteps {
  if (write.kind === 'probe') return { write, returning: NOTHING };
  const direct = returningOf(write, writesOf(context.dialect));
  const isFinal = isNotModifiedLater(write, writesWithSideEffects);
  const isRequested = answer.kind !== 'nothing' && answer.of.includes(write.id);
  const values = isRequested ? valuesOf(answer, write) : [];
  const check = 'check' in write ? write.check : undefined;
  const checksDirectly = check === undefined || (isFinal && canReturnCheck(direct.check, check.predicate));
  const returnsDirectly = values.every(({ rows }) => isFinal && canReturnValues(direct.values, rows));
  const directReturning: PlannedReturning = {
    ...(checksDirectly && check && { check }),
    values: returnsDirectly ? values : [],
    captures: canCapture(direct.captures, captures, write) ? captures : [],
  };
  const { entity } = write;
  if (!checksDirectly && entity !== undefined && losesRows(write, context)) rejectUnchecked(entity);
  const capturesDirectly = captures.length === directReturning.captures.length;
  const findsFirst = mustFindFirst(write, context);
  if (entity === undefined || (checksDirectly && returnsDirectly && capturesDirectly && !findsFirst))
    return { write, returning: directReturning };
  const keyColumns = entity.key.map(({ column }) => column);
  if (keyColumns.length === 0) rejectKeyless(entity, context);
  const withKey = (returning: PlannedReturning): PlannedReturning => ({
    ...returning,
    captures: [...new Set([...returning.captures, ...keyColumns])],
  });
  if (write.kind === 'delete') {
    return { write, find: { kind: 'lock', returning: withKey({ values, captures }) }, returning: NOTHING };
  }
  // A trigger may change the key that the caller sent.
  const key = isRequested && answer.kind === 'one' && !entity.source.triggers ? answer.key : undefined;
  const reread = (returning: PlannedReturning): PlannedReread => ({
    entity,
    returning,
    atMostOne: isOneRow(write),
    ...(key && { key }),
  });
  const remaining: PlannedReturning = {
    ...(!checksDirectly && check && { check }),
    values: returnsDirectly ? [] : values,
    captures: [],
  };
  const rereads = {
    ...(!capturesDirectly && { capture: reread({ values: [], captures }) }),
    ...(!(checksDirectly && returnsDirectly) && { after: reread(remaining) }),
  };
  if (key !== undefined && !findsFirst) return { write, ...rereads, returning: directReturning };
  if (direct.captures !== 'nothing') return { write, ...rereads, returning: withKey(directReturning) };
  invariant(write.kind === 'update', 'an insert returns its key');
  return { write, find: { kind: 'lock', returning: withKey(NOTHING) }, ...rereads, returning: directReturning };
}

/** Removes the rows that no statement can find: the write returns no values, and the database reports no key. */
export function withoutLostRows(answer: ChangeAnswer, writes: readonly Write[], context: CompileContext): ChangeAnswer {
  if (answer.kind === 'nothing') return answer;
  if (!writes.some((write) => answer.of.includes(write.id) && losesRows(write, context))) return answer;
  if (answer.kind === 'one') return { kind: 'nothing' };
  return {
    ...answer,
    members: answer.members.map((member) => (member.kind === 'items' ? { kind: 'items', key: member.key } : member)),
  };
}

function losesRows(write: Write, { dialect }: CompileContext): boolean {
  if (write.kind !== 'insert' || write.entity === undefined) return false;
  const generators = writesOf(dialect);
  if (returningOf(write, generators).values !== 'nothing') return false;
  const key = write.entity.key.map(({ column }) => column);
  return key.length === 0 || generators.reportsKey?.(describeInsert(write), key) === false;
}

/** Returns true if the database does not support the condition in the write itself. */
const mustFindFirst = (write: RowWrite, { dialect }: CompileContext): boolean =>
  (write.kind === 'update' || write.kind === 'delete') &&
  !writesOf(dialect).canQueryWrittenTable &&
  !readsOnlyOwnRow(write.where);

const canCapture = (capturable: DirectReturning['captures'], columns: readonly string[], { entity }: Write): boolean =>
  capturable === 'columns' ||
  (capturable === 'key' && columns.every((column) => entity?.key.some((field) => field.column === column)));

function rejectUnchecked({ name }: Entity): never {
  const message = `The policy of "create" of "${name}" cannot be checked, because the database does not report the key of the new row.`;
  return throwApiError('Forbidden', message, { entity: name, action: 'create' });
}

function rejectKeyless({ name }: Entity, { dialect }: CompileContext): never {
  const message = `Rows of "${name}" have no key, so changed rows cannot be read on ${dialect.name}. Use GraphQL, and select only "affected".`;
  return throwApiError('OperationNotOffered', message, { entity: name });
}

function valuesOf(answer: Exclude<ChangeAnswer, { kind: 'nothing' }>, write: Write): PlannedReturning['values'] {
  if (answer.kind === 'one')
    return [{ form: 'row', rows: answer.rows, ...(answer.metadata && { metadata: answer.metadata }) }];
  const form = formOf(answer.of) === 'list' ? 'rows' : 'row';
  return answer.members.flatMap((member) =>
    member.kind === 'items' && member.rows !== undefined && write.entity !== undefined
      ? [{ form, rows: member.rows } as const]
      : [],
  );
}
