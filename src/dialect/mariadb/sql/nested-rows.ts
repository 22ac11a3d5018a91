import { type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { limitOffset, limitOne } from '../../limit-offset/limit-offset.ts';
import type { NestedForms } from '../../mysql-family/sql/forms.ts';
import { orNull } from '../../mysql-family/sql/glue.ts';
import { objectOf, orderedBy, type Page, placedTerms } from '../../mysql-family/sql/rows.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { connection } from './connection.ts';

/** Rows within a row: aggregates with a limit of their own, as derived tables cannot refer to the row around them. */
export const nested: NestedForms = {
  one: (query) => [
    orNull(subquery(sql`select ${objectOf(query.entries, nested)}${fromWhere(query)}${limitOne(query.atMostOne)}`)),
  ],
  list: (query) => [
    '[',
    subquery(sql`select ${listOf(objectOf(query.entries, nested), query)}${fromWhere(query)}`),
    ']',
  ],
  connection,
};

/** An aggregate: the texts of a page's rows with commas between; an empty text where there are none. */
export const listOf = (item: Sql, page: Page): Sql => sql`ifnull(${concatenated(item, page)}, '')`;

/**
 * An aggregate: the texts of a page's rows with a separator between; NULL where there are none. Within GROUP_CONCAT, NULL sorts as 0 or as
 * an empty text, so `is null` is always a term.
 */
export const concatenated = (text: Sql, { order, ...page }: Page, separator: Sql = []): Sql =>
  sql`group_concat${subquery(sql`${text}${orderedBy(placedTerms(order))}${separator}${limitOffset(page)}`)}`;
