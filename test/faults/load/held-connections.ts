import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

/**
 * On how many of these connections the service still has an answer on its way. A client that reads nothing does not learn of the end of its own.
 * https://docs.kernel.org/networking/proc_net_tcp.html
 */
export function heldConnections(origin: string, sockets: readonly Socket[]): number {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const service = hex(Number(new URL(origin).port));
  const clients = new Set(sockets.flatMap(({ localPort }) => (localPort === undefined ? [] : [hex(localPort)])));
  const lines = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  return lines.filter((line) => {
    const [, local = '', remote = '', , queues = '', , , , , inode] = line.trim().split(/\s+/);
    // What a process has closed belongs to no file any more, whatever is still to be delivered.
    const isSending = !queues.startsWith('00000000:') && inode !== '0';
    return local.endsWith(`:${service}`) && clients.has(remote.slice(-4)) && isSending;
  }).length;
}
