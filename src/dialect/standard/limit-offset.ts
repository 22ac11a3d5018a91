import type { Amount } from '../../plan/shape/slot.ts';
import { amount, clause, type Sql, sql, subquery } from '../../sql/fragment.ts';
import type { RowSet } from '../../sql/query.ts';
import { fromWhere } from './row-set.ts';

/** ` limit … offset …` */
export const limitOffset = ({ size, offset }: { readonly size: Amount; readonly offset?: Amount }): Sql => {
  const limited = sql`${clause('limit')}${amount(size)}`;
  return offset === undefined ? limited : sql`${limited}${clause('offset')}${amount(offset)}`;
};

/** Prints ` limit 1`; empty if keys already guarantee a single row. */
export const limitOne = (atMostOne: boolean): Sql => (atMostOne ? [] : limitOffset({ size: 1 }));

/** `(select … from … where … limit 1)` */
export const scalar = (value: Sql, rows: RowSet, atMostOne: boolean): Sql =>
  subquery(sql`select ${value}${fromWhere(rows)}${limitOne(atMostOne)}`);
