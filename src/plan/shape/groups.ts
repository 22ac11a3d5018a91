import type { Field, FieldType } from '../../model/model.ts';
import type { Aggregate } from './aggregate.ts';
import type { Predicate } from './predicate.ts';
import type { Amount } from './slot.ts';

/** Groups of rows. Without fields, there is exactly one group, even if there are no rows. */
export interface Groups {
  /** Grouping fields, for which NULL equals NULL. */
  readonly by: readonly Field[];
  readonly having?: Predicate;
  readonly order: readonly GroupOrderTerm[];
  readonly size: Amount;
  readonly selection: GroupSelection;
}

export type GroupSelection = readonly { readonly key: string; readonly value: GroupEntryValue }[];

export type GroupEntryValue =
  | { readonly kind: 'field'; readonly field: Field }
  /** `written`: type in the response, which may differ from the type of the aggregate. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate; readonly written: FieldType }
  | { readonly kind: 'typename'; readonly name: string }
  | { readonly kind: 'object'; readonly selection: GroupSelection };

export type GroupValue =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate };

export interface GroupOrderTerm {
  readonly value: GroupValue;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}
