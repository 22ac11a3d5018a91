import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { mysqlProtocol } from './mysql-protocol.ts';
import { postgresProtocol } from './postgres-protocol.ts';
import { tdsProtocol } from './tds-protocol.ts';
import type { WireMessage, WireProtocol } from './wire-message.ts';

export type { WireMessage };

export interface Tap {
  /** The server's URL by way of the tap. */
  readonly connectionString: string;
  /** Every message so far that bears a statement or ends some, in order. */
  readonly messages: WireMessage[];
  /** Ends all sessions without a word; new ones may come. */
  cut(): void;
  close(): void;
}

const protocols: Readonly<Record<string, WireProtocol>> = { 'mysql:': mysqlProtocol, 'mssql:': tdsProtocol };

/** Stands between a driver and a database and notes what passes: what the server is really asked, whoever counts otherwise. */
export async function tapWire(connectionString: string): Promise<Tap> {
  const target = new URL(connectionString);
  const protocol = protocols[target.protocol] ?? postgresProtocol;
  const messages: WireMessage[] = [];
  const sockets = new Set<Socket>();
  let sessions = 0;
  // Each outcome is a segment of its own: Nagle's algorithm would keep the second one for 40 ms.
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
      // What is lost on one side is lost on the other.
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

/** Cuts one session's bytes into messages. */
function noteMessages(
  session: number,
  protocol: WireProtocol,
  note: (message: WireMessage) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  // What the driver asks first, whether its settings were heard, is part of no request.
  let isOpen = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let hasUnits = false;
    for (;;) {
      const end = protocol.lengthOf(rest, !started);
      if (rest.length < end) break;
      const message = started ? protocol.read(session, rest.subarray(0, end)) : undefined;
      const isEnd = message !== undefined && protocol.ends.has(message.kind);
      if (message !== undefined && isOpen) note(message);
      hasUnits ||= isOpen && isEnd;
      isOpen ||= message !== undefined && protocol.endsOpening(message);
      started = true;
      rest = rest.subarray(end);
    }
    if (hasUnits) note({ session, kind: 'arrival' });
  };
}
