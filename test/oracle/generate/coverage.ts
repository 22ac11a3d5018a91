import type { Random } from './random.ts';

/** Counts uses of features; the generator prefers the least-used features. */
export class Coverage {
  readonly #required: readonly string[];
  readonly #counts = new Map<string, number>();

  /** @param features required features; others are counted too */
  constructor(features: Iterable<string>) {
    this.#required = [...features];
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

  /** Returns required features used less often, as `feature: count`. */
  below(minimum: number): readonly string[] {
    return this.#required
      .filter((feature) => this.of(feature) < minimum)
      .map((feature) => `${feature}: ${this.of(feature)}`);
  }

  counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
