import Table from 'cli-table3';
import type { BootResult } from './boot/run-boot.ts';
import type { RequestsResult, Throughput } from './requests/run-requests.ts';
import type { StormResult } from './storm/run-storm.ts';
import type { Summary } from './support/statistics.ts';

/** Start times by size of the schema, each stage a row. */
export function printBoot(results: readonly BootResult[]): string {
  const table = new Table({
    head: ['start', ...results.map(({ entities }) => `${entities} entities`)],
    colAligns: ['left', ...results.map(() => 'right' as const)],
    style: { head: [], border: [], compact: true },
  });
  const row = (title: string, cell: (result: BootResult) => string): void => {
    table.push([title, ...results.map(cell)]);
  };
  for (const stage of Object.keys(results[0]?.stages ?? {})) {
    row(stage, ({ stages }) => show(stages[stage], 'ms'));
  }
  row('whole boot, ready to listen', ({ total }) => show(total, 'ms'));
  row('Node and modules, before it', ({ loading }) => show(loading, 'ms'));
  row('heap after collection', ({ heap }) => show(scale(heap, 1 / 2 ** 20), 'MiB', 1));
  row('REST request to the first entity', ({ routing }) => show(routing.first, 'µs'));
  row('REST request to the last entity', ({ routing }) => show(routing.last, 'µs'));
  return table.toString();
}

/** Both servers side by side, each question a group of rows. */
export function printRequests(results: readonly RequestsResult[]): string {
  const table = new Table({
    head: ['question', 'server', 'requests/s', 'CPU µs/request', '99 % within', 'share'],
    colAligns: ['left', 'left', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { question, beside, joinery, baseline, share } of results) {
    table.push([question, 'Joinery', ...cells(joinery), show(scale(share, 100), '%')]);
    table.push(['', `${beside} + pg`, ...cells(baseline), '']);
  }
  return table.toString();
}

/** Healthy requests, alone and beside others, each a row. */
export function printStorm(results: readonly StormResult[]): string {
  const table = new Table({
    head: ['point reads', 'requests/s', '99 % within', 'share', 'others/s', 'new sessions'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  const alone = results[0]?.requestsPerSecond.median ?? 0;
  for (const { beside, requestsPerSecond, p99, others, sessions } of results) {
    const share = show(scale(requestsPerSecond, 100 / alone), '%');
    table.push([
      beside === undefined ? 'alone' : `beside ${beside}`,
      show(requestsPerSecond),
      show(p99, 'ms'),
      share,
      show(others),
      sessions,
    ]);
  }
  return table.toString();
}

function cells({ requestsPerSecond, processorTime, p99 }: Throughput): string[] {
  return [show(requestsPerSecond), show(processorTime), show(p99, 'ms')];
}

/** `1,234 ms (1,200–1,300)`: the median, and the least and the most. */
function show(summary: Summary | undefined, unit = '', decimals = 0): string {
  if (summary === undefined) return '–';
  const digits = new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const { median, min, max } = summary;
  const amount = [digits.format(median), unit].filter((part) => part !== '').join(' ');
  return `${amount} (${digits.format(min)}–${digits.format(max)})`;
}

const scale = ({ median, min, max }: Summary, factor: number): Summary => ({
  median: median * factor,
  min: min * factor,
  max: max * factor,
});
