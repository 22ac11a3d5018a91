import { clause, column, name, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows, OrderSql } from '../../../sql/query.ts';
import { limitOffset } from '../../limit-offset/limit-offset.ts';
import { namedColumns } from '../../mysql-family/sql/named-columns.ts';
import { orderedBy, orderTerms, type Page } from '../../mysql-family/sql/rows.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';

/**
 * ` from (select `2`.`id`, … order by `2`.`customer_id`, `2`.`id` limit 5) as `2``: the rows of a page within a row, under the alias that
 * they have anyway. @param used all that is made of them
 */
export function fromPage(chosen: ChosenRows, page: Page, used: readonly Sql[]): Sql {
  const { alias } = chosen.source;
  const order = orderedBy([...linkTerms(chosen, page.order), ...orderTerms(page.order)]);
  const rows = sql`select ${namedColumns(alias, used)}${fromWhere(chosen)}${order}${limitOffset(page)}`;
  return sql`${clause('from')}${subquery(rows)} as ${name(alias)}`;
}

/**
 * Columns that are the same in all rows of the page. Without them in front of its order, MySQL reads and sorts all rows of the parent, although
 * an index of these columns and the order has them so; in the direction of the order, it can be read backwards.
 */
const linkTerms = ({ source, link }: ChosenRows, [first]: readonly OrderSql[]): readonly Sql[] =>
  first === undefined
    ? []
    : link.map((own) => sql`${column(source.alias, own.column)}${raw(first.descending ? ' desc' : '')}`);
