import type { Timing } from './measure.ts';
import type { GrowthResult } from './measure-growth.ts';
import type { TokensResult } from './measure-tokens.ts';
import type { MicroResult, ObservabilityResult } from './run-micro.ts';

/** Rows of strings; the first column is a name. */
export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: string;
}

export function tablesOfMicro(results: readonly MicroResult[]): readonly TextTable[] {
  const ofKind = <K extends MicroResult['kind']>(kind: K) =>
    results.filter((result): result is Extract<MicroResult, { kind: K }> => result.kind === kind);
  const isRest = ({ workload }: { readonly workload: string }): boolean => workload.startsWith('REST');
  const stages = ofKind('stages');
  return [
    tableOfStages(
      'µs per stage',
      stages.filter((result) => !isRest(result)),
    ),
    tableOfStages('µs per stage, REST', stages.filter(isRest)),
    {
      title: 'µs of processor time per request, with the socket',
      head: ['workload', 'Joinery', 'Fastify with a constant response', 'difference'],
      rows: ofKind('http').map(({ workload, joinery, fastify }) => [
        workload,
        `${digits(joinery.median)} (min ${digits(joinery.min)})`,
        `${digits(fastify.median)} (min ${digits(fastify.min)})`,
        digits(joinery.median - fastify.median),
      ]),
    },
    ...ofKind('tokens').flatMap(tablesOfTokens),
    ...ofKind('observability').map(tableOfObservability),
    ...ofKind('growth').map(tableOfGrowth),
  ];
}

const tablesOfTokens = ({ readings, requests }: TokensResult): readonly TextTable[] => [
  {
    title: 'µs to authenticate a request',
    head: ['request', 'µs'],
    rows: readings.map(({ name, timing }) => [name, showTiming(timing)]),
  },
  {
    title: 'µs of processor time per request, by token',
    head: ['request', 'µs', 'difference to the first'],
    rows: requests.map(({ name, time }) => [
      name,
      `${digits(time.median)} (min ${digits(time.min)})`,
      digits(time.median - (requests[0]?.time.median ?? 0)),
    ]),
    note: 'A point read over GraphQL with a token of about 900 bytes. Goal: a known token takes at most 5 µs more.',
  },
];

const tableOfObservability = ({ concurrency, cases }: ObservabilityResult): TextTable => ({
  title: `µs of processor time per request, by metrics and logs, ${concurrency} at a time`,
  head: ['configuration', 'µs', 'difference to the first'],
  rows: cases.map(({ name, time, added }) => [
    name,
    `${digits(time.median)} (min ${digits(time.min)})`,
    `${added.median.toFixed(1)} (${added.min.toFixed(1)} to ${added.max.toFixed(1)})`,
  ]),
  note: 'A point read over GraphQL. Goal: metrics, access log, and audit together take at most 10 µs.',
});

type Stages = Extract<MicroResult, { kind: 'stages' }>;

function tableOfStages(title: string, results: readonly Stages[]): TextTable {
  const names = results[0]?.stages ?? [];
  return {
    title,
    head: ['stage', 'requests', ...results.map(({ workload }) => workload)],
    rows: names.map(({ name, when }, index) => [
      name,
      when === 'together' ? '' : when,
      ...results.map(({ stages }) => showTiming(stages[index]?.timing)),
    ]),
  };
}

export const tableOfGrowth = ({ name, sizes, stages, why }: Omit<GrowthResult, 'kind'>): TextTable => ({
  title: `Time by ${name} (µs)`,
  head: ['stage', ...sizes.map(String), 'exponent', 'growth'],
  rows: stages.map(({ stage, microseconds, exponent, verdict }) => [
    stage,
    ...microseconds.map(digits),
    exponent.toFixed(2),
    verdict,
  ]),
  note: why,
});

const showTiming = (timing: Timing | undefined): string =>
  timing === undefined ? '–' : `${digits(timing.median)} (${digits(timing.p25)})`;

/** Formats three significant digits. */
export const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
