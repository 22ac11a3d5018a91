import type { FieldType } from '../../../model/model.ts';
import { type Sql, sql } from '../../../sql/fragment.ts';

/** Returns true for a `tinyint` that is exposed as a Boolean. All numbers except 0 are true. */
export const isTinyintBoolean = ({ scalar, native }: FieldType): boolean =>
  scalar === 'Boolean' && native.startsWith('tinyint');

export const booleanValue = (value: Sql, type: FieldType): Sql =>
  isTinyintBoolean(type) ? sql`(${value} <> 0)` : value;
