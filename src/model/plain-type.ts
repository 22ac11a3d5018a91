import type { ScalarName } from '../scalars/scalar.ts';
import type { FieldType } from './model.ts';

/** The type of a value that no column gives one to; `native` is empty, and a dialect takes its word for the scalar. */
export const plainType = (scalar: ScalarName): FieldType => ({ scalar, list: false, native: '', asText: false });
