import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createServer } from '../../src/server/create-server.ts';
import { medianOf } from '../support/statistics.ts';
import { makeShop } from './make-shop.ts';
import { observabilityCases } from './observability-cases.ts';
import { openShop } from './open-shop.ts';
import { workloads } from './workloads.ts';

/**
 * Prints microseconds of processor time per request without a socket, including threads that write files. A process
 * measures one case, because hooks of other cases would change the machine code.
 */
const [name = '', concurrency = ''] = process.argv.slice(2);
const CONCURRENCY = Number(concurrency);
const REQUESTS_EACH = Math.ceil(1_000 / CONCURRENCY);
const REQUESTS = CONCURRENCY * REQUESTS_EACH;
const WARM_UP = 15;
const ROUNDS = 40;

const settingsIn = observabilityCases[name];
const [point] = workloads;
if (point === undefined || settingsIn === undefined) throw new Error(`There is no case "${name}".`);
const folder = mkdtempSync(join(tmpdir(), 'joinery-observability-'));
const request = {
  method: 'POST' as const,
  url: '/graphql',
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify({ query: point.document, variables: point.variables }),
};
const { file, catalog } = makeShop();
const shop = await openShop({ file: { ...file, runtime: { ...file.runtime, ...settingsIn(folder) } }, catalog });
shop.setDatabaseRow(point.databaseRow);
// As the command line writes to standard error.
const stream = pino.destination(join(folder, 'log.jsonl'));
const server = createServer(shop.application, pino({ level: 'error' }, stream), stream);
await server.ready();
const times: number[] = [];
for (let round = -WARM_UP; round < ROUNDS; round += 1) {
  const time = await timeRequests();
  if (round >= 0) times.push(time);
}
await server.close();
rmSync(folder, { recursive: true });
console.log(medianOf(times));

async function timeRequests(): Promise<number> {
  const before = process.cpuUsage();
  const client = async (): Promise<void> => {
    for (let sent = 0; sent < REQUESTS_EACH; sent += 1) await server.inject(request);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
