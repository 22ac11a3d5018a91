import type { WireProtocol } from './wire-message.ts';

/** Three bytes of payload length and one byte of sequence number. */
const HEADER = 4;

/**
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_command_phase.html; MariaDB uses the same protocol.
 * Prepared statements are identified by their text.
 */
export const mysqlProtocol: WireProtocol = {
  lengthOf: (bytes) => (bytes.length < HEADER ? Number.POSITIVE_INFINITY : HEADER + bytes.readUIntLE(0, 3)),
  read: (session, message) => {
    // A command has sequence number 0. Other packets belong to the login.
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
