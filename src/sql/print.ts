import type { Slot } from '../plan/slot.ts';
import type { Dialect } from './dialect.ts';
import type { Sql } from './fragment.ts';

/** A tree of tokens as text, and the slots of its parameters in the order of their placeholders. */
export function printSql(
  sql: Sql,
  dialect: Pick<Dialect, 'quote' | 'placeholder'>,
): { text: string; slots: readonly Slot[] } {
  const slots: Slot[] = [];
  const positions = new Map<Slot, number>();
  const text = sql
    .map((token) => {
      if (typeof token === 'string') return token;
      if (token.kind === 'name') return dialect.quote(token.name);
      const known = dialect.placeholder.reusable ? positions.get(token.slot) : undefined;
      if (known !== undefined) return dialect.placeholder.print(known);
      slots.push(token.slot);
      positions.set(token.slot, slots.length);
      return dialect.placeholder.print(slots.length);
    })
    .join('');
  return { text, slots };
}
