import type { WireMessage, WireProtocol } from './wire-message.ts';

/** Of each packet of a message: its kind, whether it is the last, and in two bytes its length. */
const HEADER = 8;
const LAST = 1;

/**
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/e5ea8520-1ea3-4a75-a2a9-c17e63e9ee19, without TLS. A statement with parameters is a call
 * of `sp_executesql`, which prepares nothing: the server knows plans by the text.
 */
export const tdsProtocol: WireProtocol = {
  lengthOf: (bytes) => {
    for (let end = 0; bytes.length >= end + HEADER; ) {
      const isLast = (bytes.readUInt8(end + 1) & LAST) !== 0;
      end += bytes.readUInt16BE(end + 2);
      if (isLast) return end;
    }
    return Number.POSITIVE_INFINITY;
  },
  read: (session, message) => {
    switch (message[0]) {
      case 0x01:
        return readBatch(session, textOf(message));
      case 0x03:
        return { session, kind: 'execute' };
      // A transaction is begun or ended.
      case 0x0e:
        return { session, kind: 'sync' };
      default:
        return undefined;
    }
  },
  ends: new Set(['query', 'execute', 'sync']),
  endsOpening: (message) => message.kind === 'query' && message.text.startsWith('set ansi_nulls'),
};

/** Settings of a session that begins are of no request. */
const readBatch = (session: number, text: string): WireMessage | undefined =>
  text.startsWith('set lock_timeout') ? undefined : { session, kind: 'query', text };

/** Of a batch, behind headers of its own. */
function textOf(message: Buffer): string {
  const data: Buffer[] = [];
  for (let start = 0; start < message.length; start += message.readUInt16BE(start + 2)) {
    data.push(message.subarray(start + HEADER, start + message.readUInt16BE(start + 2)));
  }
  const body = Buffer.concat(data);
  return body.subarray(body.readUInt32LE(0)).toString('utf16le');
}
