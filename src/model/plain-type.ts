import type { ScalarName } from '../scalars/scalar.ts';
import type { FieldType } from './model.ts';

/** Returns the type of a value that has no column. An empty `native` stands for the default type of the dialect. */
export const plainType = (scalar: ScalarName): FieldType => ({ scalar, list: false, native: '', asText: false });
