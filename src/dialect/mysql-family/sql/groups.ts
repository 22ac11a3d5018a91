import { needsExactEquality } from '../../../model/text-equality.ts';
import { isFloating } from '../../../scalars/operators.ts';
import { clause, join, type Sql, sql } from '../../../sql/fragment.ts';
import type { ColumnSql, GroupsQuery, OrderSql } from '../../../sql/query.ts';
import { limitOffset } from '../../standard/limit-offset.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { displayValue, exact, exactPart, groupSortKey } from './aggregate.ts';
import { filterBeforeSort } from './derived-tables/wide-rows.ts';
import { hasNullErrorValue } from './failure/error-value.ts';
import { floatDigits } from './output.ts';
import type { UnionMember } from './roots.ts';
import { flatObjectOf, orderBy } from './rows.ts';
import { isLong, sortedPart } from './text/sorted-part.ts';
import type { SqlVariant } from './variant.ts';

export function rootGroups(query: GroupsQuery, variant: Pick<SqlVariant, 'sortsWholeRows'>): UnionMember {
  const page = sql`${orderBy(orderOf(query))}${limitOffset({ size: query.size })}`;
  return { columns: [itemOf(query)], rest: sql`${grouped(query, variant)}${page}` };
}

/** @param leadingColumns leading expressions of GROUP BY */
export function grouped(
  query: GroupsQuery,
  { sortsWholeRows }: Pick<SqlVariant, 'sortsWholeRows'>,
  leadingColumns: readonly Sql[] = [],
): Sql {
  const by = [...leadingColumns, ...query.by.map(({ sql: value, type }) => exact(value, type))];
  const grouping = by.length === 0 ? [] : sql`${clause('group by')}${join(by, ', ')}`;
  const order = query.order.map(({ expression }) => expression);
  const values = [...query.columns.map(({ value }) => value), ...order, ...by, query.having?.sql ?? []];
  const rows = sortsWholeRows && by.length > 0 ? filterBeforeSort(query.rows, values) : query.rows;
  return sql`${fromWhere(rows)}${grouping}${having(query)}`;
}

/** Prints HAVING. Without `by`, an aggregate in HAVING makes one group of all rows. */
function having({ having: condition, by }: GroupsQuery): Sql {
  const all = by.length === 0 ? [sql`count(*) >= 0`] : [];
  const conditions = condition === undefined ? all : [...all, sql`(${condition.sql})`];
  return conditions.length === 0 ? [] : sql`${clause('having')}${join(conditions, ' and ')}`;
}

export function itemOf({ entries, columns }: GroupsQuery): Sql {
  const byName = new Map(columns.map((column) => [column.name, column]));
  return flatObjectOf(entries, ({ name, type }: ColumnSql) => {
    const column = byName.get(name);
    if (column === undefined) return [];
    // Without a cast, the server would print a float with only six digits.
    if (type.scalar === 'Decimal' && isFloating(column.type)) return floatDigits(column.value, column.type);
    return displayValue(column.value, type);
  });
}

/**
 * Returns the order of the groups. Enum values sort by their position in the enum. Strings that are equal by collation
 * sort by their bytes.
 */
export const orderOf = ({ order, columns, by }: GroupsQuery): readonly OrderSql[] =>
  order.flatMap((term) => {
    const groupColumn = by[columns.findIndex(({ name }) => name === term.column)];
    if (groupColumn === undefined) return { ...term, expression: groupSortKey(term.expression, term.type) };
    if (hasNullErrorValue(groupColumn.type))
      return { ...term, expression: groupSortKey(groupColumn.sql, groupColumn.type) };
    const part = sortedPart(groupColumn.sql, groupColumn.type);
    const byBytes = { ...term, expression: exactPart(part, groupColumn.type) };
    const terms = needsExactEquality(groupColumn.type) ? [{ ...term, expression: part }, byBytes] : [byBytes];
    // Long strings with equal beginnings also need a defined order.
    return isLong(groupColumn.type) ? [...terms, { ...term, expression: sql`sha2(${groupColumn.sql}, 256)` }] : terms;
  });
