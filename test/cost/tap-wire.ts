import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { mysqlProtocol } from './mysql-protocol.ts';
import { postgresProtocol } from './postgres-protocol.ts';
import { tdsProtocol } from './tds-protocol.ts';
import type { WireMessage, WireProtocol } from './wire-message.ts';

export type { WireMessage };

export interface Tap {
  /** URL of the server through the tap. */
  readonly connectionString: string;
  /** All messages so far that contain or end a statement, in order. */
  readonly messages: WireMessage[];
  /** Closes all sessions abruptly; new sessions can be opened. */
  cut(): void;
  close(): void;
}

const protocols: Readonly<Record<string, WireProtocol>> = { 'mysql:': mysqlProtocol, 'mssql:': tdsProtocol };

/** Starts a proxy between a driver and a database that records the messages. */
export async function tapWire(connectionString: string): Promise<Tap> {
  const target = new URL(connectionString);
  const protocol = protocols[target.protocol] ?? postgresProtocol;
  const messages: WireMessage[] = [];
  const sockets = new Set<Socket>();
  let sessions = 0;
  // Disables Nagle's algorithm, which would delay the second segment by 40 ms.
  const proxy = createServer({ noDelay: true }, (client) => {
    sessions += 1;
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const note = noteMessages(sessions, protocol, (message) => messages.push(message));
    client.on('data', note);
    client.pipe(server).pipe(client);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      // Closes the other side, too.
      socket.on('close', () => other.end());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    connectionString: url.href,
    messages,
    cut,
    close: () => {
      proxy.close();
      cut();
    },
  };
}

/** Splits the bytes of a session into messages. */
function noteMessages(
  session: number,
  protocol: WireProtocol,
  note: (message: WireMessage) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  // Ignores the driver's own settings query when a session opens.
  let isOpen = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let hasEndedStatement = false;
    for (;;) {
      const end = protocol.lengthOf(rest, !started);
      if (rest.length < end) break;
      const message = started ? protocol.read(session, rest.subarray(0, end)) : undefined;
      const isEnd = message !== undefined && protocol.ends.has(message.kind);
      if (message !== undefined && isOpen) note(message);
      hasEndedStatement ||= isOpen && isEnd;
      isOpen ||= message !== undefined && protocol.endsOpening(message);
      started = true;
      rest = rest.subarray(end);
    }
    if (hasEndedStatement) note({ session, kind: 'arrival' });
  };
}
