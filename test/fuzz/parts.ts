import type { Random } from '../oracle/generate/random.ts';
import { FRAGMENTS, type FuzzContext, type Receiver, toHeaderValue } from './hostile-request.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };

export const receiver = (random: Random): Receiver => (random.chance(0.7) ? 'production' : 'development');

export const times = (random: Random): number => random.int(1, 3);

/** `Authorization` of the role; none for `anonymous`. */
export function authorize(role: string, { tokens }: FuzzContext): Readonly<Record<string, string>> {
  const authorization = tokens[role];
  return authorization === undefined ? {} : { authorization, 'x-api-role': role };
}

export function oddContentType(random: Random): Readonly<Record<string, string>> {
  if (random.chance(0.7)) return JSON_TYPE;
  const type = random.pick([
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml', ''],
    ...['application/json; charset=utf-16', 'application/json;charset=utf-7', 'APPLICATION/JSON', 'application/jsonx'],
    ...['application/json, application/json', 'application/graphql', '*/*', 'application/json; charset="utf-8"'],
  ]);
  if (random.chance(0.7)) return { 'content-type': type };
  return { 'content-type': type, 'content-encoding': random.pick(['gzip', 'br', 'identity', 'x']) };
}

export const ACCEPTED: readonly string[] = [
  ...['*/*', 'application/json', 'application/graphql-response+json', 'text/html', 'text/html;q=0', 'image/png', ''],
  ...[
    'application/json;q=2',
    ';;;',
    'a/b/c',
    '*/json',
    `${'text/html,'.repeat(500)}x/y`,
    'application/json; charset=x',
  ],
];

/** Headers that change the meaning of a request, and values that no client sends. */
export function oddHeaders(random: Random): Readonly<Record<string, string>> {
  const names = [
    ...[
      'x-http-method-override',
      'x-method-override',
      'x-api-role',
      'x-ms-api-role',
      'x-ms-client-principal',
      'prefer',
    ],
    ...['if-match', 'if-none-match', 'if-modified-since', 'range', 'x-forwarded-for', 'x-forwarded-host', 'forwarded'],
    ...['x-forwarded-proto', 'x-forwarded-prefix', 'x-request-id', 'origin', 'sec-fetch-site', 'cookie', 'accept'],
    ...['accept-encoding', 'traceparent', 'te', 'upgrade', 'authorization', 'access-control-request-method', 'host'],
    ...[
      '__proto__',
      'constructor',
      'content-language',
      'expect',
      'connection',
      'via',
      'x-original-url',
      'x-rewrite-url',
    ],
  ];
  const values = [
    ...['DELETE', 'staff', 'anonymous', 'admin', '*', '"x"', 'W/"1"', '"a", "b"', 'bytes=0-', '-1', '', ' ', 'null'],
    ...[
      '127.0.0.1',
      '::1',
      'evil.example',
      'http://evil.example',
      'for=evil;proto=https',
      'fe80::1%eth0.100',
      'for="[fe80::1%eth0.100]:80"',
      '10.0.0.1:80, 2001:db8::1, ::ffff:c000:201',
      'unknown',
      'cross-site',
      'h2c',
    ],
    ...[
      'gzip;q=0',
      'gzip, deflate, br, zstd, x',
      '100-continue',
      '00-00000000000000000000000000000000-0000000000000000-01',
    ],
    ...[
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'eyJ1c2VyUm9sZXMiOlsic3RhZmYiXX0=',
      'Bearer',
      'Basic YTpi',
      'close',
      'return=minimal',
    ],
    ...FRAGMENTS,
  ];
  return Object.fromEntries(
    random.times(random.int(1, 4), () => [random.pick(names), toHeaderValue(random.pick(values))] as const),
  );
}

/** Path tricks for the start, the middle, or the end of a path. */
export const PATH_PARTS: readonly string[] = [
  ...['%2e%2e/', '../', '..;/', '%00', '//', '/./', '%2f', '%5c', '\\', '%c0%ae%c0%ae/', '%u002e', '%', '%zz', ';a=b'],
  ...[
    '%0d%0aX-Injected:%201',
    '%ff',
    '%ed%a0%80',
    '#',
    '?',
    '/*',
    '(1)',
    "('1')",
    '$metadata',
    '$batch',
    '.json',
    ':1',
  ],
  ...[
    '__proto__',
    'constructor/prototype',
    '%252e%252e%252f',
    '/'.repeat(300),
    'a'.repeat(9000),
    '.git/config',
    '.env',
  ],
];

export const METHODS: readonly string[] = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'PROPFIND',
  'MKCOL',
  'LINK',
  'PURGE',
  'SEARCH',
];

export const insertAt = (text: string, index: number, part: string): string =>
  text.slice(0, index) + part + text.slice(index);
