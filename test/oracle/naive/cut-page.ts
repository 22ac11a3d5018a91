import type { Row } from './entity.ts';
import type { Order } from './read-order.ts';

const DEFAULT_PAGE_SIZE = 100;

/** Coerced paging arguments; null means absent. */
export interface PageArguments {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly offset?: number | null;
  readonly after?: Row;
  readonly before?: Row;
}

export interface Page {
  readonly items: readonly Row[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

export function cutPage(rows: readonly Row[], order: Order, paging: PageArguments): Page {
  const { after, before } = paging;
  const window = rows.filter(
    (row) => (after === undefined || order(row, after) > 0) && (before === undefined || order(row, before) < 0),
  );
  const isCutInFront = after !== undefined && rows.some((row) => order(row, after) <= 0);
  const isCutBehind = before !== undefined && rows.some((row) => order(row, before) >= 0);
  const last = paging.last ?? undefined;
  if (last !== undefined) {
    const start = Math.max(0, window.length - last);
    return { items: window.slice(start), hasNextPage: isCutBehind, hasPreviousPage: start > 0 || isCutInFront };
  }
  const offset = paging.offset ?? 0;
  const end = offset + (paging.first ?? DEFAULT_PAGE_SIZE);
  return {
    items: window.slice(offset, end),
    hasNextPage: end < window.length || isCutBehind,
    hasPreviousPage: (offset > 0 && window.length > 0) || isCutInFront,
  };
}
