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

/** Relation of rows to the enclosing row. */
export interface Via {
  readonly link: Link;
  /** Entity of the enclosing row. Set for a junction, and if linked columns have different types. */
  readonly from?: Entity;
  /** Restricts the rows of the junction. Absent if all rows are visible. */
  readonly junctionVisible?: Predicate;
}

export type RelatedSource = Source & { readonly via: Via };

/** A three-valued condition, as in SQL. */
export type Predicate =
  | { readonly kind: 'constant'; readonly value: boolean }
  /** The result of a comparison with NULL. */
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

/** An `If-Match` condition. True if one of the tags is `*` or the hash of the fields. */
export interface Matches {
  readonly kind: 'matches';
  /** If empty, only `*` matches. */
  readonly fields: readonly Field[];
  readonly tags: Slot;
}

export type Operand =
  /** `levelsUp` selects the row: 0 is the innermost row, 1 the row that encloses it. */
  | {
      readonly kind: 'field';
      readonly levelsUp: number;
      readonly path: readonly RelatedSource[];
      readonly field: Field;
    }
  | { readonly kind: 'value'; readonly value: Slot }
  /** The value at a path in JSON; NULL if the path is missing or leads to JSON null. */
  | { readonly kind: 'jsonPath'; readonly json: Operand; readonly path: Slot }
  | { readonly kind: 'aggregate'; readonly aggregate: Aggregate }
  | { readonly kind: 'call'; readonly name: CallName; readonly argument: Operand };

/**
 * Tests related rows; never unknown. True if the filter is true for a related row. With `unless`, true if the filter is
 * false or unknown for a related row. `negated` negates the result: with `unless`, every related row must match.
 */
export interface Exists extends Source {
  readonly via: Via;
  readonly kind: 'exists';
  /** Enclosing row to which the rows are related, as in `Operand`; 0 by default. */
  readonly levelsUp?: number;
  readonly filter?: Predicate;
  readonly unless: boolean;
  readonly negated: boolean;
}
