import type { Slot } from '../plan/slot.ts';
import type { Dialect } from './dialect.ts';
import type { Sql, Token } from './fragment.ts';

/** A tree of tokens as text, and the slots of its parameters in the order of their placeholders. */
export function printSql(
  sql: Sql,
  dialect: Pick<Dialect, 'quote' | 'placeholder'>,
): { text: string; slots: readonly Slot[] } {
  const slots: Slot[] = [];
  const positions = new Map<Slot, number>();
  const print = (token: Token | Sql): string => {
    if (typeof token === 'string') return token;
    if (!('kind' in token)) return token.map(print).join('');
    if (token.kind === 'name') return dialect.quote(token.name);
    const known = dialect.placeholder.reusable ? positions.get(token.slot) : undefined;
    if (known !== undefined) return dialect.placeholder.print(known);
    slots.push(token.slot);
    positions.set(token.slot, slots.length);
    return dialect.placeholder.print(slots.length);
  };
  const text = print(sql);
  return { text, slots };
}
