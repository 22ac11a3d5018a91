import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can stop forwarding without closing connections, like a frozen host. */
export interface BlackHole {
  /** The server's URL through the proxy. */
  readonly connectionString: string;
  freeze(): void;
  /** Freezes once a client sends this. */
  freezeAt(text: string): void;
  /** Forwards new data; data sent while frozen is lost. */
  thaw(): void;
  /** Number of open client connections. */
  readonly open: number;
  /** Bytes received from the server. */
  readonly received: number;
  close(): void;
}

export async function openBlackHole(connectionString: string): Promise<BlackHole> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let frozen = false;
  let received = 0;
  let trigger: string | undefined;
  const freeze = (): void => {
    frozen = true;
    trigger = undefined;
    for (const socket of sockets) socket.unpipe().pause();
  };
  const proxy = createServer({ pauseOnConnect: true }, (client) => {
    const server = connect(Number(target.port), target.hostname);
    clients.add(client);
    client.on('close', () => clients.delete(client));
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    if (frozen) return;
    client.on('data', (chunk: Buffer) => {
      if (trigger !== undefined && chunk.includes(trigger)) freeze();
    });
    server.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    connectionString: url.href,
    freeze,
    freezeAt: (text) => {
      trigger = text;
    },
    thaw: () => {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    get open() {
      return clients.size;
    },
    get received() {
      return received;
    },
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
