import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createServer } from '../../src/server/create-server.ts';
import { runNode } from '../support/run-node.ts';
import { type Summary, summarise } from '../support/statistics.ts';
import { makeShop } from './make-shop.ts';
import { openShop } from './open-shop.ts';
import { restWorkloads, workloads } from './workloads.ts';

/** Microseconds of processor time of the whole server for one request, its socket and all; no database takes part. */
export interface HttpResult {
  readonly workload: string;
  readonly joinery: Summary;
  /** Fastify alone, sending the same text for a request that it does not read. */
  readonly fastify: Summary;
}

const SECONDS = 1;
const WARM_UP = 2;

const autocannon = fileURLToPath(import.meta.resolve('autocannon'));
const [rounds = '5'] = process.argv.slice(2);
const shop = await openShop(makeShop());
const joinery = createServer(shop.application, pino({ enabled: false }));
const asked = [
  ...workloads.map(({ name, says, document, variables }) => {
    const body = JSON.stringify({ query: document, variables });
    return { name, says, path: '/graphql', args: ['-m', 'POST', '-H', 'content-type=application/json', '-b', body] };
  }),
  ...restWorkloads.map(({ name, says, path }) => ({ name, says, path: `/api${path}`, args: [] })),
];
const origin = await joinery.listen({ host: '127.0.0.1', port: 0 });
const results: HttpResult[] = [];
for (const { name, says, path, args } of asked) {
  shop.say(says);
  const text = await (await request(path, args)).text();
  const fastify = sendAlways(text);
  const bare = await fastify.listen({ host: '127.0.0.1', port: 0 });
  const ask = (url: string, seconds: number) => timeRequests([...args, url], seconds);
  for (const url of [origin, bare]) await ask(url + path, WARM_UP);
  const measured = { joinery: [] as number[], fastify: [] as number[] };
  for (let round = 0; round < Number(rounds); round += 1) {
    measured.joinery.push(await ask(origin + path, SECONDS));
    measured.fastify.push(await ask(bare + path, SECONDS));
  }
  await fastify.close();
  results.push({ workload: name, joinery: summarise(measured.joinery), fastify: summarise(measured.fastify) });
}
await joinery.close();
console.log(JSON.stringify(results));

/** One request, to see what is answered. */
function request(path: string, args: readonly string[]): Promise<Response> {
  const body = args.at(-1);
  if (body === undefined) return fetch(origin + path);
  return fetch(origin + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

function sendAlways(text: string): FastifyInstance {
  const server = Fastify();
  const type = 'application/json; charset=utf-8';
  server.all('/*', (_request, reply) => reply.type(type).send(text));
  return server;
}

/** Microseconds of this process's time for each of many requests. */
async function timeRequests(args: readonly string[], seconds: number): Promise<number> {
  const before = process.cpuUsage();
  const load = (await runNode({ args: [autocannon, '-j', '-c', '8', '-d', `${seconds}`, ...args] })) as {
    readonly requests: { readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
  };
  const { user, system } = process.cpuUsage(before);
  if (load.non2xx + load.errors > 0) throw new Error(`Not all was answered: ${args.join(' ')}`);
  return (user + system) / load.requests.total;
}
