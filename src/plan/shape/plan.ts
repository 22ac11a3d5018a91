import type { Entity, Field, Link } from '../../model/model.ts';
import type { CallName } from '../../odata/expression.ts';
import type { SelectedField } from '../../operation/operation.ts';
import type { Comparison } from '../../scalars/operators.ts';
import type { Call } from './call.ts';
import type { Change } from './changes.ts';
import type { Aggregate, Groups } from './groups.ts';
import type { Amount, Slot } from './slot.ts';

/** What an operation asks of a store: names resolved, permissions in place, values open; no word of SQL. */
export interface Plan {
  readonly roots: readonly Root[];
}

/** One field of the root. */
export type Root =
  | { readonly kind: 'typename'; readonly key: string; readonly name: string }
  /** Answered by the schema itself, not by a store. */
  | { readonly kind: 'introspection'; readonly key: string; readonly field: SelectedField }
  | { readonly kind: 'one'; readonly key: string; readonly rows: Rows }
  | { readonly kind: 'list'; readonly key: string; readonly rows: PagedRows }
  | { readonly kind: 'connection'; readonly key: string; readonly connection: Connection }
  | { readonly kind: 'change'; readonly key: string; readonly change: Change }
  | { readonly kind: 'call'; readonly key: string; readonly call: Call };

/** Rows of one entity that a role may see. */
export interface Source {
  readonly entity: Entity;
  /** Which rows the role may see; absent for all. */
  readonly visible?: Predicate;
  /** How the rows hang on a row of another entity; absent at the root. */
  readonly via?: Via;
}

/** A relationship that is followed. */
export interface Via {
  readonly link: Link;
  /** Which rows of the junction the role may see; absent for all, and without a junction. */
  readonly junctionVisible?: Predicate;
}

export type RelatedSource = Source & { readonly via: Via };

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
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'typename'; readonly name: string }
  | { readonly kind: 'null' }
  /** One text for all of these fields: equal for equal values. */
  | { readonly kind: 'hash'; readonly fields: readonly Field[] }
  | { readonly kind: 'one'; readonly rows: Rows }
  | { readonly kind: 'list'; readonly rows: PagedRows }
  | { readonly kind: 'connection'; readonly connection: Connection };

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

/** A condition on a row; three-valued, as in SQL. */
export type Predicate =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** Neither true nor false: a comparison with NULL. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'and' | 'or'; readonly members: readonly Predicate[] }
  | { readonly kind: 'not'; readonly member: Predicate }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly values: Slot; readonly negated: boolean }
  | { readonly kind: 'isNull'; readonly operand: Operand; readonly negated: boolean }
  /** Whether a list holds all of the values, or some of them. */
  | { readonly kind: 'holds'; readonly operand: Operand; readonly values: Slot; readonly all: boolean }
  | {
      readonly kind: 'like';
      readonly operand: Operand;
      readonly pattern: Slot;
      readonly anyCase: boolean;
      readonly negated: boolean;
    }
  /** Whether the database's full-text search finds the words. */
  | { readonly kind: 'fullText'; readonly document: Operand; readonly words: Slot }
  /** What `member` says, which is not even looked at where the condition does not hold; false there. */
  | { readonly kind: 'when'; readonly condition: Predicate; readonly member: Predicate }
  | Matches
  | Exists;

/** Whether one of the tags is the hash of these fields, or `*`. */
export interface Matches {
  readonly kind: 'matches';
  /** None: only `*` matches. */
  readonly fields: readonly Field[];
  readonly tags: Slot;
}

/** Something that has a value for a row. */
export type Operand =
  /** `up`: rows outwards from the innermost one that a condition stands in; 0 is that one itself. */
  | { readonly kind: 'field'; readonly up: number; readonly path: readonly RelatedSource[]; readonly field: Field }
  | { readonly kind: 'value'; readonly value: Slot }
  /** What stands at a place in a JSON value; NULL where nothing does, or JSON's null. */
  | { readonly kind: 'jsonPath'; readonly json: Operand; readonly path: Slot }
  /** Of the group that a condition stands in. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate }
  | { readonly kind: 'call'; readonly name: CallName; readonly argument: Operand };

/** Whether a related row exists for which the filter is true or, with `unless`, for which it is not. Never unknown. */
export interface Exists extends Source {
  readonly via: Via;
  readonly kind: 'exists';
  /** Rows outwards to the one that the related rows hang on; absent for the row of the condition itself. */
  readonly up?: number;
  readonly filter?: Predicate;
  /** Looks for a row for which the filter is false or unknown. */
  readonly unless: boolean;
  readonly negated: boolean;
}
