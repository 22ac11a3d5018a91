import { invariant } from '../base/invariant.ts';
import type { Entity } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import type { CheckPredicate, Insert, Write } from '../plan/shape/changes.ts';
import type { PagedRows, RowMetadata, Rows } from '../plan/shape/rows.ts';
import type { Slot } from '../plan/shape/slot.ts';
import type { ScalarName } from '../scalars/scalar.ts';
import { columnsOf } from './columns-of.ts';
import type { CompileContext } from './compile-context.ts';
import { compileOrder } from './compile-order.ts';
import { compilePredicate } from './compile-predicate.ts';
import { compileSelection } from './compile-rows.ts';
import type { Alias } from './fragment.ts';
import { isOneRow, writesOf } from './returning.ts';
import type {
  InsertSql,
  RereadQuery,
  Returning,
  ReturningValue,
  RowKey,
  WriteAliases,
  WriteQuery,
  WriteSql,
  WrittenMetadataSql,
} from './write-query.ts';

export interface PlannedReturning {
  readonly check?: CheckPredicate;
  readonly values: readonly ReturningItem[];
  readonly captures: readonly string[];
}

export interface PlannedReread {
  readonly entity: Entity;
  /** Absent if the keys were captured. */
  readonly key?: readonly Slot[];
  readonly atMostOne: boolean;
  readonly returning: PlannedReturning;
}

interface ReturningItem {
  readonly form: 'row' | 'rows';
  readonly rows: Rows | PagedRows;
  readonly metadata?: readonly RowMetadata[];
}

/** @param key captured by an earlier step; replaces the write's own condition */
export function compileWrite(
  write: Write,
  returning: PlannedReturning,
  context: CompileContext,
  key?: Slot,
): WriteQuery {
  const { target, returning: alias } = nameRows(write, kindOf(write), context);
  return {
    write: describeWrite(write, target, context, key),
    ...compileReturning(returning, write.entity, alias, context),
  };
}

/** Compiles the step that finds the rows before the write. */
export function compileFind(
  write: Write,
  returning: PlannedReturning,
  lock: boolean,
  context: CompileContext,
): WriteQuery {
  const { target, returning: alias } = nameRows(write, 'find', context);
  return {
    write: { kind: 'find', lock, ...targetRows(write, target, context) },
    ...compileReturning(returning, write.entity, alias, context),
  };
}

const nameRows = ({ table }: Write, kind: WriteSql['kind'], { dialect, aliases }: CompileContext): WriteAliases =>
  writesOf(dialect).name({ kind, table }, aliases);

/** Returns the kind of statement. An update without assignments only finds its rows. */
function kindOf(write: Write): WriteSql['kind'] {
  if (write.kind === 'probe') return 'find';
  return write.kind === 'update' && write.set.length === 0 ? 'find' : write.kind;
}

function describeWrite(write: Write, alias: Alias, context: CompileContext, key: Slot | undefined): WriteSql {
  switch (write.kind) {
    case 'insert':
      return describeInsert(write);
    case 'update': {
      const rows = targetRows(write, alias, context, key);
      // A view's row may combine several rows, so it is not locked.
      if (write.set.length === 0) return { kind: 'find', lock: write.entity.source.kind === 'table', ...rows };
      const set = write.set.map(({ column: name, value }) => ({ name, ...(value && { value }) }));
      return { kind: 'update', set, ...rows };
    }
    case 'delete':
      return { kind: 'delete', ...targetRows(write, alias, context, key) };
    case 'probe':
      return { kind: 'find', lock: false, ...targetRows(write, alias, context) };
  }
}

export const describeInsert = (write: Insert): InsertSql => ({
  kind: 'insert',
  table: write.table,
  columns: write.columns,
  rows: write.rows,
  ...(write.overriding && { overriding: true }),
  ...(write.partlyGeneratedColumn !== undefined && { partlyGeneratedColumn: write.partlyGeneratedColumn }),
  ...(write.onConflictSkip && { onConflictSkip: write.onConflictSkip }),
  ...identityOf(write.entity),
  ...generatedKeysOf(write.entity),
  ...filledColumnsOf(write.entity),
  ...(write.rows.some(isAllDefaults) && defaultableColumnOf(write.entity)),
});

function identityOf(entity: Entity | undefined): Pick<InsertSql, 'identity' | 'maybeIdentity'> {
  const column = [...(entity?.allFields.values() ?? [])].find(({ generated }) => generated === 'identity')?.column;
  if (column !== undefined) return { identity: column };
  const [key, ...others] = entity?.source.kind === 'view' ? (entity.key ?? []) : [];
  const mayBeIdentity = key !== undefined && others.length === 0 && key.hasDefault && INTEGERS.has(key.type.scalar);
  if (!mayBeIdentity) return {};
  return { maybeIdentity: key.column, ...(key.isAutoIncrement && { identity: key.column }) };
}

function filledColumnsOf(entity: Entity | undefined): Pick<InsertSql, 'filledColumns'> {
  const filled = [...(entity?.allFields.values() ?? [])].flatMap(({ column, optionalOnInsert, hasDefault }) =>
    optionalOnInsert && !hasDefault ? [column] : [],
  );
  return filled.length === 0 ? {} : { filledColumns: filled };
}

const isAllDefaults = (row: InsertSql['rows'][number]): boolean => row.every((value) => value === undefined);

function defaultableColumnOf(entity: Entity | undefined): Pick<InsertSql, 'defaultableColumn'> {
  const column = [...(entity?.allFields.values() ?? [])].find(({ generated }) => generated === 'no')?.column;
  return column === undefined ? {} : { defaultableColumn: column };
}

const INTEGERS: ReadonlySet<ScalarName> = new Set(['Short', 'Int', 'Long']);

function generatedKeysOf(entity: Entity | undefined): Pick<InsertSql, 'defaults' | 'keysChangedByTriggers'> {
  const key = entity?.key ?? [];
  const defaults = key.flatMap(({ column, defaultSql }) =>
    defaultSql === undefined ? [] : [[column, defaultSql] as const],
  );
  const keysChangedByTriggers = key.flatMap(({ column, triggerMayChangeKey }) => (triggerMayChangeKey ? [column] : []));
  return {
    ...(defaults.length > 0 && { defaults: Object.fromEntries(defaults) }),
    ...(keysChangedByTriggers.length > 0 && { keysChangedByTriggers }),
  };
}

function targetRows(write: Write, alias: Alias, context: CompileContext, captured?: Slot) {
  const { table, entity } = write;
  if (captured !== undefined && entity !== undefined) {
    const columns = columnsOf(entity.key, alias);
    return { table, alias, key: { kind: 'captured', columns, captured, atMostOne: isOneRow(write) } } as const;
  }
  const predicate = 'where' in write ? write.where : undefined;
  return {
    table,
    alias,
    ...(predicate && { where: compilePredicate(predicate, { alias }, context) }),
    ...('atMostOne' in write && write.atMostOne && { atMostOne: true as const }),
  };
}

/** @param captured keys captured by an earlier step, used if `key` is absent */
export function compileReread(
  { entity, key, atMostOne, returning }: PlannedReread,
  captured: Slot,
  context: CompileContext,
): RereadQuery {
  const alias = context.aliases.next();
  const columns = columnsOf(entity.key, alias);
  const rowKey: RowKey =
    key === undefined
      ? { kind: 'captured', columns, captured, atMostOne }
      : {
          kind: 'one',
          columns: columns.map((column, index) => {
            const value = key[index];
            invariant(value, 'a key has a value for each column');
            return { ...column, value };
          }),
        };
  return { table: entity.source, key: rowKey, ...compileReturning(returning, entity, alias, context) };
}

function compileReturning(
  { check, captures, values }: PlannedReturning,
  entity: Entity | undefined,
  alias: Alias,
  context: CompileContext,
): Returning {
  const fields = new Map([...(entity?.allFields.values() ?? [])].map((field) => [field.column, field.type]));
  return {
    alias,
    ...(check && { check: compilePredicate(check.predicate, { alias }, context) }),
    // A junction without an entity has unknown column types.
    captures: captures.map((name) => ({ alias, name, type: fields.get(name) ?? plainType('String') })),
    values: values.map((value) => compileReturningValue(value, alias, context)),
  };
}

function compileReturningValue(
  { form, rows, metadata = [] }: ReturningItem,
  alias: Alias,
  context: CompileContext,
): ReturningValue {
  const where = rows.visible && compilePredicate(rows.visible, { alias }, context);
  const query = {
    alias,
    ...(where && { where }),
    key: columnsOf(rows.entity.key, alias),
    entries: compileSelection(rows.selection, alias, context),
  };
  if (form === 'row') return { kind: 'one', query, metadata: compileMembers(metadata, alias, context) };
  invariant('page' in rows, 'rows are a page');
  return { kind: 'list', query: { ...query, order: compileOrder(rows.order, alias, context), size: rows.page.size } };
}

const compileMembers = (
  members: readonly RowMetadata[],
  alias: Alias,
  context: CompileContext,
): readonly WrittenMetadataSql[] =>
  members.flatMap(({ unfiltered, ...member }) =>
    compileSelection([member], alias, context).map((entry) => ({ ...entry, ...(unfiltered && { unfiltered }) })),
  );
