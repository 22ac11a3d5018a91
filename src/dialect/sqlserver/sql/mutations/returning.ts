import { plainType } from '../../../../model/plain-type.ts';
import { allOf } from '../../../../sql/condition.ts';
import { join, type Sql, sql } from '../../../../sql/fragment.ts';
import type { OrderSql } from '../../../../sql/query.ts';
import type { ReturningValue } from '../../../../sql/write-query.ts';
import { fromWhere } from '../../../standard/row-set.ts';
import { metadataText } from '../metadata.ts';
import { rows as listOfRows, objectOf, row } from '../rows.ts';
import type { KeyedRows } from './row-keys.ts';

/** Returns the number of strings of a response value: the JSON, and one per metadata value. */
export const stringCount = (value: ReturningValue): number => 1 + (value.kind === 'one' ? value.metadata.length : 0);

/**
 * Prints the statement that assigns the response: `set @v0 = (select … for json path …)`.
 * @param variables one variable per string
 */
export function setResponseValue(value: ReturningValue, { rows, position }: KeyedRows, variables: readonly Sql[]): Sql {
  const { query } = value;
  const where = allOf([rows.where, query.where]);
  const rowSet = { ...rows, ...(where && { where }) };
  const [first = []] = variables;
  if (value.kind === 'list') {
    const defaultOrder = position === undefined ? [] : [orderByPosition(position)];
    const order = value.query.order.length > 0 ? value.query.order : defaultOrder;
    return sql`set ${first} = ${listOfRows({ ...rowSet, ...value.query, ...(where && { where }), order, atMostOne: false })}`;
  }
  if (value.metadata.length === 0) return sql`set ${first} = ${row({ ...query, ...rowSet, atMostOne: false })}`;
  // Unfiltered metadata needs the row, so the policy is applied to every other string instead.
  const needsHiddenRow = value.metadata.some(({ unfiltered }) => unfiltered);
  const withPolicy = (text: Sql, unfiltered?: true): Sql =>
    needsHiddenRow && !unfiltered && query.where !== undefined
      ? sql`case when ${query.where.sql} then ${text} end`
      : text;
  const strings = [
    withPolicy(objectOf(query.entries)),
    ...value.metadata.map((entry) => withPolicy(metadataText(entry), entry.unfiltered)),
  ];
  const set = strings.map((text, index) => sql`${variables[index] ?? []} = ${text}`);
  return sql`select top (1) ${join(set, ', ')}${fromWhere(needsHiddenRow ? rows : rowSet)}`;
}

const orderByPosition = (position: Sql): OrderSql => ({
  expression: position,
  type: plainType('Long'),
  descending: false,
  nulls: 'last',
  nullable: false,
});
