import type { Random } from '../../oracle/generate/random.ts';

export interface Mutation {
  readonly random: Random;
  /** Number of changes. */
  readonly times: number;
}

/** JSON boundary values as text. */
const ODD_VALUES: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e400', '-1e400', '1e-400', '2147483648', '9223372036854775808'],
  ...['""', '"\\u0000"', '"\\ud800"', '"%"', '"2024-02-30"', '"0000-00-00T00:00:00Z"', '"NaN"', '"ASC"', '"__proto__"'],
  ...['[]', '[null]', '[[]]', '{}', '{"__proto__":{}}', '{"and":[{}]}', '{"or":[]}', '{"not":null}', '{"isNull":null}'],
  ...['{"eq":null}', '{"in":null}', '{"in":[null]}', `"${'x'.repeat(3000)}"`, '9'.repeat(3000)],
];

const ODD_NUMBERS = ['0', '1', '2', '-1', '1000', '1001', '2147483647', '2147483648', '1.5', '1e5', 'null', '"1"'];

const WORD = /^[_A-Za-z]/;

/** Tokens with a special meaning. */
const ODD_TOKENS: readonly string[] = [
  ...['{', '}', '(', ')', '[', ']', ':', '!', '$', '@', '...', '=', '|', '&', '""', '"\\u0000"', '"""x"""', '1e400'],
  ...[
    'null',
    'true',
    '-1',
    '99999999999',
    'on',
    'query',
    'fragment',
    '__typename',
    '__schema',
    '__proto__',
    'toString',
  ],
  ...['ASC', '@skip(if: true)', '@include(if: false)', '# x\n', '\uFEFF', '\0', '😀', '{}', '[]', '(first: 0)'],
];

/** Omits, repeats, swaps, or replaces lines or tokens of a document. */
export function mutateDocument(
  text: string,
  { random, times, names }: Mutation & { readonly names: readonly string[] },
): string {
  let mutated = text;
  for (let change = 0; change < times; change += 1) {
    mutated = random.chance(0.4) ? mutateLine(mutated, random) : mutateToken(mutated, random, names);
  }
  return mutated;
}

/** Omits or repeats a line with balanced brackets, which keeps the document well-formed. */
function mutateLine(text: string, random: Random): string {
  const lines = text.split('\n');
  const count = (line: string, bracket: RegExp): number => line.match(bracket)?.length ?? 0;
  const whole = lines.flatMap((line, index) => (count(line, /[{([]/g) === count(line, /[})\]]/g) ? [index] : []));
  if (whole.length === 0) return text;
  const index = random.pick(whole);
  const line = lines[index] ?? '';
  lines[index] = random.pick([
    '',
    `${line} ${line}`,
    lines[random.pick(whole)] ?? '',
    `... @include(if: true) { ${line} }`,
  ]);
  return lines.join('\n');
}

function mutateToken(text: string, random: Random, names: readonly string[]): string {
  const tokens = text.match(/\s+|[_A-Za-z]\w*|-?\d[\d.]*|"[^"]*"|\.\.\.|./g) ?? [];
  const words = tokens.filter((token) => WORD.test(token));
  const places = tokens.flatMap((token, index) => (token.trim() === '' ? [] : [index]));
  const index = random.pick(places);
  const token = tokens[index] ?? '';
  // Replacing a word by a word, or a number by a number, keeps the document well-formed, so that later stages are
  // reached.
  if (/^-?\d/.test(token)) tokens[index] = random.pick(ODD_NUMBERS);
  else if (WORD.test(token) && random.chance(0.8)) tokens[index] = random.pick(random.chance(0.6) ? words : names);
  else
    tokens[index] = random.pick(['', `${token} ${token}`, tokens[random.pick(places)] ?? '', random.pick(ODD_TOKENS)]);
  return tokens.join('');
}

/** Returns variables as JSON in which some values are replaced or omitted, and some keys are renamed. */
export function mutateVariables(variables: unknown, { random, times }: Mutation): string {
  let text = JSON.stringify(variables);
  for (let change = 0; change < times; change += 1) {
    const parts = [...text.matchAll(/"(?:[^"\\]|\\.)*"(:?)|-?\d[\d.eE+-]*|true|false|null|\{\}|\[\]/g)];
    if (parts.length === 0) return random.pick(ODD_VALUES);
    const part = random.pick(parts);
    const isKey = part[1] === ':';
    const odd = isKey
      ? `${JSON.stringify(random.pick(['eq', 'in', 'not', 'some', '__proto__', 'x', '']))}:`
      : random.pick(ODD_VALUES);
    text = text.slice(0, part.index) + odd + text.slice(part.index + part[0].length);
  }
  return text;
}
