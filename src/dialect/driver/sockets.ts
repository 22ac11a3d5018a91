import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Calls `call` after each period without data. A callback passed to `socket.setTimeout` would run only once. */
export function onSilence(socket: Socket, milliseconds: number, call: () => void): void {
  socket.setTimeout(milliseconds);
  socket.on('timeout', call);
}

const CLOSE_TIMEOUT_MS = 1_000;

/** Waits until the sockets are closed. Destroys them after a timeout, because a frozen server never closes its side. */
export async function untilClosed(sockets: Iterable<Duplex>): Promise<void> {
  const open = [...sockets].filter((socket) => !socket.closed);
  const closed = open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  if (closed.length > 0) await Promise.race([Promise.all(closed), delay(CLOSE_TIMEOUT_MS)]);
  for (const socket of open) socket.destroy();
}
