import type { ScalarName } from '../scalars/scalar.ts';
import type { FieldType } from './model.ts';

/** The type of a value without a column. `native` is empty: a dialect takes its own word for the scalar. */
export const plainType = (scalar: ScalarName): FieldType => ({ scalar, list: false, native: '', asText: false });
