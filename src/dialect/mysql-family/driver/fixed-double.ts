/**
 * Returns the number that a column such as `double(10,2)` stores for a value with at most as many decimals; other values
 * are returned unchanged. The servers round the distance to the next lower integer, so -0.3 is stored as
 * -0.30000000000000004, shown as `-0.30`, and not equal to -0.3.
 */
export function asStoredDouble(value: number, native: string): number {
  const scale = /^double\(\d+,(\d+)\)/.exec(native)?.[1];
  if (scale === undefined || !Number.isFinite(value)) return value;
  const floor = Math.floor(value);
  const unit = 10 ** Number(scale);
  return Number(value.toFixed(Number(scale))) === value ? floor + Math.round((value - floor) * unit) / unit : value;
}
