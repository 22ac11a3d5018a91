import type { Random } from '../../oracle/generate/random.ts';

/** Special characters, keywords, and boundary values. */
const ODD: readonly string[] = [
  ...[
    '',
    '%',
    '%2',
    '%zz',
    '%00',
    '%ff',
    '%c3',
    '%C3%28',
    '%ED%A0%80',
    '%F0%9F%98%80',
    '%25',
    '%2F',
    '%5C',
    '%0A',
    '%FE%FF',
  ],
  ...[
    '/',
    '//',
    '..',
    '.',
    '?',
    '??',
    '#',
    ';',
    ':',
    '&',
    '=',
    '+',
    '%2B',
    "'",
    "''",
    '"',
    '`',
    '<',
    '>',
    '|',
    '^',
    '{',
    '}',
    '[',
    ']',
    '*',
    '!',
    '~',
    '\\',
    '@',
    '$',
  ],
  ...[
    '(',
    ')',
    '((',
    '))',
    ',',
    '%20',
    '%09',
    '-',
    '-1',
    '0',
    '1',
    '1.5',
    '1e400',
    '-1e-400',
    '0x10',
    '2147483648',
    '9223372036854775808',
    '9'.repeat(400),
  ],
  ...[
    'null',
    'true',
    'false',
    'NaN',
    'INF',
    '-INF',
    'and',
    'or',
    'not',
    'eq',
    'ne',
    'gt',
    'in',
    'asc',
    'desc',
    'nulls',
    'first',
    'any',
    'all',
    'any()',
    '$it/',
    '@item.',
    '@claims.x',
  ],
  ...[
    'tolower(',
    'length(',
    'year(',
    "contains(name,'x')",
    "'x'",
    "'%25_'",
    "'%00'",
    '2024-02-29',
    '2024-02-30',
    '12:30',
    '2024-02-29T12:00:00Z',
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '__typename',
    'x'.repeat(3000),
    '%27'.repeat(300),
    '('.repeat(120),
    'a/'.repeat(300),
  ],
];

export interface UrlMutation {
  readonly random: Random;
  /** Number of changes. */
  readonly times: number;
  /** Names with a meaning in some position. */
  readonly names: readonly string[];
}

/** Omits, repeats, swaps, encodes, or replaces parts of the path and query of a URL. */
export function mutateUrl(url: string, { random, times, names }: UrlMutation): string {
  let mutated = url;
  for (let change = 0; change < times; change += 1) mutated = mutateOnce(mutated, random, names);
  // Encodes characters that no client can put into a request line.
  return mutated.replaceAll(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}

function mutateOnce(url: string, random: Random, names: readonly string[]): string {
  const parts = url.match(/%[0-9A-Fa-f]{2}|\$?[A-Za-z_]\w*|\d+|./g) ?? [];
  const index = random.int(0, Math.max(0, parts.length - 1));
  const part = parts[index] ?? '';
  const other = parts[random.int(0, Math.max(0, parts.length - 1))] ?? '';
  const isWord = /\w/.test(part);
  parts[index] = random.pick([
    () => '',
    () => part + part,
    () => other,
    () => random.pick(ODD),
    () => part + random.pick(ODD),
    () => (isWord ? random.pick(names) : random.pick(ODD)),
    () => (isWord ? random.pick(names) : part),
    () => Array.from(part, (character) => `%${Buffer.from(character).toString('hex')}`).join(''),
    () => (random.chance(0.5) ? part.toUpperCase() : part.toLowerCase()),
    () => `${part}&${random.pick(names)}=${random.pick(ODD)}`,
  ])();
  return parts.join('');
}
