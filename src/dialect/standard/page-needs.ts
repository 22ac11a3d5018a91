import { raw, type Sql, sql, subquery } from '../../sql/fragment.ts';
import type { ConnectionQuery, MetadataSql, RowSet } from '../../sql/query.ts';
import { fromWhere } from './row-set.ts';

export interface PageNeeds {
  readonly items: readonly ItemsSql[];
  readonly cursor: boolean;
  /** True to fetch one extra row, which shows whether more rows follow. */
  readonly more: boolean;
}

export type ItemsSql = Extract<MetadataSql, { kind: 'items' }>;

export const needsOf = (metadata: readonly MetadataSql[]): PageNeeds => ({
  items: metadata.filter((entry) => entry.kind === 'items'),
  cursor: metadata.some(({ kind }) => kind === 'startCursor' || kind === 'endCursor'),
  more: metadata.some(
    (entry) => (entry.kind === 'hasPage' && entry.more) || ('onlyIf' in entry && entry.onlyIf?.more === true),
  ),
});

/** Returns whether rows are read: for metadata, or to verify that a cursor's row exists. */
export const needsPage = ({ cursorRowsExist }: ConnectionQuery, { items, cursor, more }: PageNeeds): boolean =>
  items.length > 0 || cursor || more || cursorRowsExist.length > 0;

export const count = (rows: RowSet, counted = raw('count(*)')): Sql =>
  subquery(sql`select ${counted}${fromWhere(rows)}`);
