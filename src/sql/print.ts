import type { Slot } from '../plan/shape/slot.ts';
import type { Layout } from '../store/store.ts';
import type { Dialect } from './dialect.ts';
import { type Sql, type Token, tokensOf } from './fragment.ts';
import { layOut } from './lay-out.ts';

type Names = Pick<Dialect, 'quote' | 'placeholder'>;

export interface PrintedSql {
  readonly text: string;
  /** The slots of the parameters, in the order of their placeholders. */
  readonly slots: readonly Slot[];
}

/** A tree of tokens as text, on one line unless it is to be read. */
export function printSql(sql: Sql, dialect: Names, layout: Layout = 'line'): PrintedSql {
  const { print, slots } = createPrinter(dialect);
  const text = layout === 'line' ? print(sql) : layOut(tokensOf(sql).map((token) => ({ token, text: print(token) })));
  return { text, slots };
}

interface Printer {
  readonly print: (token: Token | Sql) => string;
  /** The slots of all parameters printed so far. */
  readonly slots: readonly Slot[];
}

function createPrinter(dialect: Names): Printer {
  const slots: Slot[] = [];
  const positions = new Map<Slot, number>();
  const printParameter = (slot: Slot): string => {
    const known = dialect.placeholder.reusable ? positions.get(slot) : undefined;
    if (known !== undefined) return dialect.placeholder.print(known);
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
