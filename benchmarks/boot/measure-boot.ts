import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { boot } from '../../src/app/boot.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { createServer } from '../../src/server/create-server.ts';

/** From reading the file to a server that can listen. */
export interface Boot {
  readonly milliseconds: number;
  /** Bytes after GC, while the service runs. */
  readonly heap: number;
  /** Milliseconds of Node.js startup and module loading. */
  readonly loading: number;
  /** Microseconds of a REST request that needs no database, for the first and the last entity. */
  readonly routing: { readonly first: number; readonly last: number };
}

/** The fastest round counts. */
const ROUNDS = 10;
const REQUESTS = 500;

const loading = performance.now();
const [file = ''] = process.argv.slice(2);
const server = createServer(await boot(readConfig(file, process.env).config), pino({ enabled: false }));
await server.ready();
const milliseconds = performance.now() - loading;
// The second collection frees objects released by finalizers of the first.
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

/** Returns microseconds per request. */
async function timeRequests(entity: string): Promise<number> {
  const started = performance.now();
  for (let request = 0; request < REQUESTS; request += 1) {
    await server.inject({ method: 'OPTIONS', url: `/api/${entity}` });
  }
  return ((performance.now() - started) * 1000) / REQUESTS;
}
