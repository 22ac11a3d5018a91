import type { Field } from '../../model/model.ts';
import type { Groups } from './groups.ts';
import type { Predicate, RelatedSource, Source } from './predicate.ts';
import type { Amount, Slot } from './slot.ts';

export interface Rows extends Source {
  /** Condition on the visible rows. */
  readonly filter?: Predicate;
  readonly selection: Selection;
}

export interface PagedRows extends Rows {
  readonly order: readonly OrderTerm[];
  readonly page: Page;
}

export interface Page {
  readonly size: Amount;
  readonly offset?: Amount;
}

export type Selection = readonly Entry[];

export interface Entry {
  readonly key: string;
  readonly value: EntryValue;
}

export type EntryValue =
  | OwnValue
  | { readonly kind: 'typename'; readonly name: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'one'; readonly rows: Rows }
  | { readonly kind: 'list'; readonly rows: PagedRows }
  | { readonly kind: 'connection'; readonly connection: Connection };

export type OwnValue =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'hash'; readonly fields: readonly Field[] };

export interface RowMetadata extends Entry {
  readonly value: OwnValue;
  /** True if the value is returned even if the read policy hides the row. */
  readonly unfiltered?: true;
}

export interface Connection extends Source {
  readonly filter?: Predicate;
  readonly order: readonly OrderTerm[];
  readonly page: Page;
  /** True for the last rows of the order. The rows of the page keep the order. */
  readonly fromEnd: boolean;
  readonly after?: Seek;
  readonly before?: Seek;
  /** Restricts the rows of the page, for a stream. */
  readonly released?: Released;
  /**
   * Contents of cursors; if absent, the values of the order terms. `long`: the key, if these values are too long.
   * `longKey`: the hash of the key, if the key is also too long. `position`: the row number, without a readable key.
   */
  readonly cursors?: 'long' | 'longKey' | 'position';
  /** Hash of the order, as part of cursors. */
  readonly cursorOrder: string;
  readonly members: readonly ConnectionMetadata[];
}

/**
 * Rows that a stream may deliver. `none`: no row. `until`: rows up to a cursor. `settled`: rows of transactions that
 * precede all running transactions, by a column with `ordersCommits`.
 */
export type Released =
  | { readonly kind: 'none' }
  | { readonly kind: 'until'; readonly cursor: Seek }
  | { readonly kind: 'settled'; readonly field: Field };

export type ConnectionMetadata =
  | { readonly kind: 'items'; readonly key: string; readonly selection: Selection }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: Groups }
  /** `nullOnLastPage`: the cursor is null on the last page. */
  | { readonly kind: ScalarMetadata; readonly key: string; readonly nullOnLastPage?: true };

export type ScalarMetadata = 'totalCount' | 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';

export interface OrderTerm {
  /** To-one relationships; empty for the row's own field. */
  readonly path: readonly RelatedSource[];
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}

/** The row of a cursor, as a position in the order. A `null` value stands for NULL. */
export interface Seek {
  readonly side: 'after' | 'before';
  /** True if the row of the cursor is included. */
  readonly isInclusive?: true;
  /** Contents of `values`: the key, or its hash. If absent, the values of the order terms. */
  readonly by?: 'key' | 'hash';
  readonly values: readonly (Slot | null)[];
}
