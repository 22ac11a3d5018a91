/** Items of a pool by seed, with the features that each uses. */
export type Pool = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Returns the seeds of few items that together use each feature `often` times, or as often as the pool has it. A greedy
 * set cover that prefers rare features; items that later items made redundant are removed.
 */
export function reduce(pool: Pool, often: number): readonly number[] {
  const total = countAll(pool.values());
  const counts = new Map<string, number>();
  const gainOf = (features: ReadonlySet<string>): number =>
    [...features]
      .filter((feature) => (counts.get(feature) ?? 0) < often)
      .reduce((sum, feature) => sum + (total.get(feature) ?? 1) ** -0.5, 0);
  const remaining = new Map(pool);
  const picked: number[] = [];
  for (;;) {
    let best: { readonly seed: number; readonly gain: number } | undefined;
    for (const [seed, features] of remaining) {
      const gain = gainOf(features);
      if (gain > (best?.gain ?? 0)) best = { seed, gain };
    }
    if (best === undefined) break;
    for (const feature of pool.get(best.seed) ?? []) counts.set(feature, (counts.get(feature) ?? 0) + 1);
    remaining.delete(best.seed);
    picked.push(best.seed);
  }
  return picked
    .toReversed()
    .filter((seed) => {
      const features = [...(pool.get(seed) ?? [])];
      if (features.some((feature) => (counts.get(feature) ?? 0) <= often)) return true;
      for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) - 1);
      return false;
    })
    .toSorted((left, right) => left - right);
}

function countAll(items: Iterable<ReadonlySet<string>>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) for (const feature of item) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}
