import { describe, expect, it } from 'vitest';
import { buildConfig } from '../../../src/config/build/build-config.ts';
import { countWorkers, divideConfig } from '../../../src/config/divide-limits.ts';
import { inspectValue } from '../../../src/config/read-config.ts';
import type { ConfigFile, HostFile } from '../../../src/config/schema/config-schema.ts';

const file = (workers: HostFile['workers'], pool: object = {}, runtime: object = {}): ConfigFile =>
  ({
    'data-source': { 'database-type': 'postgresql', 'connection-string': 'postgres://u:p@localhost/shop', pool },
    runtime: { host: { workers }, ...runtime },
    entities: { Order: { source: 'orders', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
  }) as ConfigFile;

const problemsOf = (workers: unknown, pool: object = {}, env: Record<string, string> = {}) =>
  inspectValue(file(workers as number, pool), '/', env).problems.map(({ path, message }) => [path.join('.'), message]);

describe('runtime.host.workers', () => {
  it.each([1, 2, 8, 'auto'])('may be %s', (workers) => {
    expect(problemsOf(workers)).toEqual([]);
  });

  it.each([0, 1.5, 'all', null])('may not be %s', (workers) => {
    expect(problemsOf(workers)).toHaveLength(1);
  });

  it('may come from a variable', () => {
    const { config, problems } = inspectValue(file("@env('N')" as 'auto'), '/', { N: '3' });
    expect(problems).toEqual([]);
    expect(config?.runtime.workers).toBe(3);
  });

  it('requires a session of each kind for each worker', () => {
    const message =
      'Each of the 4 workers needs a session for reads and one for changes: "data-source.pool" has 5 for reads and 3 for changes. Raise it, or lower "runtime.host.workers".';
    expect(problemsOf(4, { max: 8, changes: 3 })).toEqual([['data-source.pool.max', message]]);
    expect(problemsOf(4, { max: 8 })).toEqual([]);
    expect(problemsOf(1, { max: 1 })).toEqual([]);
  });

  it('requires a place in the queue for each worker, or none', () => {
    expect(problemsOf(4, { 'max-waiting': 3 })).toEqual([
      [
        'data-source.pool.max-waiting',
        '"data-source.pool.max-waiting" is shared by 4 workers, and each needs a place. Raise it, or lower "runtime.host.workers".',
      ],
    ]);
    expect(problemsOf(4, { 'max-waiting': 0 })).toEqual([]);
  });

  it('"auto" starts no worker without sessions', () => {
    expect(countWorkers('auto', { max: 2, changes: 1, maxWaiting: 100 })).toBe(1);
    expect(countWorkers('auto', { max: 10_000, changes: 5_000, maxWaiting: 1 })).toBe(1);
    expect(countWorkers('auto', { max: 10_000, changes: 5_000, maxWaiting: 0 })).toBeGreaterThanOrEqual(1);
  });
});

describe('the configuration of a worker', () => {
  const audit = { file: 'logs/audit.jsonl', 'queue-bytes': 11 };
  const config = buildConfig(file(3, { max: 21, changes: 10, 'max-waiting': 8 }, { audit }), '/etc', {});
  const parts = [1, 2, 3].map((slot) => divideConfig(config, { slot, workers: 3 }));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

  it('has a share of each total', () => {
    const pools = parts.map(({ dataSource }) => dataSource.pool);
    expect(pools.map(({ max, changes, maxWaiting }) => [max, changes, maxWaiting])).toEqual([
      [8, 4, 3],
      [7, 3, 3],
      [6, 3, 2],
    ]);
    expect(sum(pools.map(({ max }) => max))).toBe(21);
    const limits = parts.map(({ runtime }) => runtime.limits);
    expect(sum(limits.map(({ sendingBytes }) => sendingBytes))).toBe(config.runtime.limits.sendingBytes);
    expect(sum(limits.map(({ operationCacheBytes }) => operationCacheBytes))).toBe(
      config.runtime.limits.operationCacheBytes,
    );
    expect(sum(parts.map(({ runtime }) => runtime.audit?.queueBytes ?? 0))).toBe(11);
  });

  it('never exceeds a total while a replacement has a number of its own', () => {
    const replaced = [1, 4, 3].map((slot) => divideConfig(config, { slot, workers: 3 }).dataSource.pool.max);
    expect(sum(replaced)).toBeLessThanOrEqual(21);
  });

  it('has its own audit file', () => {
    const targets = parts.map(({ runtime }) => runtime.audit?.target);
    expect(targets).toEqual([1, 2, 3].map((slot) => ({ kind: 'file', path: `/etc/logs/audit.${slot}.jsonl` })));
  });

  it.each([
    ['audit', '/etc/audit.2'],
    ['a.b/audit', '/etc/a.b/audit.2'],
    ['audit.log.jsonl', '/etc/audit.log.2.jsonl'],
  ])('inserts the number before the extension: %s', (name, path) => {
    const named = buildConfig(file(2, {}, { audit: { file: name } }), '/etc', {});
    expect(divideConfig(named, { slot: 2, workers: 2 }).runtime.audit?.target).toEqual({ kind: 'file', path });
  });

  it('has its own spool', () => {
    const webhook = { target: 'webhook', url: 'https://audit.example.com/', spool: 'spool', 'spool-bytes': 100 };
    const named = buildConfig(file(2, {}, { audit: webhook }), '/etc', {});
    expect(divideConfig(named, { slot: 2, workers: 2 }).runtime.audit?.target).toMatchObject({
      spool: '/etc/spool/2',
      spoolBytes: 50,
    });
  });
});
