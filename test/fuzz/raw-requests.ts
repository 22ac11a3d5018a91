import type { Random } from '../oracle/generate/random.ts';
import { FRAGMENTS, mutateBytes, type RawRequest } from './hostile-request.ts';

/** Path of a request that is hidden in the body of another one. No response may be an answer to it. */
export const HIDDEN_PATH = '/hidden-request';

const HIDDEN = `GET ${HIDDEN_PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const get = (path: string, ...lines: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n');

const post = (body: string, ...lines: readonly string[]): string =>
  [`POST /graphql HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...lines, '', body].join('\r\n');

const QUERY = '{"query":"{ __typename }"}';

const REQUEST_LINES: readonly string[] = [
  ...['GET', 'GET /', 'GET / HTTP/9.9', 'GET  /  HTTP/1.1', 'GET / HTTP/1.1 x', 'get / http/1.1', ' GET / HTTP/1.1'],
  ...[
    'GET\t/\tHTTP/1.1',
    'G\0T / HTTP/1.1',
    'GET /\0 HTTP/1.1',
    'GET /\xff HTTP/1.1',
    'GET http:// HTTP/1.1',
    '/ HTTP/1.1',
  ],
  ...[
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'CONNECT a:443 HTTP/1.1',
    'CONNECT / HTTP/1.1',
    'PRI * HTTP/2.0',
    'HTTP/1.1 200 OK',
  ],
  ...[
    'GET //a/../b HTTP/1.1',
    'GET ?a HTTP/1.1',
    'GET #a HTTP/1.1',
    'GET a HTTP/1.1',
    'GET https://a@b:c/ HTTP/1.1',
    'GET / HTTP/1.0',
  ],
  ...['GET / HTTP/0.9', 'GET / HTTP/1.1\r', `GET /${'a'.repeat(90_000)} HTTP/1.1`, `${'A'.repeat(5000)} / HTTP/1.1`],
];

/** Header lines that two parsers may read differently. */
const FRAMINGS: readonly (readonly string[])[] = [
  ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ['Transfer-Encoding: chunked', 'Content-Length: 500'],
  ['Content-Length: 5', 'Content-Length: 6'],
  ['Content-Length: 5, 5'],
  ['Content-Length: +5'],
  ['Content-Length: -1'],
  ['Content-Length: 0x5'],
  ['Content-Length: 5 '],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length : 5'],
  ['Transfer-Encoding: xchunked'],
  ['Transfer-Encoding: chunked, identity'],
  ['Transfer-Encoding: chunked', 'Transfer-Encoding: x'],
  ['Transfer-Encoding:\tchunked'],
  ['Transfer-Encoding : chunked'],
  [' Transfer-Encoding: chunked', 'Content-Length: 5'],
  ['X: y\nTransfer-Encoding: chunked', 'Content-Length: 5'],
  ['Transfer-Encoding: "chunked"'],
];

const CHUNKS: readonly string[] = [
  ...[
    'zz\r\nx\r\n0\r\n\r\n',
    '-1\r\nx\r\n0\r\n\r\n',
    'ffffffffffffffff\r\nx',
    '5\r\nab\r\n0\r\n\r\n',
    '2\r\nabc\r\n0\r\n\r\n',
  ],
  ...[
    '1;a=b;c="d\r\nx\r\n0\r\n\r\n',
    '1\nx\n0\n\n',
    '0\r\nX: y\r\n\r\n',
    '0\r\n: y\r\n\r\n',
    '0\r\nContent-Length: 9\r\n\r\n',
    '1 \r\nx\r\n0\r\n\r\n',
  ],
  ...[
    `1;${'a'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
    '\r\n',
    '00000000000000000000001\r\nx\r\n0\r\n\r\n',
    '0x1\r\nx\r\n0\r\n\r\n',
  ],
];

const HEADER_LINES: readonly string[] = [
  ...[
    'no colon',
    ': no name',
    'X : space',
    'X:\0',
    'X: \x01',
    'X: a\r\n folded',
    'Host: b',
    'X\xff: y',
    ':path: /',
    '(): x',
    'X: \x7f',
  ],
  ...[
    `X: ${'a'.repeat(100_000)}`,
    `${'X'.repeat(70_000)}: y`,
    'Expect: x',
    'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings',
  ],
  ...[
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x',
    'Connection: Host',
    'X: a\rY: b',
    'X: a\nY: b',
  ],
  ...[
    'Trailer: Content-Length',
    'Content-Type: application/json\r\nContent-Type: text/plain',
    'Host:',
    'Host: localhost b',
    'Host: @',
  ],
];

/** Requests with an ambiguous length. The hidden request is never one of its own. */
const smuggle: readonly ((random: Random) => string)[] = [
  (random) => post(HIDDEN, ...random.pick(FRAMINGS)),
  (random) => post(`5\r\n${HIDDEN}\r\n0\r\n\r\n`, ...random.pick(FRAMINGS)),
  (random) => post(`0\r\n\r\n${HIDDEN}`, 'Content-Length: 5', ...random.pick(FRAMINGS.filter(isEncoded))),
];

const isEncoded = (lines: readonly string[]): boolean => lines.some((line) => line.includes('Transfer-Encoding'));

const manyHeaders = (random: Random): readonly string[] =>
  random.times(random.int(50, 3000), (index) => `X${index}: y`);

const builders: readonly ((random: Random) => string)[] = [
  (random) => `${random.pick(REQUEST_LINES)}\r\nHost: localhost\r\n\r\n`,
  (random) => post(random.pick(CHUNKS), 'Transfer-Encoding: chunked'),
  (random) => get(random.pick(['/health', '/api/Order/1', '/', '/nothing']), random.pick(HEADER_LINES)),
  (random) => post(QUERY, `Content-Length: ${QUERY.length}`, random.pick(HEADER_LINES)),
  (random) => get('/', ...manyHeaders(random)),
  (random) => `${get('/health').repeat(random.int(1, 20))}${random.pick(REQUEST_LINES)}\r\n\r\n`,
  (random) => post(QUERY.slice(0, random.int(0, QUERY.length)), `Content-Length: ${QUERY.length}`),
  (random) => `${post(QUERY, `Content-Length: ${QUERY.length}`)}${random.pick(FRAGMENTS)}${get('/health')}`,
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
];

/** Returns bytes that are no request, a request that parsers read differently, or several requests. */
export function rawRequest(random: Random): RawRequest {
  const isSmuggling = random.chance(0.3);
  const bytes = Buffer.from(random.pick(isSmuggling ? smuggle : builders)(random), 'latin1');
  const isChanged = !isSmuggling && random.chance(0.4);
  return {
    to: random.pick(['production', 'development']),
    bytes: isChanged ? mutateBytes(bytes, random, random.int(1, 3)) : bytes,
  };
}
