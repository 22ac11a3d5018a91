import { type Sql, sql, subquery } from '../../../sql/fragment.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import type { NestedForms } from '../../mysql-family/sql/forms.ts';
import { orNull } from '../../mysql-family/sql/glue.ts';
import { objectOf, orderedBy, type Page, placedTerms } from '../../mysql-family/sql/rows.ts';
import { uncut } from '../../mysql-family/sql/uncut.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { connection } from './connection.ts';
import { fromPage } from './derived-page.ts';

/** Rows within a row: an aggregate over the rows of the page, which a derived table has; it can refer to the row around it. */
export const nested: NestedForms = {
  one: ({ entries, atMostOne, ...rows }) => [
    orNull(subquery(sql`select ${uncut(objectOf(entries, nested))}${fromWhere(rows)}${limitOne(atMostOne)}`)),
  ],
  list: (query) => {
    const item = uncut(objectOf(query.entries, nested));
    const { from, order } = fromPage([item], query, query);
    return ['[', subquery(sql`select ${listOf(item, order)}${from}`), ']'];
  },
  connection,
};

/** An aggregate: texts with commas between; an empty text where there are none. */
export const listOf = (item: Sql, order: Page['order']): Sql => sql`ifnull(${concatenated(item, order, ',')}, '')`;

/**
 * An aggregate: texts with a separator between; NULL where there are none. Within GROUP_CONCAT, NULL sorts as 0 or as an empty text, so `is
 * null` is always a term.
 */
export const concatenated = (text: Sql, order: Page['order'], separator: string): Sql =>
  sql`group_concat${subquery(sql`${text}${orderedBy(placedTerms(order))} separator '${[separator]}'`)}`;
