import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Amount } from '../../../plan/shape/slot.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import type { MutationGenerators } from '../../../sql/dialect.ts';
import {
  type Alias,
  clause,
  column,
  join,
  name,
  parameter,
  raw,
  type Sql,
  sql,
  subquery,
} from '../../../sql/fragment.ts';
import type { OrderSql, TableName } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import type {
  DeleteSql,
  FindSql,
  KeyColumn,
  RereadQuery,
  Returning,
  RowKey,
  UpdateSql,
} from '../../../sql/write-query.ts';
import type { Result } from '../../../store/result.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { limitOffset } from '../../standard/limit-offset.ts';
import { tableName, whereClause } from '../../standard/row-set.ts';
import { compare } from './conditions/compare.ts';
import { assignedValue } from './mutations/assigned-value.ts';
import { asStored, joinKeys, keyPosition } from './mutations/captured-keys.ts';
import { changeColumns, readReread, readWritten, rereadColumns } from './mutations/change-columns.ts';
import { value as parameterOf } from './operand.ts';
import { comparand } from './output.ts';
import { orderBy } from './rows.ts';
import type { SqlVariant, WriteSqlVariant } from './variant.ts';

export const writesOf = (variant: SqlVariant, { insert, remove, ...generators }: WriteSqlVariant) =>
  ({
    ...generators,
    write: ({ write, ...returning }) => {
      switch (write.kind) {
        case 'insert':
          return insert(write, returning);
        case 'update':
          return { sql: update(write, variant), read: readCount };
        case 'delete':
          return write.key === undefined || oneKey(write.key).kind === 'one'
            ? remove(removal(write, returning, variant), returning)
            : { sql: removeByKeys(write, variant), read: readCount };
        case 'find':
          return find(write, returning, variant);
      }
    },
    reread: (query) => reread(query, variant),
    skipsConcurrentKeys: false,
    canSkipRows: false,
    // The protocol counts parameters in 16 bits.
    maxParameters: 65_535,
  }) satisfies MutationGenerators;

/** Reads the number of affected rows. An update counts the rows that it finds, changed or not. */
export const readCount = ([set]: Result): ChangeRow => ({
  affected: set?.affected ?? 0,
  passesCheck: null,
  captured: undefined,
  values: [],
});

function update(write: UpdateSql, variant: SqlVariant): Sql {
  const { from, where } = findRows(write, variant);
  const set = write.set.map(
    ({ name: columnName, value }) => sql`${column(write.alias, columnName)} = ${assignedValue(value)}`,
  );
  return sql`update ${from}${clause('set')}${join(set, ', ')}${where}`;
}

function removal(write: DeleteSql, returning: Returning, variant: SqlVariant): Sql {
  const { from, where } = findRows(write, variant);
  return sql`delete${clause('from')}${from}${where}${orderBy(orderOf(returning))}`;
}

/** Prints a DELETE of rows with captured keys. This form of DELETE has no RETURNING. */
function removeByKeys(write: DeleteSql, variant: SqlVariant): Sql {
  const { from, where } = findRows(write, variant);
  return sql`delete ${name(write.alias)}${clause('from')}${from}${where}`;
}

/** Finds rows. Rows with captured keys are already locked. */
function find(write: FindSql, returning: Returning, variant: SqlVariant): StatementSql<ChangeRow> {
  const columns = changeColumns(returning, variant.nested);
  const order = orderBy(orderOf(returning));
  const rows = { ...findRows(write, variant), columns, order, lock: write.lock && write.key === undefined };
  return { sql: select(rows, returning, variant), read: readWritten(returning) };
}

function reread({ table, key: rowKey, ...returning }: RereadQuery, variant: SqlVariant): StatementSql<ChangeRow> {
  const key = oneKey(rowKey);
  const isCaptured = key.kind === 'captured';
  const [position, count] = isCaptured
    ? [sql`concat(${keyPosition})`, sql`concat(json_length(${parameter(key.captured)}))`]
    : [raw("'1'"), raw("'1'")];
  const columns = changeColumns(returning, variant.nested, rereadColumns(returning, position, count));
  const order = orderOf(returning);
  const ordered = isCaptured && order.length === 0 ? sql`${clause('order by')}${keyPosition}` : orderBy(order);
  const keyedRows = findRows({ table, alias: returning.alias, key }, variant);
  const rows = { ...keyedRows, columns, order: ordered, ...returnedSize(returning), lock: false };
  return { sql: select(rows, returning, variant), read: readReread(returning) };
}

interface SelectedRows {
  readonly columns: readonly Sql[];
  readonly from: Sql;
  readonly where: Sql;
  readonly order: Sql;
  /** Absent if there is no limit. */
  readonly size?: Amount;
  readonly lock: boolean;
}

/**
 * Prints a SELECT with the warnings row if the variant has one. The servers ignore ORDER BY without LIMIT in a UNION.
 */
function select(
  { columns, from, where, order, size, lock }: SelectedRows,
  { values }: Returning,
  { warningsRow }: SqlVariant,
): Sql {
  const rows = sql`select ${join(columns, ', ')}${clause('from')}${from}${where}${order}`;
  const locked = lock ? clause('for update') : [];
  if (values.length === 0) return sql`${rows}${locked}`;
  const limit = size === undefined ? [] : limitOffset({ size });
  if (warningsRow === undefined) return sql`${rows}${limit}${locked}`;
  const orderLimit = size === undefined && order.length > 0 ? NO_LIMIT : limit;
  return sql`${subquery(sql`${rows}${orderLimit}${locked}`)} union all ${warningsRow(columns.length - 1)}`;
}

const NO_LIMIT: Sql = sql`${clause('limit')}18446744073709551615`;

/** Limits the returned rows, unless a check, capture, or filter needs all rows. */
function returnedSize({ check, captures, values }: Returning): Pick<SelectedRows, 'size'> {
  const [first] = values;
  const isAllReturned = check === undefined && captures.length === 0 && first?.query.where === undefined;
  return isAllReturned && first?.kind === 'list' ? { size: first.query.size } : {};
}

const orderOf = ({ values }: Returning): readonly OrderSql[] =>
  values.flatMap(({ kind, query }) => (kind === 'list' ? [query.order] : []))[0] ?? [];

interface KeyedRows {
  readonly table: TableName;
  readonly alias: Alias;
  readonly where?: Condition;
  readonly key?: RowKey;
}

function findRows(
  { table, alias, where, key: rowKey }: KeyedRows,
  variant: SqlVariant,
): { readonly from: Sql; readonly where: Sql } {
  const key = rowKey && oneKey(rowKey);
  const tableSql = tableName(table);
  const rows = alias === table.name ? tableSql : sql`${tableSql} as ${name(alias)}`;
  if (key?.kind === 'captured') return { from: joinKeys(key, rows, variant), where: whereClause(where) };
  return {
    from: rows,
    where: whereClause(allOf([...(key?.columns ?? []).map((keyColumn) => equalsValue(keyColumn, variant)), where])),
  };
}

/** Replaces a single captured key by its values, which avoids a derived table. */
function oneKey(key: RowKey): RowKey {
  if (key.kind === 'one' || !key.atMostOne || !key.columns.every(({ type }) => isReadAsCaptured(type))) return key;
  const { source } = key.captured;
  invariant(source.kind === 'captured', 'a key was captured');
  const columns = key.columns.map((keyColumn): KeyColumn => {
    const { name: column, type } = keyColumn;
    return {
      ...keyColumn,
      value: { source: { kind: 'captured', write: source.write, column }, use: { kind: 'value', type } },
    };
  });
  return { kind: 'one', columns };
}

const isReadAsCaptured = ({ scalar, asText, ...type }: FieldType): boolean =>
  !asText && type.enum === undefined && !NOT_AS_CAPTURED.has(scalar);

/**
 * Scalars whose captured string differs from the value to compare. For example, bytes are captured as Base64, and
 * floating-point numbers with more digits.
 */
const NOT_AS_CAPTURED: ReadonlySet<ScalarName> = new Set(['Base64String', 'Single', 'Float', 'Boolean']);

const equalsValue = ({ value, alias, name: columnName, type }: KeyColumn, variant: SqlVariant): Condition =>
  compare(
    'eq',
    { sql: comparand(column(alias, columnName), type), type },
    { sql: asStored(parameterOf(value, type, variant.exactCollation), type.native, variant), type },
    variant,
  );
