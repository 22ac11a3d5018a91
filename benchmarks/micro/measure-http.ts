import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createServer } from '../../src/server/create-server.ts';
import { startLoad } from '../load/start-load.ts';
import type { HttpRequest } from '../requests/contender.ts';
import { type Summary, summarize } from '../support/statistics.ts';
import { makeShop } from './make-shop.ts';
import { openShop } from './open-shop.ts';
import { restWorkloads, type Workload, workloads } from './workloads.ts';

/** Microseconds of processor time per request, including the socket. */
export interface HttpResult {
  readonly workload: string;
  readonly joinery: Summary;
  /** Fastify alone, with a constant response of the same text. */
  readonly fastify: Summary;
}

const SECONDS = 1;
const WARM_UP = 2;

const CONNECTIONS = 8;

const [rounds = '5'] = process.argv.slice(2);
const shop = await openShop(makeShop());
const joinery = createServer(shop.application, pino({ enabled: false }));
const cases: readonly (Pick<Workload, 'name' | 'databaseRow'> & { readonly request: HttpRequest })[] = [
  ...workloads.map(({ name, databaseRow, document, variables }) => {
    const body = JSON.stringify({ query: document, variables });
    const headers = { 'content-type': 'application/json' };
    return { name, databaseRow, request: { method: 'POST' as const, path: '/graphql', headers, body } };
  }),
  ...restWorkloads.map(({ name, databaseRow, path }) => ({
    name,
    databaseRow,
    request: { method: 'GET' as const, path: `/api${path}`, headers: {} },
  })),
];
const origin = await joinery.listen({ host: '127.0.0.1', port: 0 });
const load = startLoad();
const results: HttpResult[] = [];
for (const { name, databaseRow, request } of cases) {
  shop.setDatabaseRow(databaseRow);
  const { path, ...init } = request;
  const text = await (await fetch(origin + path, init)).text();
  const fastify = sendAlways(text);
  const bare = await fastify.listen({ host: '127.0.0.1', port: 0 });
  for (const url of [origin, bare]) await timeRequests(url, request, WARM_UP);
  const measured = { joinery: [] as number[], fastify: [] as number[] };
  for (let round = 0; round < Number(rounds); round += 1) {
    measured.joinery.push(await timeRequests(origin, request, SECONDS));
    measured.fastify.push(await timeRequests(bare, request, SECONDS));
  }
  await fastify.close();
  results.push({ workload: name, joinery: summarize(measured.joinery), fastify: summarize(measured.fastify) });
}
await load.stop();
await joinery.close();
console.log(JSON.stringify(results));

function sendAlways(text: string): FastifyInstance {
  const server = Fastify();
  const type = 'application/json; charset=utf-8';
  server.all('/*', (_request, reply) => reply.type(type).send(text));
  return server;
}

async function timeRequests(url: string, request: HttpRequest, seconds: number): Promise<number> {
  const before = process.cpuUsage();
  const { answers } = await load.send({ origin: url, requestLists: [[request]], connections: CONNECTIONS, seconds });
  const { user, system } = process.cpuUsage(before);
  return (user + system) / answers;
}
