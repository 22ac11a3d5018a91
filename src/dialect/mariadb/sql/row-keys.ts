import { allOf, type Condition, condition } from '../../../sql/condition.ts';
import { type Alias, column, name, type Sql, sql } from '../../../sql/fragment.ts';
import type { TableName } from '../../../sql/query.ts';
import type { KeyColumn, RowKey } from '../../../sql/write-query.ts';
import { tableName, whereClause } from '../../standard/chosen-rows.ts';
import { joinKeys } from './captured-keys.ts';
import { operands } from './operands.ts';

/** Rows of a table, by a condition or by their key. */
interface KeyedRows {
  readonly table: TableName;
  readonly alias: Alias;
  readonly where?: Condition;
  readonly key?: RowKey;
}

/** The FROM and WHERE that find such rows; `where` is empty for all rows. */
export function findRows({ table, alias, where, key }: KeyedRows): { readonly from: Sql; readonly where: Sql } {
  const own = tableName(table);
  const rows = alias === table.name ? own : sql`${own} as ${name(alias)}`;
  if (key?.kind === 'captured') return { from: joinKeys(key, rows), where: whereClause(where) };
  return { from: rows, where: whereClause(allOf([...(key?.columns ?? []).map(isValue), where])) };
}

const isValue = ({ value, alias, name: own, type }: KeyColumn): Condition =>
  condition`${operands.column(column(alias, own), type)} = ${operands.value(value, type)}`;
