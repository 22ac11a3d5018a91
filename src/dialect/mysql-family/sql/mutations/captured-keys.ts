import type { FieldType } from '../../../../model/model.ts';
import { type Alias, column, join, name, parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import type { ColumnSql } from '../../../../sql/query.ts';
import type { RowKey } from '../../../../sql/write-query.ts';
import { elementOf } from '../conditions/json-elements.ts';
import { floatText, plainNumber } from '../output.ts';
import { exactIfNeeded } from '../text/exact-strings.ts';
import type { SqlVariant } from '../variant.ts';

/** Alias of the captured keys; other aliases count from 1. */
const KEYS: Alias = '0';

/** Returns a JSON array of strings, from which later steps restore the values. */
export const capturedStrings = (columns: readonly ColumnSql[]): Sql =>
  sql`json_array(${join(
    columns.map(({ alias, name: columnName, type }) => capturedString(column(alias, columnName), type)),
    ', ',
  )})`;

export function capturedString(value: Sql, type: FieldType): Sql {
  switch (type.scalar) {
    case 'Base64String':
      return sql`replace(to_base64(${value}), '\\n', '')`;
    case 'Single':
      // Captures the float as a double, because the shortest text of a float compares as another number.
      return floatText(sql`cast(${value} as double)`);
    case 'Float':
      return floatText(value);
    default:
      return sql`cast(${plainNumber(value, type.native)} as char)`;
  }
}

/**
 * Returns `json_table(?, …) as 0 straight_join orders as 1 on …`, with quoted names. The keys come first, so that no
 * other rows are locked.
 */
export function joinKeys(
  { columns, captured }: Extract<RowKey, { kind: 'captured' }>,
  rows: Sql,
  variant: SqlVariant,
): Sql {
  const keys = columns.map(({ alias, name: columnName, type }, index) => {
    // Declares a float, because a double would differ from the float of the column.
    const element =
      type.scalar === 'Single'
        ? { ...elementOf(type, variant.decimalScale), type: 'float' }
        : elementOf(type, variant.decimalScale);
    const operand = { sql: column(alias, columnName), type };
    const capturedValue = asStored(element.read(column(KEYS, `k${index}`)), type.native, variant);
    return {
      declared: raw(`k${index} ${element.type} path '$[${index}]'`),
      // Labels of captured keys are compared as text, not by position.
      equal: sql`${operand.sql} = ${exactIfNeeded(operand, capturedValue, variant)}`,
    };
  });
  const declared = join([raw('n for ordinality'), ...keys.map((key) => key.declared)], ', ');
  const equal = keys.map((key) => key.equal);
  return sql`json_table(${parameter(captured)}, '$[*]' columns (${declared})) as ${name(KEYS)} straight_join ${rows} on ${join(equal, ' and ')}`;
}

export const asStored = (value: Sql, native: string, { storedKey }: SqlVariant): Sql =>
  storedKey?.(value, native) ?? value;

/** 1-based position of a captured key. */
export const keyPosition: Sql = column(KEYS, 'n');
