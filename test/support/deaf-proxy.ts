import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** Stands before a MySQL or a MariaDB, and drops the settings of sessions. */
export interface DeafProxy {
  /** The server's URL by this way. */
  readonly connectionString: string;
  close(): void;
}

/** Bytes of a packet's length and number, before what it says: https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html */
const HEADER = 4;

const COM_QUERY = 3;

/** In front of a text, MySQL can have two bytes about parameters. */
const isSetting = (packet: Buffer): boolean =>
  packet[HEADER] === COM_QUERY && packet.subarray(HEADER + 1, HEADER + 7).includes('set ');

/** The answer to a statement that has no rows. */
const DONE = Buffer.from([7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);

/** Answers what sets something by itself: as a proxy does that does not know which of its sessions will be lent next. */
export async function startDeafProxy(connectionString: string): Promise<DeafProxy> {
  const target = new URL(connectionString);
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
    }
    server.pipe(client);
    let rest = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= HEADER && rest.length >= HEADER + rest.readUIntLE(0, 3)) {
        const end = HEADER + rest.readUIntLE(0, 3);
        const packet = rest.subarray(0, end);
        rest = rest.subarray(end);
        if (isSetting(packet)) client.write(DONE);
        else server.write(packet);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = Object.assign(new URL(target), { port: String((proxy.address() as AddressInfo).port) });
  return { connectionString: url.href, close: () => proxy.close() };
}
