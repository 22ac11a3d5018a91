import { raw, type Sql, sql, subquery } from '../../sql/fragment.ts';
import type { ChosenRows, ConnectionQuery, MetadataSql } from '../../sql/query.ts';
import { fromWhere } from './chosen-rows.ts';

/** What the facts of a page need of its rows. */
export interface PageNeeds {
  readonly items: readonly ItemsMetadata[];
  readonly cursor: boolean;
  /** One row more than the page has, to know whether more rows follow. */
  readonly more: boolean;
}

export type ItemsMetadata = Extract<MetadataSql, { kind: 'items' }>;

export const needsOf = (facts: readonly MetadataSql[]): PageNeeds => ({
  items: facts.filter((fact) => fact.kind === 'items'),
  cursor: facts.some(({ kind }) => kind === 'startCursor' || kind === 'endCursor'),
  more: facts.some(
    (fact) => (fact.kind === 'hasPage' && fact.more) || ('onlyIf' in fact && fact.onlyIf?.more === true),
  ),
});

/** Whether the rows of the page are read: for a fact, or because a cursor names a row that has to be there. */
export const needsPage = ({ found }: ConnectionQuery, { items, cursor, more }: PageNeeds): boolean =>
  items.length > 0 || cursor || more || found.length > 0;

/** Returns a subquery that counts rows. @param counted the dialect's own spelling of `count(*)` */
export const count = (rows: ChosenRows, counted = raw('count(*)')): Sql =>
  subquery(sql`select ${counted}${fromWhere(rows)}`);
