export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @throws RangeError for an empty list */
export function summarize(values: readonly number[]): Summary {
  const [min, ...rest] = values.toSorted((a, b) => a - b);
  if (min === undefined) throw new RangeError('There are no measurements to summarize.');
  const sorted = [min, ...rest];
  return { median: medianOf(sorted), min, max: sorted.at(-1) ?? min };
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
