import type { Random } from '../oracle/generate/random.ts';

/** `production` and `development` are the service in both modes; `provider` issues tokens in development. */
export type Receiver = 'production' | 'development' | 'provider';

export interface HostileRequest {
  readonly to: Receiver;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Bytes of a new connection. */
export interface RawRequest {
  readonly to: Receiver;
  readonly bytes: Buffer;
}

/** Valid requests and credentials that generators change. */
export interface FuzzContext {
  readonly documents: readonly ValidDocument[];
  readonly rest: readonly ValidRest[];
  /** Names with a meaning in some position. */
  readonly names: readonly string[];
  /** `Authorization` headers by role. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Invalid `Authorization` headers. */
  readonly badTokens: readonly string[];
  readonly cursors: readonly ValidCursor[];
}

export interface ValidDocument {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly role: string;
}

export interface ValidRest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly role: string;
}

/** A page and its cursor. */
export interface ValidCursor {
  readonly api: 'graphql' | 'rest';
  /** Document or path, without the cursor. */
  readonly text: string;
  readonly cursor: string;
}

export type Generate = (random: Random, context: FuzzContext) => HostileRequest;

/** SQL, scripts, templates, and special characters. They have no word that `checkAnswer` searches for. */
export const FRAGMENTS: readonly string[] = [
  ...[
    "' or 1=1 --",
    "'; drop table orders; --",
    '1); delete from orders; --',
    '" or ""="',
    "\\'; --",
    '$$',
    '/*',
    '*/',
  ],
  ...[
    "' union all select null, null --",
    "x' || (select 1) || '",
    '`',
    '$' + '{7*7}',
    '{{7*7}}',
    '%s%n',
    '<script>alert(1)',
  ],
  ...['../../etc/passwd', '..\\..\\win.ini', '\0', '\u202e', '\ufeff', '😀', '\r\nX-Injected: 1', 'a'.repeat(5000)],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '1e400', '-0', '9'.repeat(400), 'NaN'],
];

/** Changes, removes, repeats, or inserts bytes. */
export function mutateBytes(bytes: Buffer, random: Random, times: number): Buffer {
  let mutated = bytes;
  for (let change = 0; change < times; change += 1) {
    const at = random.int(0, mutated.length);
    const [start, end] = [mutated.subarray(0, at), mutated.subarray(at)];
    const length = random.int(1, 8);
    mutated = random.pick([
      () => Buffer.concat([start, end.subarray(length)]),
      () => start,
      () => Buffer.concat([start, Buffer.from([random.int(0, 255)]), end.subarray(1)]),
      () => Buffer.concat([start, end.subarray(0, length), end]),
      () => Buffer.concat([start, Buffer.from(random.pick(ODD_BYTES)), end]),
      () => Buffer.concat([start, Buffer.from(random.pick(FRAGMENTS)), end]),
    ])();
  }
  return mutated;
}

/** Invalid UTF-8: overlong forms, surrogates, truncated sequences, byte order marks, and control characters. */
const ODD_BYTES: readonly (readonly number[])[] = [
  [0],
  [0xff],
  [0xc0, 0xaf],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0x1b],
  [0x7f],
  [0x85],
];

/** Replaces characters that an HTTP client refuses to send. */
export const toHeaderValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e]/g, '?');

export const toPath = (text: string): string =>
  text.replaceAll(/[^\x21-\x7e]/gu, (c) => encodeURIComponent(c.toWellFormed()));
