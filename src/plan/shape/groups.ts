import type { Field, FieldType } from '../../model/model.ts';
import type { Aggregate } from './aggregate.ts';
import type { Predicate } from './predicate.ts';
import type { Amount } from './slot.ts';

/** Rows as groups: rows that agree in some fields are one. Without fields all rows are one group, even where there are no rows. */
export interface Groups {
  /** Fields in which the rows of a group agree, NULL with NULL; empty for one group of all rows. */
  readonly by: readonly Field[];
  /** Which groups are kept; its operands are aggregates. Absent for all. */
  readonly having?: Predicate;
  readonly order: readonly GroupOrderTerm[];
  readonly size: Amount;
  readonly selection: GroupSelection;
}

/** What each group becomes: an object with these entries, in order. */
export type GroupSelection = readonly { readonly key: string; readonly value: GroupEntryValue }[];

export type GroupEntryValue =
  | { readonly kind: 'field'; readonly field: Field }
  /** `written`: the type of the value in the answer. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly written: FieldType }
  | { readonly kind: 'typename'; readonly name: string }
  | { readonly kind: 'object'; readonly selection: GroupSelection };

/** Something that has one value for a group. */
export type GroupValue =
  /** A field that the group has in common. */
  { readonly kind: 'field'; readonly field: Field } | { readonly kind: 'aggregate'; readonly aggregate: Aggregate };

export interface GroupOrderTerm {
  readonly value: GroupValue;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}
