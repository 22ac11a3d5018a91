import type { Field } from '../../model/model.ts';
import type { Groups } from './groups.ts';
import type { Predicate, RelatedSource, Source } from './predicate.ts';
import type { Amount, Slot } from './slot.ts';

/** Rows, each shaped as its selection says. */
export interface Rows extends Source {
  /** Which of the visible rows are kept; absent for all. */
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

/** What each row becomes: an object with these entries, in order. */
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

/** What stands in the row itself. */
export type OwnValue =
  | { readonly kind: 'field'; readonly field: Field }
  /** One short text for all of these fields, equal for equal values. */
  | { readonly kind: 'hash'; readonly fields: readonly Field[] };

/** What is told of a row beside its object, by response key: its hash, a field of its key. */
export interface RowMetadata extends Entry {
  readonly value: OwnValue;
  /** Returned even if the read policy hides the row. */
  readonly unfiltered?: true;
}

/** A page of rows with the facts that were selected of it. */
export interface Connection extends Source {
  readonly filter?: Predicate;
  readonly order: readonly OrderTerm[];
  readonly page: Page;
  /** True when the page is taken from the end (`last`). Its rows come in the same order all the same. */
  readonly fromEnd: boolean;
  readonly after?: Seek;
  readonly before?: Seek;
  /**
   * How this page's cursors are made. Absent: of the order's values, which are short enough. `long`: those may be too long, so that the
   * key stands in; `longKey`: the key may be too long as well, so that its hash does. `position`: of positions, where there is no key.
   */
  readonly cursors?: 'long' | 'longKey' | 'position';
  /** The name of the order in the cursors. */
  readonly cursorOrder: string;
  readonly facts: readonly ConnectionMetadata[];
}

export type ConnectionMetadata =
  | { readonly kind: 'items'; readonly key: string; readonly selection: Selection }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: Groups }
  /** `unlessLast`: the fact is null on the last page. */
  | { readonly kind: ScalarMetadata; readonly key: string; readonly unlessLast?: true };

export type ScalarMetadata = 'totalCount' | 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';

export interface OrderTerm {
  /** To-one relationships from the row to the row that has the field; empty for a field of the row itself. */
  readonly path: readonly RelatedSource[];
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}

/**
 * A place in an order, between rows. Its values are those of the order's terms, or those by which a row is found whose values are read
 * then. `null` stands for NULL.
 */
export interface Seek {
  readonly side: 'after' | 'before';
  /** The row is found by the values of its key, or by one hash of it. Absent: the values are those of the order. */
  readonly by?: 'key' | 'hash';
  readonly values: readonly (Slot | null)[];
}
