import type { ScalarName } from '../../scalars/scalar.ts';

/** Scalars whose values compare with those of another one, by what they have in common. */
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
