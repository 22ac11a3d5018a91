import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded into a server by `--import`, with the path of a socket in its own URL: who asks there is told the bytes that are
// in use after a collection. https://nodejs.org/api/v8.html#v8setflagsfromstringflags
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const socket = new URL(import.meta.url).searchParams.get('socket') ?? '';

createServer((_, response) => {
  // The second time also frees what finalizers of the first have let go.
  collect();
  collect();
  response.end(String(process.memoryUsage().heapUsed));
})
  .listen(socket)
  .unref();
