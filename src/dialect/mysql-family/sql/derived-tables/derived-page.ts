import type { CatalogIndex, IndexColumn } from '../../../../model/catalog.ts';
import { plainType } from '../../../../model/plain-type.ts';
import { type Condition, condition } from '../../../../sql/condition.ts';
import {
  type Alias,
  clause,
  column,
  join,
  name,
  raw,
  type Sql,
  sql,
  subquery,
  type Token,
  tokensOf,
} from '../../../../sql/fragment.ts';
import type { OrderSql, RowSet } from '../../../../sql/query.ts';
import { limitOffset } from '../../../standard/limit-offset.ts';
import { conditionOf, fromItem, fromWhere } from '../../../standard/row-set.ts';
import { orderedBy, orderTerms, type Page, paging } from '../rows.ts';
import { columnNames, namedColumns } from './named-columns.ts';
import { areSortedWhole, filterBeforeSort, uniqueKeyOf, withColumns } from './wide-rows.ts';

export interface DerivedPage {
  readonly from: Sql;
  /** Refers to columns of the derived table. */
  readonly order: readonly OrderSql[];
  /** Terms to append to `order` if the rows are sorted again. */
  readonly trailingTerms: readonly OrderSql[];
  /** True if the page is impossible or slower without the derived table. */
  readonly isNeeded: boolean;
}

interface DerivedOptions {
  readonly leadingTerms?: readonly Sql[];
  readonly sortsWholeRows: boolean;
}

/**
 * Selects a page of rows: `(select 1.id, … from orders as 1 where … order by … limit 5) as 1`, with quoted names. A
 * subquery in the order becomes a column, so that it runs once.
 * @param expressions all expressions over the rows
 */
export function derivePage(
  expressions: readonly Sql[],
  rowSet: RowSet,
  page: Page,
  options: DerivedOptions,
): DerivedPage {
  if (options.sortsWholeRows && sortsWholeRows(expressions, rowSet, page))
    return deriveWidePage(expressions, rowSet, page, options);
  const { alias } = rowSet.source;
  const halves = splitByNull(namedColumns(alias, [...expressions, ...expressionsOf(page)]), rowSet, page);
  if (halves !== undefined && options.leadingTerms === undefined)
    return { ...derivedPage(halves, alias, page.order), isNeeded: true };
  const names = columnNames(alias, [...expressions, ...expressionsOf(page)]);
  const termNames = page.order.map((term, index) => (hasSubquery(term) ? unusedName(`t${index}`, names) : undefined));
  const columns = [
    namedColumns(alias, [...expressions, ...expressionsOf(page)]),
    ...page.order.flatMap(({ expression }, index) => asColumn(expression, termNames[index])),
  ];
  const inner = page.order.map((term, index) => withName(term, termNames[index]));
  const rows = sql`select ${join(columns, ', ')}${fromWhere(rowSet)}${orderedBy([...(options.leadingTerms ?? []), ...orderTerms(inner)])}${limitOffset(page)}`;
  const order = page.order.map((term, index) => {
    const columnName = termNames[index];
    return columnName === undefined ? term : { ...term, expression: column(alias, columnName) };
  });
  return derivedPage(rows, alias, order);
}

const derivedPage = (rows: Sql, alias: Alias, order: readonly OrderSql[]): DerivedPage => ({
  from: sql`${clause('from')}${subquery(rows)} as ${name(alias)}`,
  order,
  trailingTerms: [],
  isNeeded: false,
});

const expressionsOf = ({ order }: Pick<Page, 'order'>): readonly Sql[] => order.map(({ expression }) => expression);

const hasSubquery = ({ expression }: OrderSql): boolean =>
  tokensOf(expression).some((token) => typeof token === 'object' && token.kind === 'open');

export const hasSubqueries = (order: readonly OrderSql[]): boolean => order.some(hasSubquery);

const asColumn = (expression: Sql, columnName: string | undefined): readonly Sql[] =>
  columnName === undefined ? [] : [sql`${expression} as ${name(columnName)}`];

const withName = (term: OrderSql, columnName: string | undefined): OrderSql =>
  columnName === undefined ? term : { ...term, expression: name(columnName) };

const unusedName = (preferred: string, names: readonly string[]): string =>
  names.some((existing) => existing.toLowerCase() === preferred) ? unusedName(`${preferred}_`, names) : preferred;

const sortsWholeRows = (expressions: readonly Sql[], rowSet: RowSet, page: Page): boolean =>
  areSortedWhole(rowSet, [...expressions, ...expressionsOf(page), conditionOf(rowSet)?.sql ?? []]) &&
  !isReadInOrder(rowSet, page.order);

/**
 * Returns whether the server reads the rows in order, so that it can stop at the end of the page. It may not do so if
 * the condition can use another index, or has a subquery.
 */
function isReadInOrder(rowSet: RowSet, order: readonly OrderSql[]): boolean {
  const { source } = rowSet;
  const key = uniqueKeyOf(source);
  if (source.kind !== 'table' || !isOrderOf(key, order)) return false;
  const condition = conditionOf(rowSet)?.sql ?? [];
  if (tokensOf(condition).some(opensSubquery)) return false;
  const names = new Set(columnNames(source.alias, [condition]));
  return source.indexes.every(
    ({ columns: [first] }) => first?.name === key?.[0]?.name || (first?.name !== undefined && !names.has(first.name)),
  );
}

const opensSubquery = (token: Token): boolean =>
  typeof token === 'string' ? token.includes(' in (select') : token.kind === 'open';

/**
 * Sorts only keys and order values, then reads the page by key: `(select 1.id as k0, 1.at as t0 from … order by … limit
 * 5) as p straight_join events as 1 on …`, with quoted names.
 */
function deriveWidePage(
  expressions: readonly Sql[],
  rowSet: RowSet,
  page: Page,
  { leadingTerms = [] }: DerivedOptions,
): DerivedPage {
  const { source } = rowSet;
  const key = uniqueKeyOf(source);
  if (key === undefined) return deriveWithoutKey(expressions, rowSet, page, leadingTerms);
  const keys = key.map((keyColumn) => column(source.alias, keyColumn.name));
  const columns = join(
    [
      ...keys.map((keyColumn, index) => sql`${keyColumn} as ${raw(`k${index}`)}`),
      ...expressionsOf(page).map((expression, index) => sql`${expression} as ${raw(`t${index}`)}`),
    ],
    ', ',
  );
  const sortedRows = filterBeforeSort(rowSet, [...keys, ...expressionsOf(page), ...leadingTerms]);
  const halves = leadingTerms.length === 0 ? splitByNull(columns, sortedRows, page) : undefined;
  const rows =
    halves ??
    sql`select ${columns}${fromWhere(sortedRows)}${orderedBy([...leadingTerms, ...orderTerms(page.order)])}${limitOffset(page)}`;
  const equal = keys.map((keyColumn, index) => sql`${keyColumn} = p.${raw(`k${index}`)}`);
  return {
    from: sql`${clause('from')}${subquery(rows)} as p${clause('straight_join')}${fromItem(source)} on ${join(equal, ' and ')}`,
    order: page.order.map((term, index) => ({ ...term, expression: raw(`p.t${index}`) })),
    trailingTerms: [],
    isNeeded: true,
  };
}

/**
 * Derives a page of wide rows without a key. It adds an empty string of a long type, so that the sort buffers row
 * positions instead of rows.
 */
function deriveWithoutKey(
  expressions: readonly Sql[],
  rowSet: RowSet,
  page: Page,
  leadingTerms: readonly Sql[],
): DerivedPage {
  const { alias } = rowSet.source;
  const needed = [...expressions, ...expressionsOf(page), ...leadingTerms];
  const columnName = unusedName('w', columnNames(alias, needed));
  const copied = withColumns(rowSet, needed, [sql`cast('' as char(100000)) as ${name(columnName)}`]);
  const term: OrderSql = {
    expression: column(alias, columnName),
    type: plainType('String'),
    descending: false,
    nulls: 'last',
    nullable: false,
  };
  const columns = join([namedColumns(alias, needed), column(alias, columnName)], ', ');
  const orderClause = orderedBy([...leadingTerms, ...orderTerms([...page.order, term])]);
  const rows = sql`select ${columns}${fromWhere(copied)}${orderClause}${limitOffset(page)}`;
  return { ...derivedPage(rows, alias, page.order), trailingTerms: [term], isNeeded: true };
}

/**
 * Selects a page with NULL last: `(select … where a is not null order by a, id limit 5) union all (…)`. The servers
 * order NULL first, so an index can sort each half, but not the whole page. Returns undefined without such an index.
 */
function splitByNull(needed: Sql, rowSet: RowSet, page: Page): Sql | undefined {
  const { order, size, offset } = page;
  const [first, ...rest] = order;
  if (first === undefined || offset !== undefined || !hasOrderIndex(rowSet, order)) return undefined;
  const half = (condition: Condition, terms: readonly OrderSql[]): Sql =>
    subquery(sql`select ${needed}${fromWhere(rowSet, condition)}${paging({ order: terms, size })}`);
  const values = half(condition`${first.expression} is not null`, [{ ...first, nullable: false }, ...rest]);
  const nulls = half(condition`${first.expression} is null`, rest);
  const halves = first.nulls === 'first' ? [nulls, values] : [values, nulls];
  return sql`${join(halves, clause('union all'))}${paging({ order: [], size })}`;
}

function hasOrderIndex({ source, link }: RowSet, [first, ...rest]: readonly OrderSql[]): boolean {
  if (
    source.kind !== 'table' ||
    link.length > 0 ||
    first === undefined ||
    !isNullOrderReversed(first) ||
    rest.some(isNullOrderReversed)
  )
    return false;
  const primary = source.indexes.find(({ name }) => name === 'PRIMARY');
  return source.indexes.some((index) => hasInOrder(index, primary, [first, ...rest]));
}

const isNullOrderReversed = ({ nullable, nulls, descending }: OrderSql): boolean =>
  nullable && nulls !== (descending ? 'last' : 'first');

/** InnoDB appends the primary key to each index. */
function hasInOrder({ columns }: CatalogIndex, primary: CatalogIndex | undefined, order: readonly OrderSql[]): boolean {
  const indexed = new Set(columns.map(({ name }) => name));
  const all = [...columns, ...(primary?.columns ?? []).filter(({ name }) => !indexed.has(name))];
  return [false, true].some((backwards) =>
    order.every((term, index) => isColumn(term) && isSame(term, all[index], backwards)),
  );
}

function isOrderOf(key: readonly { readonly name: string }[] | undefined, order: readonly OrderSql[]): boolean {
  const [first] = order;
  return (
    first !== undefined &&
    order.every((term, index) => isColumn(term) && term.column === key?.[index]?.name) &&
    order.every(({ descending }) => descending === first.descending)
  );
}

const isSame = ({ column, descending }: OrderSql, part: IndexColumn | undefined, backwards: boolean): boolean =>
  part?.name !== undefined && part.name === column && (part.descending !== descending) === backwards;

const isColumn = ({ expression }: OrderSql): boolean =>
  tokensOf(expression).filter((token) => token !== '').length === 3;
