import { connect, type Socket } from 'node:net';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

interface DripOptions {
  readonly connections: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/**
 * Headers and bodies that arrive byte by byte. Each connection is closed at the request timeout; others are not
 * affected.
 */
export const slowloris: Scenario<DripOptions> = {
  name: 'slowloris',
  long: { connections: 1000 },
  short: { connections: 60, limits: { 'request-timeout-ms': 2000 } },
  run: ({ connections, limits }, databaseName) =>
    underLoad(
      { databaseName, ...(limits && { limits }) },
      async ({ service, load, untilRecovered, expect, expectInTime, observe }) => {
        const seconds = (limits?.['request-timeout-ms'] ?? 35_000) / 1000 + 3;
        const head = 'POST /graphql HTTP/1.1\r\nHost: joinery\r\nContent-Type: application/json\r\n';
        const body = `${head}Content-Length: 1000\r\n\r\n`;
        const sockets = Array.from({ length: connections }, (_, index) =>
          drip(service.origin, index % 2 === 0 ? '' : body),
        );
        const open = (): number => sockets.filter(({ closed }) => !closed).length;
        const since = performance.now();
        const isEnded = await until(() => open() === 0, (seconds + 60) * 1000);
        const took = Math.ceil((performance.now() - since) / 1000);
        observe(`${connections} connections`);
        expectInTime(took <= seconds, `connections are open after ${seconds} s, for ${took}`);
        expect(isEnded, `${open()} connections are never ended`);
        for (const socket of sockets) socket.destroy();
        await untilRecovered();
        const failed = [...load.ledger.outcomes].map(([name, count]) => `${count} × ${name}`);
        // On a busy machine, requests may exceed their time limit.
        expectInTime(failed.length === 0, `other outcomes: ${failed.join(', ')}`);
      },
    ),
};

/** Sends the beginning, then byte by byte. */
function drip(origin: string, beginning: string): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  socket.on('end', () => socket.destroy());
  socket.resume();
  const rest =
    beginning === '' ? `GET /api/Thing/1 HTTP/1.1\r\nHost: joinery\r\nX-Slow: ${'x'.repeat(5000)}` : ' '.repeat(900);
  let sent = 0;
  socket.write(beginning);
  const timer = setInterval(() => {
    socket.write(rest[sent] ?? 'x');
    sent += 1;
  }, 200);
  socket.once('close', () => clearInterval(timer));
  return socket;
}
