import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ConfigFile } from '../../src/config/schema/config-schema.ts';
import { createServer } from '../../src/server/create-server.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { makeShop } from './make-shop.ts';
import { openShop } from './open-shop.ts';
import { workloads } from './workloads.ts';

/** Microseconds of processor time per request without a socket, including threads that write files. */
export interface ObservabilityResult {
  readonly name: string;
  readonly time: Summary;
  /** Compared to `off` of the same round. */
  readonly added: Summary;
}

type Runtime = NonNullable<ConfigFile['runtime']>;

/** Short rounds, so that a change of the load of the machine affects all cases of a round. */
const REQUESTS = 400;
const WARM_UP = 20;
const CONCURRENCY = 8;

const [rounds = '200'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'joinery-observability-'));
const auditTo = (name: string, sync: 'always' | 'never'): Runtime['audit'] => ({ file: join(folder, name), sync });

const cases: Readonly<Record<string, Runtime>> = {
  off: {},
  'off again': {},
  metrics: { metrics: true },
  'access log': { 'access-log': true },
  audit: { audit: auditTo('a.jsonl', 'never') },
  'all three': { metrics: true, 'access-log': true, audit: auditTo('b.jsonl', 'never') },
  'all three, forced to disk': { metrics: true, 'access-log': true, audit: auditTo('c.jsonl', 'always') },
};

const [point] = workloads;
if (point === undefined) throw new Error('There is no workload.');
const request = {
  method: 'POST' as const,
  url: '/graphql',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify({ query: point.document, variables: point.variables }),
};
const { file, catalog } = makeShop();
const log = openSync(join(folder, 'access.jsonl'), 'a');
const services = await Promise.all(
  Object.entries(cases).map(async ([name, runtime]) => {
    const shop = await openShop({ file: { ...file, runtime: { ...file.runtime, ...runtime } }, catalog });
    shop.setDatabaseRow(point.databaseRow);
    const server = createServer(shop.application, pino({ level: 'error' }, pino.destination({ fd: log, sync: false })));
    await server.ready();
    return { name, server, times: [] as number[] };
  }),
);
for (let round = -WARM_UP; round < Number(rounds); round += 1) {
  for (const { server, times } of services) {
    const time = await timeRequests(server);
    if (round >= 0) times.push(time);
  }
}
for (const { server } of services) await server.close();
rmSync(folder, { recursive: true });
const { times: off = [] } = services[0] ?? {};
const results: readonly ObservabilityResult[] = services.map(({ name, times }) => ({
  name,
  time: summarize(times),
  added: summarize(times.map((time, round) => time - (off[round] ?? 0))),
}));
console.log(JSON.stringify(results));

async function timeRequests(server: FastifyInstance): Promise<number> {
  const before = process.cpuUsage();
  const client = async (): Promise<void> => {
    for (let sent = 0; sent < REQUESTS / CONCURRENCY; sent += 1) await server.inject(request);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
