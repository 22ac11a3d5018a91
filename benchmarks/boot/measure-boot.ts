import { pino } from 'pino';
import { boot } from '../../src/app/boot.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { createServer } from '../../src/server/create-server.ts';

/** One start of the service, from reading the file to a server that could listen. */
export interface Boot {
  readonly milliseconds: number;
  /** Bytes on the heap after collection, the service still there. */
  readonly heap: number;
  /** Milliseconds from the start of the process to the first statement of this file: Node itself, and loading the modules. */
  readonly loading: number;
}

const loading = performance.now();
const [file = ''] = process.argv.slice(2);
const server = createServer(
  await boot(readConfig(file, process.env).config, () => undefined),
  pino({ enabled: false }),
);
await server.ready();
const milliseconds = performance.now() - loading;
// The second time also frees what finalizers of the first have let go.
globalThis.gc?.();
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
await server.close();
console.log(JSON.stringify({ milliseconds, heap, loading } satisfies Boot));
