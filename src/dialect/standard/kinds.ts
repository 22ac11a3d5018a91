import type { ScalarName } from '../../scalars/scalar.ts';

/** Scalars of one kind are comparable. */
export const kinds: Readonly<Partial<Record<ScalarName, string>>> = {
  Boolean: 'number',
  Short: 'number',
  Int: 'number',
  Long: 'number',
  Decimal: 'number',
  Single: 'number',
  Float: 'number',
  Date: 'moment',
  DateTime: 'moment',
};
