import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded with `--import report-heap.ts?socket=<path>`. Each request to the socket returns the heap size in bytes after
// a garbage collection.
// https://nodejs.org/api/v8.html#v8setflagsfromstringflags
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const socket = new URL(import.meta.url).searchParams.get('socket') ?? '';

createServer((_, response) => {
  // The second collection frees objects released by finalizers of the first.
  collect();
  collect();
  response.end(String(process.memoryUsage().heapUsed));
})
  .listen(socket)
  .unref();
