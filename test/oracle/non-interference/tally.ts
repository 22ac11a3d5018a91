import { Coverage } from '../generate/coverage.ts';

/** Results of all requests. */
export class Tally {
  readonly #features = new Coverage([]);
  /** Descriptions of different responses. */
  readonly leaks: string[] = [];
  requests = 0;
  /** Responses with data, and those that are not empty. */
  readonly answers = { all: 0, nonEmpty: 0 };
  /** Requests repeated by an unrestricted role, and those with different responses. */
  readonly audited = { all: 0, different: 0 };

  count(features: readonly string[]): void {
    for (const feature of features) this.#features.count(feature);
  }

  /** Returns features used less often, as `feature: count`. */
  below(features: readonly string[], minimum: number): readonly string[] {
    return features
      .filter((feature) => this.#features.of(feature) < minimum)
      .map((feature) => `${feature}: ${this.#features.of(feature)}`);
  }
}
