import type { Field } from '../../model/model.ts';
import type { Groups } from './groups.ts';
import type { Predicate, RelatedSource, Source } from './predicate.ts';
import type { Amount, Slot } from './slot.ts';

/** Rows, each shaped as its selection says. */
export interface Rows extends Source {
  /** Which of the visible rows; absent for all. */
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
  /** One text for all of these fields: equal for equal values. */
  | { readonly kind: 'hash'; readonly fields: readonly Field[] };

/** What is told of a row beside its object, by response key: its hash, a field of its key. */
export interface RowFact extends Entry {
  readonly value: OwnValue;
}

/** A page of rows with the facts that were asked of it. */
export interface Connection extends Source {
  readonly filter?: Predicate;
  readonly order: readonly OrderTerm[];
  readonly page: Page;
  /** True when the page is taken from the end (`last`); its rows are given in order all the same. */
  readonly fromEnd: boolean;
  readonly after?: Seek;
  readonly before?: Seek;
  /**
   * How this page's cursors are made: of the order's values, which may be too long for one (`long`), and those of the key too
   * (`longKey`); or of positions, where there is no key. Absent: of values that are short enough.
   */
  readonly cursors?: 'long' | 'longKey' | 'position';
  /** What the order is called in them. */
  readonly cursorOrder: string;
  readonly facts: readonly Fact[];
}

export type Fact =
  | { readonly kind: 'items'; readonly key: string; readonly selection: Selection }
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  | { readonly kind: 'groups'; readonly key: string; readonly groups: Groups }
  /** `unlessLast`: a page after which there is none has no such fact. */
  | { readonly kind: ScalarFact; readonly key: string; readonly unlessLast?: true };

export type ScalarFact = 'totalCount' | 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';

export interface OrderTerm {
  /** To-one relationships from the row to the row that has the field; empty for the row's own. */
  readonly path: readonly RelatedSource[];
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}

/**
 * A place in an order, between rows: one value for each order term, `null` where the row there has NULL; or what a row is found by, which
 * has these values.
 */
export interface Seek {
  readonly side: 'after' | 'before';
  /** The values are those of the row's key, or one hash of it; absent: of the order. */
  readonly by?: 'key' | 'hash';
  readonly values: readonly (Slot | null)[];
}
