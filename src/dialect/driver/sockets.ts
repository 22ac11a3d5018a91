import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Calls back whenever a socket has neither read nor written for so long. Node itself calls a listener of `setTimeout` once, and never again. */
export function onSilence(socket: Socket, milliseconds: number, call: () => void): void {
  socket.setTimeout(milliseconds);
  socket.on('timeout', call);
}

/** How long a server may take to close its side. */
const LEAVE_MS = 1_000;

/** Waits until sockets are closed that were told to; a server that is frozen never closes its side, and is not waited for. */
export async function untilClosed(sockets: Iterable<Duplex>): Promise<void> {
  const open = [...sockets].filter((socket) => !socket.closed);
  const closed = open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())));
  if (closed.length > 0) await Promise.race([Promise.all(closed), delay(LEAVE_MS)]);
  for (const socket of open) socket.destroy();
}
