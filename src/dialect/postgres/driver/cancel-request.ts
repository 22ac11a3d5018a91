import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import type { Client } from 'pg';
import { serialize } from 'pg-protocol';
import { SessionLost } from '../../session-lost.ts';
import type { TlsOptions } from '../../tls-options.ts';

/** By what a server knows one of its sessions. https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-BACKENDKEYDATA */
export interface SessionKey {
  readonly processID: number;
  readonly secretKey: number;
}

/** Where a server is, and how a connection with it is protected. */
export interface Server extends Pick<Client, 'host' | 'port'> {
  /** Of the session: a host's name may have several, and only this server knows the session. Absent for a socket of the file system. */
  readonly address: string | undefined;
  readonly tls: TlsOptions | undefined;
  /** Milliseconds that it has to answer. */
  readonly timeout: number;
}

/**
 * Asks a server to cancel what a session runs. It is asked on a connection of its own, which the server closes once the session knows.
 * A pooler in between knows whose session is meant, as no statement could tell it.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 * @throws Error where it cannot be asked, or does not close the connection in time
 */
export async function requestCancel(server: Server, key: SessionKey): Promise<void> {
  const { host, port, timeout, address = host } = server;
  const plain = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, address);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SessionLost('The database did not answer a request to cancel')), timeout);
  try {
    await Promise.race([sendCancel(plain, server, key), late]);
  } finally {
    clearTimeout(timer);
    plain.destroy();
  }
}

async function sendCancel(plain: net.Socket, server: Server, { processID, secretKey }: SessionKey): Promise<void> {
  await once(plain, 'connect');
  const socket = server.tls === undefined ? plain : await secure(plain, server.tls, server.host);
  const closed = once(socket, 'close');
  socket.resume().write(serialize.cancel(processID, secretKey));
  await closed;
}

/** As the sessions themselves: https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-SSL */
async function secure(plain: net.Socket, options: TlsOptions, host: string): Promise<tls.TLSSocket> {
  plain.write(serialize.requestSsl());
  // Who waits for data alone waits for ever where the other side closes the connection.
  const closed = once(plain, 'close').then(() => {
    throw new SessionLost('A connection that asks to cancel was closed');
  });
  const [answer] = (await Promise.race([once(plain, 'data'), closed])) as [Buffer];
  if (answer.toString() !== 'S') throw new SessionLost('The server does not support SSL connections');
  const socket = tls.connect({ ...options, socket: plain, host, ...(net.isIP(host) === 0 && { servername: host }) });
  await once(socket, 'secureConnect');
  return socket;
}
