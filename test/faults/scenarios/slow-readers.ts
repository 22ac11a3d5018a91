import { connect, type Socket } from 'node:net';
import { readPeakMemory } from '../../../benchmarks/support/process-memory.ts';
import { type Unread, unreadConnections } from '../load/unread-connections.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

interface ReadOptions {
  readonly connections: number;
  /** Seconds after which all connections must be closed. */
  readonly seconds: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/**
 * Memory limit of the service in bytes: unsent responses (256 MiB), the service, and results of six sessions with 20 MB
 * each.
 */
const MOST_MEMORY = 900e6;

/** Time limit for responses to start, and for connections to end. */
const GIVE_UP_SECONDS = 120;

/**
 * Clients request 20 MB each, and read nothing. They are disconnected after a timeout. Until then,
 * unsent data is bounded.
 */
export const slowReaders: Scenario<ReadOptions> = {
  name: 'slow-readers',
  long: { connections: 60, seconds: 90 },
  short: { connections: 30, seconds: 40, limits: { 'send-timeout-ms': 2000 } },
  run: ({ connections, seconds, limits }, databaseName) =>
    underLoad(
      { databaseName, ...(limits && { limits }) },
      async ({ service, untilRecovered, expect, expectInTime, observe }) => {
        const sockets = Array.from({ length: connections }, () => requestWithoutReading(service.origin));
        const since = performance.now();
        const passed = (): number => (performance.now() - since) / 1000;
        let { unanswered, held }: Unread = { unanswered: connections, held: 0 };
        await until(() => {
          ({ unanswered, held } = unreadConnections(service.origin, sockets));
          return unanswered + held === 0;
        }, 1000 * GIVE_UP_SECONDS);
        const ended = Math.ceil(passed());
        observe(`${connections} connections, ended after ${ended} s`);
        expect(unanswered === 0, `${unanswered} connections have no answer after ${GIVE_UP_SECONDS} s`);
        expect(held === 0, `${held} connections are open after ${GIVE_UP_SECONDS} s`);
        expectInTime(ended <= seconds, `connections are open after ${seconds} s, for ${ended}`);
        const memory = readPeakMemory(service.pid) ?? 0;
        expect(memory < MOST_MEMORY, `${Math.round(memory / 1e6)} MB in use`);
        for (const socket of sockets) socket.destroy();
        await untilRecovered();
      },
    ),
};

function requestWithoutReading(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.pause();
  socket.write('GET /api/Page?$first=40 HTTP/1.1\r\nHost: joinery\r\n\r\n');
  return socket;
}
