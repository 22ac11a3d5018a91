import type { WireProtocol } from './wire-message.ts';

/** Of three bytes for the length, and one that numbers the packets of an exchange. */
const HEADER = 4;

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html; MariaDB speaks it, too. A prepared statement goes by its text. */
export const mysqlProtocol: WireProtocol = {
  lengthOf: (bytes) => (bytes.length < HEADER ? Number.POSITIVE_INFINITY : HEADER + bytes.readUIntLE(0, 3)),
  read: (session, message) => {
    // A command begins an exchange; packets in its midst say who the client is.
    if (message[3] !== 0) return undefined;
    const text = message.subarray(HEADER + 1).toString('utf8');
    switch (message[HEADER]) {
      case 0x03:
        return { session, kind: 'query', text };
      case 0x16:
        return { session, kind: 'parse', name: text, text };
      case 0x17:
        return { session, kind: 'execute' };
      default:
        return undefined;
    }
  },
  ends: new Set(['query', 'execute']),
  endsOpening: (message) => message.kind === 'query' && message.text.endsWith(' as settled'),
};
