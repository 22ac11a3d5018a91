import type { WireMessage, WireProtocol } from './wire-message.ts';

/** Each packet starts with its type, its status (last or not), and a two-byte length. */
const HEADER = 8;
const LAST = 1;

/**
 * https://learn.microsoft.com/openspecs/windows_protocols/ms-tds/e5ea8520-1ea3-4a75-a2a9-c17e63e9ee19, without TLS. A
 * statement with parameters calls `sp_executesql`, which prepares nothing, because the server caches plans by text.
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
      // Begin or end of a transaction.
      case 0x0e:
        return { session, kind: 'sync' };
      default:
        return undefined;
    }
  },
  ends: new Set(['query', 'execute', 'sync']),
  endsOpening: (message) => message.kind === 'query' && message.text.startsWith('set ansi_nulls'),
};

/** Ignores the settings of a new session. */
const readBatch = (session: number, text: string): WireMessage | undefined =>
  text.startsWith('set lock_timeout') ? undefined : { session, kind: 'query', text };

/** Returns the text of a batch after its headers. */
function textOf(message: Buffer): string {
  const data: Buffer[] = [];
  for (let start = 0; start < message.length; start += message.readUInt16BE(start + 2)) {
    data.push(message.subarray(start + HEADER, start + message.readUInt16BE(start + 2)));
  }
  const body = Buffer.concat(data);
  return body.subarray(body.readUInt32LE(0)).toString('utf16le');
}
