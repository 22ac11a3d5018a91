import type { Amount } from '../../plan/shape/slot.ts';
import { amount, clause, type Sql, sql } from '../../sql/fragment.ts';

/** ` limit … offset …` */
export const limitOffset = ({ size, offset }: { readonly size: Amount; readonly offset?: Amount }): Sql => {
  const limited = sql`${clause('limit')}${amount(size)}`;
  return offset === undefined ? limited : sql`${limited}${clause('offset')}${amount(offset)}`;
};

/** ` limit 1`, unless keys allow no second row. */
export const limitOne = (atMostOne: boolean): Sql => (atMostOne ? [] : limitOffset({ size: 1 }));
