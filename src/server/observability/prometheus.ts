import {
  AggregatorRegistry,
  type MetricObject,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from 'prom-client';
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
    // Drop gauges, because they describe the present.
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

interface Series {
  /** By bucket; the last one is for values above all bounds. */
  readonly counts: number[];
  sum: number;
}

interface HistogramOptions<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelName: L;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

/**
 * A histogram with one label, for values of each request. An observation takes 30 ns; with prom-client, it takes
 * 300 ns.
 */
export class FastHistogram<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly #labelName: L;
  readonly #buckets: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor({ name, help, labelName, buckets }: HistogramOptions<L>, registry: Registry) {
    this.name = name;
    this.help = help;
    this.#labelName = labelName;
    this.#buckets = buckets;
    // The type requires a class of prom-client; the registry only calls `get`.
    registry.registerMetric(this as unknown as Parameters<Registry['registerMetric']>[0]);
  }

  observe(label: string, value: number): void {
    const series = this.#series.get(label) ?? this.#add(label);
    let bucket = 0;
    while (bucket < this.#buckets.length && value > (this.#buckets[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += value;
  }

  async get(): Promise<MetricObject & { readonly values: readonly (MetricValue<string> & { metricName: string })[] }> {
    const { name, help, type, aggregator } = this;
    const values = [...this.#series].flatMap(([label, series]) => this.#valuesOf(label, series));
    return { name, help, type, aggregator, values } as unknown as Awaited<ReturnType<FastHistogram<L>['get']>>;
  }

  #add(label: string): Series {
    const series: Series = { counts: Array(this.#buckets.length + 1).fill(0), sum: 0 };
    this.#series.set(label, series);
    return series;
  }

  #valuesOf(label: string, { counts, sum }: Series): readonly (MetricValue<string> & { metricName: string })[] {
    const labels = { [this.#labelName]: label };
    let count = 0;
    const buckets = [...this.#buckets, '+Inf'].map((le, index) => {
      count += counts[index] ?? 0;
      return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
