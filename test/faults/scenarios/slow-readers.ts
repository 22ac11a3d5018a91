import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPeakMemory } from '../../../benchmarks/support/peak-memory.ts';
import { heldConnections } from '../load/held-connections.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface Reading {
  readonly connections: number;
  /** Seconds after which every connection must be ended. */
  readonly seconds: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/** Bytes that the service may have in use at most: what may wait to be sent (256 MiB), itself, and what six sessions read of 20 MB each. */
const MOST_MEMORY = 900e6;

/** Milliseconds in which the answers have come from the database. */
const UNTIL_ANSWERED_MS = 8000;

/** Clients that ask for 20 MB each and take none of it. They are ended after a time, and what waits to be sent is bounded meanwhile. */
export const slowReaders: Scenario<Reading> = {
  name: 'slow-readers',
  long: { connections: 60, seconds: 90 },
  short: { connections: 30, seconds: 40, limits: { 'send-timeout-ms': 2000 } },
  run: ({ connections, seconds, limits }, databaseName) =>
    underLoad({ databaseName, ...(limits && { limits }) }, async ({ service, back, expect, fact }) => {
      const sockets = Array.from({ length: connections }, () => askAndTakeNothing(service.origin));
      const deadline = Date.now() + seconds * 1000;
      const open = (): number => heldConnections(service.origin, sockets);
      await sleep(UNTIL_ANSWERED_MS);
      while (open() > 0 && Date.now() < deadline) await sleep(500);
      fact(`${connections} connections`);
      expect(open() === 0, `${open()} connections are open after ${seconds} s`);
      const memory = readPeakMemory(service.pid) ?? 0;
      expect(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB in use`);
      for (const socket of sockets) socket.destroy();
      await back();
    }),
};

function askAndTakeNothing(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /api/Page?$first=40 HTTP/1.1\r\nHost: joinery\r\n\r\n');
  return socket;
}
