import type { CatalogIndex, IndexColumn } from '../../../model/catalog.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import { clause, join, type Sql, sql, subquery, tokensOf } from '../../../sql/fragment.ts';
import type { ChosenRows, OrderSql } from '../../../sql/query.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { type Page, paging } from './rows.ts';

/**
 * The rows of a page in an order in which NULL is larger than every value: `(select … where a is not null order by a, id limit 5) union all
 * (select … where a is null order by id limit 5) limit 5`. For the servers NULL is smaller, so an index has each half in this order, but not
 * the whole, which they would sort. Undefined where no index has them so.
 */
export function inHalves(needed: Sql, chosen: ChosenRows, page: Page): Sql | undefined {
  const { order, size, offset } = page;
  const [first, ...rest] = order;
  if (first === undefined || offset !== undefined || !isServed(chosen, order)) return undefined;
  const half = (asked: Condition, terms: readonly OrderSql[]): Sql =>
    subquery(sql`select ${needed}${fromWhere(chosen, asked)}${paging({ order: terms, size })}`);
  const values = half(condition`${first.expression} is not null`, [{ ...first, nullable: false }, ...rest]);
  const nulls = half(condition`${first.expression} is null`, rest);
  const halves = first.nulls === 'first' ? [nulls, values] : [values, nulls];
  return sql`${join(halves, clause('union all'))}${paging({ order: [], size })}`;
}

/** Whether an index has the rows of each half in order. */
function isServed({ source, link }: ChosenRows, [first, ...rest]: readonly OrderSql[]): boolean {
  if (source.kind !== 'table' || link.length > 0 || first === undefined || !isTurned(first) || rest.some(isTurned))
    return false;
  const primary = source.indexes.find(({ name }) => name === 'PRIMARY');
  return source.indexes.some((index) => hasInOrder(index, primary, [first, ...rest]));
}

/** Whether NULL stands where the servers do not have it. */
const isTurned = ({ nullable, nulls, descending }: OrderSql): boolean =>
  nullable && nulls !== (descending ? 'last' : 'first');

/** Behind its own columns, an index of InnoDB has those of the primary key. */
function hasInOrder({ columns }: CatalogIndex, primary: CatalogIndex | undefined, order: readonly OrderSql[]): boolean {
  const own = new Set(columns.map(({ name }) => name));
  const all = [...columns, ...(primary?.columns ?? []).filter(({ name }) => !own.has(name))];
  return [false, true].some((backwards) =>
    order.every((term, index) => isColumn(term) && isSame(term, all[index], backwards)),
  );
}

/** Returns whether rows that are read by a key are in this order. */
export function isOrderOf(key: readonly { readonly name: string }[] | undefined, order: readonly OrderSql[]): boolean {
  const [first] = order;
  return (
    first !== undefined &&
    order.every((term, index) => isColumn(term) && term.column === key?.[index]?.name) &&
    order.every(({ descending }) => descending === first.descending)
  );
}

const isSame = ({ column, descending }: OrderSql, part: IndexColumn | undefined, backwards: boolean): boolean =>
  part?.name !== undefined && part.name === column && (part.descending !== descending) === backwards;

/** Whether the term is the column itself, and nothing that is made of it. */
const isColumn = ({ expression }: OrderSql): boolean =>
  tokensOf(expression).filter((token) => token !== '').length === 3;
