import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { MESSAGE, onMessages, sendMessage } from './packets.ts';

/** PEM certificate and key of a server. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Adds TLS to a TDS connection: the handshake is sent in prelogin messages, later data is not.
 * @param greet answers the prelogin message, which is not encrypted
 */
export function protect(socket: Socket, certificate: Certificate, greet: () => void): TLSSocket {
  let isGreeted = false;
  let isRaw = false;
  const under = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      if (isRaw) socket.write(chunk);
      else sendMessage(socket, chunk, PACKET, MESSAGE.prelogin);
      done();
    },
  });
  const inner = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  onMessages(inner, ({ data }) => {
    if (isGreeted) under.push(data);
    else greet();
    isGreeted = true;
  });
  socket.on('data', (chunk: Buffer) => {
    // A TLS record never starts like a prelogin message.
    isRaw ||= chunk.readUInt8(0) !== MESSAGE.prelogin;
    if (isRaw) under.push(chunk);
    else inner.push(chunk);
  });
  socket.on('close', () => under.destroy());
  const secured = new TLSSocket(under, { isServer: true, ...certificate });
  secured.on('error', () => socket.destroy());
  secured.on('close', () => socket.destroy());
  return secured;
}

/** Maximum size of a handshake message. */
const PACKET = 16 * 1024;
