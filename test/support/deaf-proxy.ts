import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/** A proxy for MySQL or MariaDB that ignores session settings. */
export interface DeafProxy {
  /** The server's URL through the proxy. */
  readonly connectionString: string;
  close(): void;
}

/**
 * Length and sequence number of a packet:
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_packets.html
 */
const HEADER = 4;

const COM_QUERY = 3;

/** MySQL may send two bytes about parameters before the text. */
const isSetting = (packet: Buffer): boolean =>
  packet[HEADER] === COM_QUERY && packet.subarray(HEADER + 1, HEADER + 7).includes('set ');

/** OK packet of a statement without rows. */
const DONE = Buffer.from([7, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]);

/** Acknowledges settings without applying them, like a proxy that switches sessions. */
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
