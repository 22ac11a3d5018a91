import { column, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ChosenRows, OrderSql } from '../../../sql/query.ts';
import { type DerivedPage, derivePage } from '../../mysql-family/sql/derived-page.ts';
import type { Page } from '../../mysql-family/sql/rows.ts';

/** The rows of a page within a row; see `derivePage`. @param used all that is made of them */
export const fromPage = (used: readonly Sql[], chosen: ChosenRows, page: Page): DerivedPage =>
  derivePage(used, chosen, page, { front: linkTerms(chosen, page.order), sortsWholeRows: true });

/**
 * Columns that are the same in all rows of the page. Without them in front of its order, MySQL reads and sorts all rows of the parent, although
 * an index of these columns and the order has them so; in the direction of the order, it can be read backwards.
 */
const linkTerms = ({ source, link }: ChosenRows, [first]: readonly OrderSql[]): readonly Sql[] =>
  first === undefined
    ? []
    : link.map((own) => sql`${column(source.alias, own.column)}${raw(first.descending ? ' desc' : '')}`);
