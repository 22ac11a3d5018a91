import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/** State of client connections that read nothing, not even the end of their own. */
export interface Unread {
  /** Connections without any byte of a response. */
  readonly unanswered: number;
  /** Connections with an unsent response. */
  readonly held: number;
}

/** See https://docs.kernel.org/networking/proc_net_tcp.html */
export function unreadConnections(origin: string, sockets: readonly Socket[]): Unread {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const service = hex(Number(new URL(origin).port));
  const clients = new Set(sockets.flatMap(({ localPort }) => (localPort === undefined ? [] : [hex(localPort)])));
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  let unanswered = sockets.filter(({ connecting }) => connecting).length;
  let held = 0;
  for (const line of lines) {
    const [, local = '', remote = '', , queues = '', , , , , inode] = line.trim().split(/\s+/);
    const [sending, received] = queues.split(':').map((queue) => Number.parseInt(queue, 16));
    const isBetween = (left: string, right: string): boolean =>
      clients.has(left.slice(-4)) && right.endsWith(`:${service}`);
    if (isBetween(local, remote) && received === 0) unanswered += 1;
    // A closed socket belongs to no file, even if data is still unsent.
    if (isBetween(remote, local) && sending !== 0 && inode !== '0') held += 1;
  }
  return { unanswered, held };
}
