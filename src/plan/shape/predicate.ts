import type { Entity, Field, Link } from '../../model/model.ts';
import type { CallName } from '../../odata/expression.ts';
import type { Comparison } from '../../scalars/operators.ts';
import type { Aggregate } from './aggregate.ts';
import type { Slot } from './slot.ts';

export interface Source {
  readonly entity: Entity;
  /** Absent if all rows are visible. */
  readonly visible?: Predicate;
  readonly via?: Via;
}

export interface Via {
  readonly link: Link;
  /** Set for a junction, and if linked columns have different types. */
  readonly from?: Entity;
  readonly junctionVisible?: Predicate;
}

export type RelatedSource = Source & { readonly via: Via };

/** Three-valued, as in SQL. */
export type Predicate =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** A comparison with NULL. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'and' | 'or'; readonly members: readonly Predicate[] }
  | { readonly kind: 'not'; readonly member: Predicate }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly operand: Operand; readonly values: Slot; readonly negated: boolean }
  | { readonly kind: 'isNull'; readonly operand: Operand; readonly negated: boolean }
  | { readonly kind: 'arrayContains'; readonly operand: Operand; readonly values: Slot; readonly all: boolean }
  | {
      readonly kind: 'like';
      readonly operand: Operand;
      readonly pattern: Slot;
      readonly anyCase: boolean;
      readonly negated: boolean;
    }
  | { readonly kind: 'fullText'; readonly document: Operand; readonly words: Slot }
  /** `member` is evaluated only if the condition is true. */
  | { readonly kind: 'when'; readonly condition: Predicate; readonly member: Predicate }
  | Matches
  | Exists;

/** True if one of the tags is `*` or the hash of these fields. */
export interface Matches {
  readonly kind: 'matches';
  /** If empty, only `*` matches. */
  readonly fields: readonly Field[];
  readonly tags: Slot;
}

export type Operand =
  /** `up` selects the row: 0 is the innermost enclosing row, 1 the next one out. */
  | { readonly kind: 'field'; readonly up: number; readonly path: readonly RelatedSource[]; readonly field: Field }
  | { readonly kind: 'value'; readonly value: Slot }
  /** NULL if the path is missing or has JSON null. */
  | { readonly kind: 'jsonPath'; readonly json: Operand; readonly path: Slot }
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate }
  | { readonly kind: 'call'; readonly name: CallName; readonly argument: Operand };

/** True if there is a related row for which the filter is true or, with `unless`, is not true. Never unknown. */
export interface Exists extends Source {
  readonly via: Via;
  readonly kind: 'exists';
  readonly up?: number;
  readonly filter?: Predicate;
  readonly unless: boolean;
  readonly negated: boolean;
}
