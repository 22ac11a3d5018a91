import { Decimal, decimalKey } from './decimal.ts';
import type { Value } from './entity.ts';

/** Text that is the same for equal values of one column, NULL among them, and only for those. */
export function keyOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Decimal) return decimalKey(value);
  if (value instanceof Buffer) return value.toString('hex');
  return `=${String(value === 0 ? 0 : value)}`;
}
