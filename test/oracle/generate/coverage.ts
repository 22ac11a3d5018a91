import type { Random } from './random.ts';

/** Counts uses of features; the generator prefers the least-used ones. */
export class Coverage {
  readonly #counts: Map<string, number>;

  /** @param features required features; others are counted too */
  constructor(features: Iterable<string>) {
    this.#counts = new Map(Array.from(features, (feature) => [feature, 0]));
  }

  count(feature: string): void {
    this.#counts.set(feature, this.of(feature) + 1);
  }

  of(feature: string): number {
    return this.#counts.get(feature) ?? 0;
  }

  pickRare<T>(random: Random, items: readonly T[], featureOf: (item: T) => string): T {
    return random.pickWeighted(items, (item) => (1 + this.of(featureOf(item))) ** -2);
  }

  /** Returns features used less often, as `feature: count`. */
  below(minimum: number): readonly string[] {
    return [...this.#counts].filter(([, count]) => count < minimum).map(([feature, count]) => `${feature}: ${count}`);
  }

  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
