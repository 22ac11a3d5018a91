import type { WireMessage, WireProtocol } from './wire-message.ts';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html: the first message has no type byte. */
export const postgresProtocol: WireProtocol = {
  lengthOf: (bytes, isFirst) => {
    const header = isFirst ? 0 : 1;
    return bytes.length < header + 4 ? Number.POSITIVE_INFINITY : header + bytes.readInt32BE(header);
  },
  read: (session, message) => readMessage(session, String.fromCharCode(message[0] ?? 0), message.subarray(5)),
  ends: new Set(['sync']),
  endsOpening: ({ kind }) => kind === 'sync',
};

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
