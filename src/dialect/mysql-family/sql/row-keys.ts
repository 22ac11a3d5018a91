import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { allOf, type Condition } from '../../../sql/condition.ts';
import { type Alias, column, name, type Sql, sql } from '../../../sql/fragment.ts';
import type { TableName } from '../../../sql/query.ts';
import type { KeyColumn, RowKey } from '../../../sql/write-query.ts';
import { tableName, whereClause } from '../../standard/chosen-rows.ts';
import { joinKeys, stored } from './captured-keys.ts';
import { compare } from './compare.ts';
import type { Forms } from './forms.ts';
import { value as parameterOf } from './operand.ts';
import { comparand } from './output.ts';

/** Rows of a table, by a condition or by their key. */
interface KeyedRows {
  readonly table: TableName;
  readonly alias: Alias;
  readonly where?: Condition;
  readonly key?: RowKey;
}

/** The FROM and WHERE that find such rows; `where` is empty for all rows. */
export function findRows(
  { table, alias, where, key: asked }: KeyedRows,
  forms: Forms,
): { readonly from: Sql; readonly where: Sql } {
  const key = asked && oneKey(asked);
  const own = tableName(table);
  const rows = alias === table.name ? own : sql`${own} as ${name(alias)}`;
  if (key?.kind === 'captured') return { from: joinKeys(key, rows, forms), where: whereClause(where) };
  return { from: rows, where: whereClause(allOf([...(key?.columns ?? []).map((own) => isValue(own, forms)), where])) };
}

/** One captured key as its values, where a value of each type reads what was captured: so no table is made of it. */
export function oneKey(key: RowKey): RowKey {
  if (key.kind === 'one' || !key.atMostOne || !key.columns.every(({ type }) => isReadAsCaptured(type))) return key;
  const { source } = key.captured;
  invariant(source.kind === 'captured', 'a key was captured');
  const columns = key.columns.map((own): KeyColumn => {
    const { name: column, type } = own;
    return {
      ...own,
      value: { source: { kind: 'captured', write: source.write, column }, use: { kind: 'value', type } },
    };
  });
  return { kind: 'one', columns };
}

const isReadAsCaptured = ({ scalar, asText, ...type }: FieldType): boolean =>
  !asText && type.enum === undefined && !NOT_AS_CAPTURED.has(scalar);

/** Bytes are captured as Base64, and floating point numbers with more digits than they are compared by. */
const NOT_AS_CAPTURED: ReadonlySet<ScalarName> = new Set(['Base64String', 'Single', 'Float', 'Boolean']);

const isValue = ({ value, alias, name: own, type }: KeyColumn, forms: Forms): Condition =>
  compare(
    'eq',
    { sql: comparand(column(alias, own), type), type },
    { sql: stored(parameterOf(value, type, forms.exactCollation), type.native, forms), type },
    forms,
  );
