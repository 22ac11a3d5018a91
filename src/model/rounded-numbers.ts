import { isFloating } from '../scalars/operators.ts';
import type { ColumnType } from './catalog-column.ts';

/** Maximum number of decimal digits that a 64-bit float always preserves. */
const DIGITS = 15;

/** Returns whether a comparison with a float may lose digits. */
export const losesDigits = (exact: ColumnType, other: ColumnType): boolean =>
  isFloating(other) &&
  !exact.list &&
  (exact.scalar === 'Long' || (exact.scalar === 'Decimal' && (exact.precision ?? Number.POSITIVE_INFINITY) > DIGITS));
