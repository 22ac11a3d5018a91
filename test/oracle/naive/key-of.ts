import { Decimal, decimalKey } from './decimal.ts';
import type { Value } from './entity.ts';

/** Returns a string that is equal exactly for equal values of one column, including NULL. */
export function keyOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Decimal) return decimalKey(value);
  if (value instanceof Buffer) return value.toString('hex');
  return `=${String(value === 0 ? 0 : value)}`;
}
