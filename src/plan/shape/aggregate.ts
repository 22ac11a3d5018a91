import type { Field, FieldType } from '../../model/model.ts';
import type { AggregateName } from '../../scalars/aggregates.ts';

/** Ignores NULL. */
export interface Aggregate {
  readonly name: AggregateName;
  /** Absent for a row count. */
  readonly field?: Field;
  readonly distinct: boolean;
  /** Type of the result. */
  readonly type: FieldType;
}
