import type { ScalarName } from '../scalars/scalar.ts';
import type { FieldType } from './model.ts';

/**
 * Returns the type of a value without a column. `native` is empty, so the dialect uses its default type for the scalar.
 */
export const plainType = (scalar: ScalarName): FieldType => ({ scalar, list: false, native: '', asText: false });
