import type { ScalarName } from '../scalars/scalar.ts';
import type { FieldType } from './model.ts';

/** An empty `native` means the dialect's default. */
export const plainType = (scalar: ScalarName): FieldType => ({ scalar, list: false, native: '', asText: false });
