import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { boot } from '../../src/app/boot.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { createServer } from '../../src/server/create-server.ts';

/** One start of the service, from reading the file to a server that could listen. */
export interface Boot {
  readonly milliseconds: number;
  /** Bytes on the heap after GC, the service still there. */
  readonly heap: number;
  /** Milliseconds from the start of the process to the first statement of this file: Node itself, and loading the modules. */
  readonly loading: number;
  /** Microseconds in which a REST request finds its entity and is answered without a database: the first, the last entity. */
  readonly routing: { readonly first: number; readonly last: number };
}

/** Of turns of so many requests, the fastest one counts. */
const ROUNDS = 10;
const REQUESTS = 500;

const loading = performance.now();
const [file = ''] = process.argv.slice(2);
const server = createServer(await boot(readConfig(file, process.env).config), pino({ enabled: false }));
await server.ready();
const milliseconds = performance.now() - loading;
// The second time also frees what finalizers of the first have let go.
globalThis.gc?.();
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
const names = Object.keys(JSON.parse(await readFile(file, 'utf8')).entities);
const routing = { first: Number.POSITIVE_INFINITY, last: Number.POSITIVE_INFINITY };
for (let round = 0; round < ROUNDS; round += 1) {
  routing.first = Math.min(routing.first, await timeRequests(names[0] ?? ''));
  routing.last = Math.min(routing.last, await timeRequests(names.at(-1) ?? ''));
}
await server.close();
console.log(JSON.stringify({ milliseconds, heap, loading, routing } satisfies Boot));

/** Microseconds for one of several requests for what an entity offers. */
async function timeRequests(entity: string): Promise<number> {
  const started = performance.now();
  for (let request = 0; request < REQUESTS; request += 1) {
    await server.inject({ method: 'OPTIONS', url: `/api/${entity}` });
  }
  return ((performance.now() - started) * 1000) / REQUESTS;
}
