import type { Entity, Field, Link } from '../../model/model.ts';
import type { CallName } from '../../odata/expression.ts';
import type { Comparison } from '../../scalars/operators.ts';
import type { Aggregate } from './aggregate.ts';
import type { Slot } from './slot.ts';

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
  /** The entity that has the relationship. Present through a junction, and if linked columns have different types. */
  readonly from?: Entity;
  /** Which rows of the junction the role may see; absent for all, and without a junction. */
  readonly junctionVisible?: Predicate;
}

export type RelatedSource = Source & { readonly via: Via };

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
  | { readonly kind: 'arrayContains'; readonly operand: Operand; readonly values: Slot; readonly all: boolean }
  | {
      readonly kind: 'like';
      readonly operand: Operand;
      readonly pattern: Slot;
      readonly anyCase: boolean;
      readonly negated: boolean;
    }
  /** Whether the database's full-text search finds the words. */
  | { readonly kind: 'fullText'; readonly document: Operand; readonly words: Slot }
  /** What `member` says where the condition holds; elsewhere false, and `member` is not even looked at. */
  | { readonly kind: 'when'; readonly condition: Predicate; readonly member: Predicate }
  | Matches
  | Exists;

/** Whether one of the tags is `*`, or the hash of these fields. */
export interface Matches {
  readonly kind: 'matches';
  /** Without fields only `*` matches. */
  readonly fields: readonly Field[];
  readonly tags: Slot;
}

/** Something that has a value for a row. */
export type Operand =
  /** `up` says of which row: 0 is the innermost one that the condition stands in, 1 the one around it. */
  | { readonly kind: 'field'; readonly up: number; readonly path: readonly RelatedSource[]; readonly field: Field }
  | { readonly kind: 'value'; readonly value: Slot }
  /** The value at a path into JSON; NULL where there is none, or JSON's null. */
  | { readonly kind: 'jsonPath'; readonly json: Operand; readonly path: Slot }
  /** An aggregate of the group that the condition stands in. */
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate }
  | { readonly kind: 'call'; readonly name: CallName; readonly argument: Operand };

/** Whether there is a related row for which the filter is true or, with `unless`, is not. Never unknown. */
export interface Exists extends Source {
  readonly via: Via;
  readonly kind: 'exists';
  /** The row that the related rows hang on, as `up` of an operand; absent for the row of the condition itself. */
  readonly up?: number;
  readonly filter?: Predicate;
  /** Asks for a row for which the filter is false or unknown. */
  readonly unless: boolean;
  readonly negated: boolean;
}
