import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { requestCancel } from '../../../../src/dialect/postgres/driver/session.ts';

const KEY = { processID: 1, secretKey: 2 };

/** Behaviors of a peer between the service and the database. */
const inBetween: Readonly<Record<string, (socket: Socket) => unknown>> = {
  'closes at once': (socket) => socket.end(),
  'closes once it was asked': (socket) => socket.once('data', () => socket.end()),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'says nothing': () => undefined,
  'says no': (socket) => socket.once('data', () => socket.write('N')),
  'says yes, and closes': (socket) => socket.once('data', () => socket.end('S')),
  'says yes, and nothing more': (socket) => socket.once('data', () => socket.write('S')),
};

it.each(Object.keys(inBetween))('rejects a TLS cancel request if the peer %s', async (what) => {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined).on('data', () => undefined));
    inBetween[what]?.(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const place = { host: 'localhost', port, address: '127.0.0.1', tls: { rejectUnauthorized: false }, timeout: 300 };
  await expect(requestCancel(place, KEY)).rejects.toThrow();
});
