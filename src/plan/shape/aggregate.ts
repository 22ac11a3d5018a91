import type { Field, FieldType } from '../../model/model.ts';
import type { AggregateName } from '../../scalars/aggregates.ts';

export interface Aggregate {
  readonly name: AggregateName;
  /** Absent for a row count. */
  readonly field?: Field;
  readonly distinct: boolean;
  readonly type: FieldType;
}
