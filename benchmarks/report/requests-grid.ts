import type { ContenderResult, WorkloadResult } from '../requests/results.ts';
import type { Grid } from './grid.ts';
import { FINE_MILLISECONDS, MEBIBYTES, MICROSECONDS, show, showAmount } from './show.ts';

export function requestsGrid(results: readonly WorkloadResult[]): Grid {
  return {
    head: [
      'workload',
      'server',
      'responses/s',
      'p50',
      'p99',
      'server CPU',
      'database CPU',
      'peak memory',
      'statements',
    ],
    textColumns: 2,
    rows: results.flatMap(({ title, contenders }) =>
      contenders.map((one, index) => [index === 0 ? title : '', one.title, ...cells(one)]),
    ),
  };
}

function cells({ answersPerSecond, p50, p99, processor, peakMemory, statements }: ContenderResult): readonly string[] {
  return [
    show(answersPerSecond),
    showAmount(p50.median, FINE_MILLISECONDS),
    show(p99, FINE_MILLISECONDS),
    show(processor?.server, MICROSECONDS),
    show(processor?.database, MICROSECONDS),
    showAmount(peakMemory, MEBIBYTES),
    showAmount(statements, { decimals: Number.isInteger(statements) ? 0 : 1 }),
  ];
}

export function pacedGrid(results: readonly WorkloadResult[]): Grid {
  return {
    head: ['workload', 'server', 'target/s', 'p50', 'p99'],
    textColumns: 2,
    rows: results.flatMap(({ title, contenders }) =>
      contenders
        .flatMap(({ title, paced }) => (paced === undefined ? [] : [{ title, paced }]))
        .map(({ title: server, paced: { rate, p50, p99 } }, index) => [
          index === 0 ? title : '',
          server,
          showAmount(rate),
          show(p50, FINE_MILLISECONDS),
          show(p99, FINE_MILLISECONDS),
        ]),
    ),
  };
}
