import type { Token } from './fragment.ts';

/** A subquery of at most this many characters stays on one line. */
const SHORT_CHARS = 60;

/** A token, and its text on one line. */
export interface Piece {
  readonly token: Token;
  readonly text: string;
}

/**
 * The text of a statement with a line for each clause, each subquery indented by two spaces:
 *
 *     select "0"
 *     from (
 *       select "1"."id" as "id"
 *       from "public"."orders" as "1"
 *     ) "0"
 */
export function layOut(pieces: readonly Piece[]): string {
  const isShort = findShort(pieces);
  /** For each subquery around the current piece, the outermost first: whether it has lines of its own. */
  const around: boolean[] = [];
  const newLine = (): string => `\n${'  '.repeat(around.filter(Boolean).length)}`;
  const print = ({ token, text }: Piece, index: number): string => {
    if (typeof token === 'string') return text;
    switch (token.kind) {
      case 'clause':
        return around.at(-1) === false ? text : `${newLine()}${token.keyword} `;
      case 'open':
        around.push(around.at(-1) !== false && !isShort.has(index));
        return around.at(-1) === false ? text : `${text}${newLine()}`;
      case 'close':
        return around.pop() === false ? text : `${newLine()}${text}`;
      default:
        return text;
    }
  };
  return pieces.map(print).join('');
}

/** The index of each `(` whose subquery fits on one line. */
function findShort(pieces: readonly Piece[]): ReadonlySet<number> {
  const short = new Set<number>();
  const open: { readonly index: number; readonly start: number }[] = [];
  let length = 0;
  for (const [index, { token, text }] of pieces.entries()) {
    const kind = typeof token === 'string' ? undefined : token.kind;
    if (kind === 'open') open.push({ index, start: length });
    length += text.length;
    const closed = kind === 'close' ? open.pop() : undefined;
    if (closed !== undefined && length - closed.start <= SHORT_CHARS) short.add(closed.index);
  }
  return short;
}
