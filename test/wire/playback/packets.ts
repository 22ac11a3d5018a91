import type { Duplex } from 'node:stream';

/**
 * Message types: https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/9b4a463c-2634-4a4b-ac35-bebfff2fb0f7
 */
export const MESSAGE = { batch: 1, rpc: 3, reply: 4, attention: 6, transaction: 14, login: 16, prelogin: 18 } as const;

const HEADER = 8;
const LAST = 1;
const IGNORED = 2;
const RESET = 8;

/** A message from a client. */
export interface Message {
  readonly type: number;
  readonly data: Buffer;
  /** The client requests a connection reset before the message. */
  readonly resets: boolean;
  /** The client canceled the message while sending it. */
  readonly isIgnored: boolean;
}

/** Reads complete messages. */
export function onMessages(socket: Duplex, call: (message: Message) => void): void {
  let unread = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let resets = false;
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    while (unread.length >= HEADER && unread.length >= unread.readUInt16BE(2)) {
      const packet = unread.subarray(0, unread.readUInt16BE(2));
      unread = unread.subarray(packet.length);
      const status = packet.readUInt8(1);
      parts.push(packet.subarray(HEADER));
      resets ||= (status & RESET) !== 0;
      if ((status & LAST) === 0) continue;
      const message = {
        type: packet.readUInt8(0),
        data: Buffer.concat(parts),
        resets,
        isIgnored: (status & IGNORED) !== 0,
      };
      parts = [];
      resets = false;
      call(message);
    }
  });
}

/** Returns the first packet of a longer message. */
export function firstPacket(part: Buffer): Buffer {
  const header = Buffer.from([MESSAGE.reply, 0, 0, 0, 0, 0, 1, 0]);
  header.writeUInt16BE(part.length + HEADER, 2);
  return Buffer.concat([header, part]);
}

/** Sends a message in packets of the given size. */
export function sendMessage(socket: Duplex, data: Buffer, size: number, type: number = MESSAGE.reply): void {
  const room = size - HEADER;
  const count = Math.max(1, Math.ceil(data.length / room));
  for (let index = 0; index < count; index++) {
    const part = data.subarray(index * room, (index + 1) * room);
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(type, 0);
    header.writeUInt8(index === count - 1 ? LAST : 0, 1);
    header.writeUInt16BE(part.length + HEADER, 2);
    header.writeUInt8((index + 1) % 256, 6);
    socket.write(Buffer.concat([header, part]));
  }
}
