import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ServerProcess } from './run-node.ts';

/** Starts a service that reports its heap on a socket. */
export async function startProbed(socket: string, start: () => Promise<ServerProcess>): Promise<ServerProcess> {
  const probe = new URL('report-heap.ts', import.meta.url);
  probe.searchParams.set('socket', socket);
  const { NODE_OPTIONS: before } = process.env;
  process.env.NODE_OPTIONS = `${before ?? ''} --import=${probe}`;
  try {
    return await start();
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
}

/** Returns the bytes of the heap after a garbage collection. */
export async function readHeap(socketPath: string): Promise<number> {
  const answer = await new Promise<string>((resolve, reject) => {
    get({ socketPath, path: '/' }, (response) => text(response).then(resolve, reject)).on('error', reject);
  });
  return Number(answer);
}
