import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One message that a driver sent to PostgreSQL. */
export type WireMessage =
  /** Units that arrived at once: a round trip, unless it is large. */
  | { readonly session: number; readonly kind: 'arrival' }
  | { readonly session: number; readonly kind: 'parse'; readonly name: string; readonly text: string }
  | { readonly session: number; readonly kind: 'bind'; readonly name: string }
  | { readonly session: number; readonly kind: 'execute' }
  /** The end of a transaction that is not begun by a statement. */
  | { readonly session: number; readonly kind: 'sync' }
  /** Text that is run as it is, without parameters. */
  | { readonly session: number; readonly kind: 'query'; readonly text: string };

export interface Tap {
  /** The server's URL by way of the tap. */
  readonly connectionString: string;
  /** Every message so far that bears a statement or ends some, in order. */
  readonly messages: WireMessage[];
  /** Ends all sessions without a word; new ones may come. */
  cut(): void;
  close(): void;
}

/**
 * Stands between a driver and PostgreSQL and notes what passes: what the server is really asked, whoever counts otherwise.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export async function tapWire(connectionString: string): Promise<Tap> {
  const target = new URL(connectionString);
  const messages: WireMessage[] = [];
  const sockets = new Set<Socket>();
  let sessions = 0;
  // Each outcome is a segment of its own: Nagle's algorithm would keep the second one for 40 ms.
  const proxy = createServer({ noDelay: true }, (client) => {
    sessions += 1;
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const note = noteMessages(sessions, (message) => messages.push(message));
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

/** Cuts one session's bytes into messages; the first has no type byte. */
function noteMessages(session: number, note: (message: WireMessage) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  // What the driver asks first, whether its settings were heard, is part of no request.
  let isOpen = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let hasUnits = false;
    for (;;) {
      const header = started ? 1 : 0;
      const end = rest.length < header + 4 ? Number.POSITIVE_INFINITY : header + rest.readInt32BE(header);
      if (rest.length < end) break;
      const message = started
        ? readMessage(session, String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end))
        : undefined;
      if (message !== undefined && isOpen) note(message);
      hasUnits ||= isOpen && message?.kind === 'sync';
      isOpen ||= message?.kind === 'sync';
      started = true;
      rest = rest.subarray(end);
    }
    if (hasUnits) note({ session, kind: 'arrival' });
  };
}

function readMessage(session: number, type: string, body: Buffer): WireMessage | undefined {
  const [first = '', second = ''] = body.toString('utf8').split('\0');
  switch (type) {
    case 'P':
      return { session, kind: 'parse', name: first, text: second };
    case 'B':
      return { session, kind: 'bind', name: second };
    case 'E':
      return { session, kind: 'execute' };
    case 'S':
      return { session, kind: 'sync' };
    case 'Q':
      return { session, kind: 'query', text: first };
    default:
      return undefined;
  }
}
