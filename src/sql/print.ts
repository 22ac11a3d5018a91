import type { Slot } from '../plan/shape/slot.ts';
import type { Layout } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import { type Sql, type Token, tokensOf } from './fragment.ts';

type NamePrinter = Pick<Dialect, 'quote' | 'placeholder'>;

export interface PrintedSql {
  readonly text: string;
  readonly slots: readonly Slot[];
}

export function printSql(sql: Sql, dialect: NamePrinter, layout: Layout = 'line'): PrintedSql {
  const { print, slots } = createPrinter(dialect);
  const text =
    layout === 'line' ? print(sql) : formatClauses(tokensOf(sql).map((token) => ({ token, text: print(token) })));
  return { text, slots };
}

interface Printer {
  readonly print: (token: Token | Sql) => string;
  readonly slots: readonly Slot[];
}

function createPrinter(dialect: NamePrinter): Printer {
  const slots: Slot[] = [];
  const positions = new Map<Slot, number>();
  const printParameter = (slot: Slot): string => {
    const position = dialect.placeholder.reusable ? positions.get(slot) : undefined;
    if (position !== undefined) return dialect.placeholder.print(position);
    slots.push(slot);
    positions.set(slot, slots.length);
    return dialect.placeholder.print(slots.length);
  };
  const print = (token: Token | Sql): string => {
    if (typeof token === 'string') return token;
    if (!('kind' in token)) return token.map(print).join('');
    switch (token.kind) {
      case 'name':
        return dialect.quote(token.name);
      case 'parameter':
        return printParameter(token.slot);
      case 'clause':
        return ` ${token.keyword} `;
      case 'open':
        return '(';
      case 'close':
        return ')';
    }
  };
  return { print, slots };
}

/** Maximum length of a subquery on one line. */
const SHORT_CHARS = 60;

interface Piece {
  readonly token: Token;
  readonly text: string;
}

/**
 * Formats one clause per line, with subqueries indented by two spaces:
 *
 *     select "0"
 *     from (
 *       select "1"."id" as "id"
 *       from "public"."orders" as "1"
 *     ) "0"
 */
function formatClauses(pieces: readonly Piece[]): string {
  const isShort = findShort(pieces);
  const enclosing: boolean[] = [];
  const newLine = (): string => `\n${'  '.repeat(enclosing.filter(Boolean).length)}`;
  const print = ({ token, text }: Piece, index: number): string => {
    if (typeof token === 'string') return text;
    switch (token.kind) {
      case 'clause':
        return enclosing.at(-1) === false ? text : `${newLine()}${token.keyword} `;
      case 'open':
        enclosing.push(enclosing.at(-1) !== false && !isShort.has(index));
        return enclosing.at(-1) === false ? text : `${text}${newLine()}`;
      case 'close':
        return enclosing.pop() === false ? text : `${newLine()}${text}`;
      default:
        return text;
    }
  };
  return pieces.map(print).join('');
}

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
