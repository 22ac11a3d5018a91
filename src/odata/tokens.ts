import type { LiteralType } from './expression.ts';

/** Offsets; `end` is exclusive. */
export type Token = {
  readonly at: number;
  readonly end: number;
} /** `option` begins with a dollar sign; `item` is `@item.` or `@item/`; the text of a `claim` is its name. */ & (
  | { readonly kind: 'word' | 'option' | 'symbol' | 'item' | 'claim'; readonly text: string }
  | { readonly kind: 'literal'; readonly type: LiteralType; readonly text: string }
  | { readonly kind: 'end'; readonly text: '' }
  /** `text` is the reason. */
  | { readonly kind: 'bad'; readonly text: string }
);

type TokenPattern = Token extends infer T ? (T extends Token ? Omit<T, 'at' | 'end'> : never) : never;

const WHITESPACE = /\s*/y;
const GUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{ID_Continue}-])/iuy;
const DIGITS = /[+-]?\d[\p{ID_Continue}.:+-]*/uy;
const WORD = /[\p{ID_Start}_]\p{ID_Continue}*/uy;
const CLAIM = /@claims\.(\w(?:[\w.:/-]*\w)?)/y;

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DATE = /^(?:\d{4}|[1-9]\d{4,6})-\d\d-\d\d$/;
const DATE_TIME = /^(?:\d{4}|[1-9]\d{4,6})-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?$/;
const TIME = /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

/** In order of precedence. */
const tokenPatterns: readonly (readonly [pattern: RegExp, form: (match: RegExpExecArray) => TokenPattern])[] = [
  [GUID, ([text]) => ({ kind: 'literal', type: 'guid', text })],
  [/-INF(?!\p{ID_Continue})/uy, ([text]) => ({ kind: 'literal', type: 'number', text })],
  [DIGITS, ([text]) => readDigits(text)],
  [WORD, readWord],
  [/\$\p{ID_Continue}*/uy, ([text]) => ({ kind: 'option', text })],
  [CLAIM, ([, name = '']) => ({ kind: 'claim', text: name })],
  [/@item[./]/y, ([text]) => ({ kind: 'item', text })],
  [
    /@[\p{ID_Continue}.]*/uy,
    ([text]) => invalidToken(`Invalid name "${truncate(text)}". Use "@item.<field>" or "@claims.<name>"`),
  ],
  [/[(),/:;.]|[=<>!&|]+/y, ([text]) => ({ kind: 'symbol', text })],
  [/"/y, () => invalidToken('Put strings in single quotes, not in double quotes')],
];

/** Skips spaces; returns kind `end` at the end. Never throws. */
export function readToken(text: string, from: number): Token {
  const at = skipWhitespace(text, from);
  if (at >= text.length) return { kind: 'end', text: '', at: text.length, end: text.length };
  if (text[at] === "'") return readText(text, at);
  for (const [pattern, form] of tokenPatterns) {
    const match = matchAt(pattern, text, at);
    if (match !== null) return { ...form(match), at, end: at + match[0].length };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { ...invalidToken(`Unexpected character "${character}"`), at, end: at + character.length };
}

export const skipWhitespace = (text: string, from: number): number =>
  from + (matchAt(WHITESPACE, text, from)?.[0].length ?? 0);

/** @param pattern sticky */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads `'it''s'` → `it's`. A regular expression would store a backtracking position per character. */
function readText(text: string, at: number): Token {
  let close = text.indexOf("'", at + 1);
  while (close !== -1 && text[close + 1] === "'") close = text.indexOf("'", close + 2);
  if (close === -1) return { ...invalidToken('The string has no closing quote'), at, end: text.length };
  return { kind: 'literal', type: 'text', text: text.slice(at + 1, close).replaceAll("''", "'"), at, end: close + 1 };
}

function readWord({ 0: text, index, input }: RegExpExecArray): TokenPattern {
  if (input[index + text.length] !== "'") return { kind: 'word', text };
  return invalidToken(
    `Unsupported literal ${truncate(text)}'…'. Write a quote within a string as two quotes: 'O''Brien'`,
  );
}

function readDigits(text: string): TokenPattern {
  if (NUMBER.test(text)) return { kind: 'literal', type: 'number', text: asJsonNumber(text) };
  if (DATE.test(text)) return { kind: 'literal', type: 'date', text };
  if (DATE_TIME.test(text)) return { kind: 'literal', type: 'dateTime', text };
  if (TIME.test(text)) return { kind: 'literal', type: 'time', text };
  return invalidToken(`"${truncate(text)}" is not a number, date, date-time, time, or GUID`);
}

/** Converts `+007` → `7` for JSON: https://www.rfc-editor.org/rfc/rfc8259#section-6 */
const asJsonNumber = (text: string): string => text.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1');

const invalidToken = (text: string): TokenPattern => ({ kind: 'bad', text });

export const truncate = (text: string): string => (text.length > 40 ? `${text.slice(0, 37)}...` : text);
