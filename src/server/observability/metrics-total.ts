import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue, type Registry } from 'prom-client';
import type { RequestTopic } from '../../base/worker-channel.ts';

/** The metrics of one process, to be added up by `AggregatorRegistry.aggregate`. */
export type MetricValues = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Each worker answers with its own metrics. */
export const OWN_METRICS: RequestTopic<null, MetricValues> = { name: 'own-metrics' };

/** The primary process answers with the metrics of all workers. */
export const ALL_METRICS: RequestTopic<null, readonly MetricValues[]> = { name: 'all-metrics' };

/** Number of ended workers after which their metrics are added up. */
const MAX_ENDED = 8;

/** The metrics of all workers. Counters of ended workers remain, because a counter must not decrease. */
export class MetricsTotal<W> {
  readonly #latest = new Map<W, MetricValues>();
  #ended: readonly MetricValues[] = [];
  #isMerging = false;

  update(worker: W, values: MetricValues): void {
    this.#latest.set(worker, values);
  }

  end(worker: W): void {
    const values = this.#latest.get(worker);
    this.#latest.delete(worker);
    if (values === undefined) return;
    // Gauges describe the present.
    this.#ended = [...this.#ended, values.filter(({ type }) => String(type) !== 'gauge')];
    if (this.#ended.length > MAX_ENDED && !this.#isMerging) void this.#merge();
  }

  get all(): readonly MetricValues[] {
    return [...this.#latest.values(), ...this.#ended];
  }

  async #merge(): Promise<void> {
    this.#isMerging = true;
    const merging = this.#ended;
    const merged = await aggregate(merging).getMetricsAsJSON();
    this.#ended = [merged, ...this.#ended.slice(merging.length)];
    this.#isMerging = false;
  }
}

/** Adds up the metrics of several processes. */
export const aggregate = (all: readonly MetricValues[]): Registry =>
  AggregatorRegistry.aggregate(all.map((values) => [...values]));
