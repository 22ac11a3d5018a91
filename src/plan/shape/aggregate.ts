import type { Field, FieldType } from '../../model/model.ts';
import type { AggregateName } from '../../scalars/aggregates.ts';

/** A function over the rows of a group. It passes over NULL. */
export interface Aggregate {
  readonly name: AggregateName;
  /** Absent where rows are counted. */
  readonly field?: Field;
  /** Whether equal values count once. */
  readonly distinct: boolean;
  /** The type of its value. */
  readonly type: FieldType;
}
