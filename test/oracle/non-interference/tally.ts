import { Coverage } from '../generate/coverage.ts';

/** What came of all requests together. */
export class Tally {
  readonly #features = new Coverage([]);
  /** In words. */
  readonly leaks: string[] = [];
  requests = 0;
  /** Answers with data, and those of them that have some. */
  readonly answers = { all: 0, nonEmpty: 0 };
  /** The same requests by a role that may read everything, and those of them that told the databases apart. */
  readonly audited = { all: 0, different: 0 };

  count(features: readonly string[]): void {
    for (const feature of features) this.#features.count(feature);
  }

  /** Those of these that were used less often than this, as `feature: count`. */
  below(features: readonly string[], minimum: number): readonly string[] {
    return features
      .filter((feature) => this.#features.of(feature) < minimum)
      .map((feature) => `${feature}: ${this.#features.of(feature)}`);
  }
}
