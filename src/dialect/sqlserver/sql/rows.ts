import type { Amount } from '../../../plan/shape/slot.ts';
import { isFloating } from '../../../scalars/operators.ts';
import { allOf, type Condition, combine, condition } from '../../../sql/condition.ts';
import { amount, clause, column, join, name, parameter, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type {
  ConnectionQuery,
  EntrySql,
  GroupsQuery,
  HasPageSql,
  MetadataSql,
  OrderSql,
  PagedQuery,
  RowsQuery,
  ValueSql,
} from '../../../sql/query.ts';
import { type ItemsSql, needsOf, needsPage, type PageNeeds } from '../../standard/page-needs.ts';
import { fromWhere } from '../../standard/row-set.ts';
import { asValue, conditions } from './conditions.ts';
import { positionParts, requireFound, seekParts } from './cursors.ts';
import { exact, ignoresTrailingZeroBytes, needsExactComparison } from './exact-strings.ts';
import { hash } from './hash.ts';
import { JSON_ROW, JSON_ROWS } from './json/for-json.ts';
import { markedCursor } from './json/markers.ts';
import { output } from './output.ts';
import { text } from './text.ts';
import { cast } from './types/typed.ts';

const MAX_NAME = 128;

/** Prints a value for FOR JSON. JSON_QUERY marks a string that contains JSON. */
export function answerValue(value: ValueSql): Sql {
  switch (value.kind) {
    case 'column':
      return output(column(value.column.alias, value.column.name), value.column.type, value.numbers);
    case 'text':
      return text(value.text);
    case 'null':
      return raw('null');
    case 'hash':
      return hash(value.columns);
    case 'one':
      return sql`json_query(${row(value.query)})`;
    case 'list':
      return sql`json_query(${rows(value.query)})`;
    case 'connection':
      return sql`json_query(${connection(value.query)})`;
    case 'object':
      return sql`json_query(${objectOf(value.entries)})`;
  }
}

/** Returns a JSON object as a string, or NULL. */
export const row = (query: RowsQuery): Sql =>
  objectOf(query.entries, fromWhere(query), query.atMostOne ? [] : raw('top (1) '));

export const rows = (query: PagedQuery): Sql => listOf({ ...query, ...pageOf(query, query) });

/** Parts of a SELECT before and after its columns. */
interface Page {
  readonly top?: Sql;
  readonly rest: Sql;
  readonly tail?: Sql;
}

/** `top (5) … from …`, or `… from … offset 5 rows fetch next 5 rows only` */
function pageOf(
  rowSet: Parameters<typeof fromWhere>[0],
  { size, offset }: { readonly size: Amount; readonly offset?: Amount },
  more = false,
): Required<Page> {
  const count =
    typeof size === 'number' ? raw(`${size + Number(more)}`) : sql`${rowCount(size)}${raw(more ? ' + 1' : '')}`;
  if (offset === undefined) return { top: sql`top (${count}) `, rest: fromWhere(rowSet), tail: [] };
  const isNonEmpty = typeof size === 'number' && size + Number(more) > 0;
  // FETCH requires at least one row.
  const fetched = isNonEmpty ? count : sql`(case when ${count} > 0 then ${count} else 1 end)`;
  const filter = isNonEmpty ? undefined : condition`${count} > 0`;
  const tail = sql`${clause('offset')}${rowCount(offset)} rows fetch next ${fetched} rows only`;
  return { top: [], rest: fromWhere(rowSet, filter), tail };
}

/** Prints a number of rows. A parameter is cast, because parameters are sent as strings. */
const rowCount = (size: Amount): Sql => (typeof size === 'number' ? amount(size) : cast(parameter(size), 'bigint'));

/**
 * `isnull((select top (5) … order by … for json path, include_null_values), N'[]')`. COALESCE would run the subquery
 * twice.
 */
function listOf({
  entries,
  order,
  size,
  top = sql`top (${rowCount(size)}) `,
  rest,
  tail = [],
}: Page & Pick<PagedQuery, 'entries' | 'order' | 'size'>): Sql {
  const list = isNamed(entries)
    ? sql`select ${top}${columnsOf(entries)}${rest}${orderBy(order, tail)}${JSON_ROWS}`
    : sql`select N'[' + string_agg(r.j, N',') within group (order by r.n) + N']'${clause('from')}${subquery(
        sql`select ${top}${objectOf(entries)} as j, ${rowNumber(order)} as n${rest}${orderBy(order, tail)}`,
      )} as r`;
  return sql`isnull(${subquery(list)}, N'[]')`;
}

/** `row_number() over (order by …)` */
const rowNumber = (order: readonly OrderSql[]): Sql =>
  sql`row_number() over (order by ${order.length === 0 ? raw('(select null)') : terms(order)})`;

/** Returns whether FOR JSON can build the object: it needs a member, and limits the length of names. */
const isNamed = (members: readonly { readonly key: string }[]): boolean =>
  members.length > 0 && members.every(({ key }) => key.length <= MAX_NAME);

/** `(select … as [id], … for json path, include_null_values, without_array_wrapper)` */
export function objectOf(entries: readonly EntrySql[], rest: Sql = [], top: Sql = []): Sql {
  if (isNamed(entries)) return subquery(sql`select ${top}${columnsOf(entries)}${rest}${JSON_ROW}`);
  const members = entries.map(({ key, value }) => {
    const wrapped = subquery(sql`select ${answerValue(value)} as v${JSON_ROW}`);
    return { key, json: sql`reverse(stuff(reverse(stuff(${wrapped}, 1, 5, N'')), 1, 1, N''))` };
  });
  return subquery(sql`select ${top}${concatObject(members)}${rest}`);
}

/** `cast(N'{' as nvarchar(max)) + N'"id":' + … + N'}'` */
function concatObject(members: readonly { readonly key: string; readonly json: Sql }[]): Sql {
  if (members.length === 0) return cast(raw("N'{}'"), 'nvarchar(max)');
  const pairs = members.map(({ key, json }) => sql`N'"${raw(key)}":' + ${json}`);
  return sql`${cast(raw("N'{'"), 'nvarchar(max)')} + ${join(pairs, " + N',' + ")} + N'}'`;
}

const columnsOf = (entries: readonly EntrySql[]): Sql =>
  join(
    entries.map(({ key, value }) => sql`${answerValue(value)} as ${name(key)}`),
    ', ',
  );

/** Prints ORDER BY, which OFFSET requires. */
function orderBy(order: readonly OrderSql[], tail: Sql = []): Sql {
  if (order.length > 0) return sql`${clause('order by')}${terms(order)}${tail}`;
  return tail.length === 0 ? [] : sql`${clause('order by')}(select null)${tail}`;
}

const terms = (order: readonly OrderSql[]): Sql => join(order.map(orderTerm), ', ');

/** Prints an order term. SQL Server sorts NULL lowest. */
function orderTerm({ expression, descending, nulls, nullable }: OrderSql): Sql {
  const term = sql`${expression}${raw(descending ? ' desc' : '')}`;
  if (!nullable || nulls === (descending ? 'last' : 'first')) return term;
  const [ofNull, others] = nulls === 'last' ? ['1', '0'] : ['0', '1'];
  return sql`case when ${expression} is null then ${raw(ofNull)} else ${raw(others)} end, ${term}`;
}

/**
 * The inner query numbers the rows of the page, and an extra row to detect a next page. It also builds objects and
 * cursors. The outer query computes the metadata and drops the extra row.
 */
export function connection(query: ConnectionQuery): Sql {
  const { members: requestedMembers } = query;
  if (!isNamed(requestedMembers)) {
    const members = requestedMembers.map((metadata) => ({ key: metadata.key, json: metadataJson(metadata, query) }));
    return subquery(sql`select ${concatObject(members)}${fromPage(query)}`);
  }
  const members = requestedMembers.map((metadata) => sql`${metadataMember(metadata, query)} as ${name(metadata.key)}`);
  return subquery(sql`select ${join(members, ', ')}${fromPage(query)}${JSON_ROW}`);
}

/** `select … as v0, … as v1 from …` */
export const connectionMetadata = (query: ConnectionQuery): Sql =>
  sql`select ${join(
    query.members.map((metadata, index) => sql`${metadataColumn(metadata, query)} as ${raw(`v${index}`)}`),
    ', ',
  )}${fromPage(query)}`;

/** Casts a cursor to `nvarchar`, because `max` of strings has another type on some T-SQL engines. */
const metadataColumn = (metadata: MetadataSql, query: ConnectionQuery): Sql =>
  metadata.kind === 'startCursor' || metadata.kind === 'endCursor'
    ? sql`cast(${metadataText(metadata, query)} as nvarchar(max))`
    : metadataText(metadata, query);

function fromPage(query: ConnectionQuery): Sql {
  const needs = needsOf(query.members);
  if (!needsPage(query, needs)) return [];
  // Without aggregates, only HAVING makes the query return one row.
  const hasAggregates = needs.items.length > 0 || needs.cursor || needs.more;
  return sql`${clause('from')}${numberedPage(query, needs)}${hasAggregates ? [] : sql`${clause('having')}count(*) >= 0`}`;
}

function metadataMember(metadata: MetadataSql, query: ConnectionQuery): Sql {
  switch (metadata.kind) {
    case 'items':
    case 'groups':
    case 'startCursor':
    case 'endCursor':
      return sql`json_query(${metadataText(metadata, query)})`;
    case 'hasPage':
      return asValue(hasPage(metadata, query.size));
    case 'totalCount':
      return count(metadata.rows);
    case 'typename':
      return text(metadata.name);
  }
}

function metadataJson(metadata: MetadataSql, query: ConnectionQuery): Sql {
  if (metadata.kind === 'typename') return text(`"${metadata.name}"`);
  return sql`isnull(${metadataText(metadata, query)}, N'null')`;
}

function metadataText(metadata: MetadataSql, query: ConnectionQuery): Sql {
  switch (metadata.kind) {
    case 'items':
      return itemsOf(metadata, query);
    case 'groups':
      return groups(metadata.groups);
    case 'totalCount':
      return sql`convert(nvarchar(20), ${count(metadata.rows)})`;
    case 'hasPage':
      return sql`case when ${hasPage(metadata, query.size).sql} then N'true' else N'false' end`;
    case 'typename':
      return text(metadata.name);
    default:
      return cursorOf(metadata, query);
  }
}

const count = (rows: Parameters<typeof fromWhere>[0]): Sql => subquery(sql`select count_big(*)${fromWhere(rows)}`);

const needsExtraRow = ({ members: requestedMembers }: ConnectionQuery): boolean => needsOf(requestedMembers).more;

/** Returns the items as a JSON array. The rows of a page from the end are numbered from the end. */
function itemsOf(metadata: ItemsSql, query: ConnectionQuery): Sql {
  const object = raw(objectName(query, metadata));
  const item = needsExtraRow(query) ? sql`case when r.n <= ${rowCount(query.size)} then ${object} end` : object;
  const order = raw(query.fromEnd ? 'r.n desc' : 'r.n');
  return sql`isnull(N'[' + string_agg(${item}, N',') within group (order by ${order}) + N']', N'[]')`;
}

const objectName = ({ members: requestedMembers }: ConnectionQuery, metadata: ItemsSql): string =>
  `r.j${needsOf(requestedMembers).items.indexOf(metadata)}`;

function hasPage({ more, excludesRows }: HasPageSql, size: ConnectionQuery['size']): Condition {
  const hasMore = condition`count_big(*) > ${rowCount(size)}`;
  if (!more) return excludesRows ?? conditions.constant(false);
  return excludesRows === undefined ? hasMore : combine('or', [hasMore, excludesRows]);
}

/** Returns a cursor. NULL for an empty page, and if the page that `onlyIf` describes does not exist. */
function cursorOf(
  { kind, onlyIf }: Extract<MetadataSql, { kind: 'startCursor' | 'endCursor' }>,
  query: ConnectionQuery,
): Sql {
  const { cursor, fromEnd } = query;
  const isFirst = (kind === 'startCursor') !== fromEnd;
  const cursorSql =
    cursor.kind === 'position'
      ? positionCursor(cursor, query, kind)
      : sql`max(case when r.n = ${isFirst ? raw('1') : lastNumber(query, raw('r.c'))} then r.k end)`;
  const conditions = [
    ...(cursor.kind === 'position' ? [sql`count_big(*) > 0`] : []),
    ...((isFirst || cursor.kind === 'position') && needsExtraRow(query) && isMaybeEmpty(query.size)
      ? [sql`${rowCount(query.size)} > 0`]
      : []),
    ...(onlyIf === undefined ? [] : [hasPage(onlyIf, query.size).sql]),
  ];
  return conditions.length === 0 ? cursorSql : sql`case when ${join(conditions, ' and ')} then ${cursorSql} end`;
}

/** Returns true if the page size may be 0. The inner query then still reads one row. */
const isMaybeEmpty = (size: ConnectionQuery['size']): boolean => typeof size !== 'number' || size === 0;

const lastNumber = (query: ConnectionQuery, counted: Sql): Sql =>
  needsExtraRow(query)
    ? sql`case when ${counted} < ${rowCount(query.size)} then ${counted} else ${rowCount(query.size)} end`
    : counted;

function positionCursor(
  { order, total }: Extract<ConnectionQuery['cursor'], { kind: 'position' }>,
  query: ConnectionQuery,
  kind: 'startCursor' | 'endCursor',
): Sql {
  // Inside the cursor's subquery, `count_big(*)` would count the rows of that subquery. `count_big(r.n)` counts rows of
  // `r`, because its argument belongs to the outer query.
  const last = lastNumber(query, raw('count_big(r.n)'));
  const before =
    total !== undefined
      ? sql`${count(total)} - ${last}`
      : query.offset === undefined
        ? raw('0')
        : rowCount(query.offset);
  return markedCursor(positionParts(order, sql`${before} + ${kind === 'startCursor' ? raw('1') : last}`));
}

/**
 * `(select top (5 + 1) (select …) as j0, … as k, row_number() over (order by …) as n from …) as r`; `c` is the number
 * of fetched rows.
 */
function numberedPage(query: ConnectionQuery, { items, cursor: needsCursor, more }: PageNeeds): Sql {
  const { cursor, order, offset } = query;
  const keys = needsCursor && cursor.kind === 'seek' ? [sql`${markedCursor(seekParts(cursor, order))} as k`] : [];
  const first = rowNumber(order);
  const selected = [
    ...items.map(({ entries }, index) => sql`${objectOf(entries)} as ${raw(`j${index}`)}`),
    ...keys,
    sql`${offset === undefined ? first : sql`${first} - ${rowCount(offset)}`} as n`,
  ];
  const where = allOf([
    query.rows.where,
    query.cursorRowsExist.length > 0 ? requireFound(query.cursorRowsExist) : undefined,
    query.seekCondition,
  ]);
  const rowSet = { ...query.rows, ...(where && { where }) };
  const { top, rest, tail } = pageOf(rowSet, query, more);
  const page = sql`select ${top}${join(selected, ', ')}${rest}${orderBy(order, tail)}`;
  const counted = keys.length > 0 ? sql`select p.*, count(*) over () as c from ${subquery(page)} as p` : page;
  return sql`${subquery(counted)} as r`;
}

/** The inner query computes the columns of each group; the outer query orders the groups and builds objects. */
const groups = (query: GroupsQuery): Sql =>
  listOf({
    entries: query.entries.map((entry) => withNativeFloat(entry, query)),
    order: orderOf(query),
    size: query.size,
    rest: sql`${clause('from')}${subquery(groupedRows(query))} as ${name(query.alias)}`,
  });

function groupedRows({ rows, by, having, columns }: GroupsQuery): Sql {
  const selected = columns.map(({ name: columnName, value }) => sql`${value} as ${name(columnName)}`);
  const keys = by.map(({ sql: value, type }) => exact(value, type));
  const grouping = keys.length === 0 ? [] : sql`${clause('group by')}${join(keys, ', ')}`;
  const havingClause = having === undefined ? [] : sql`${clause('having')}${having.sql}`;
  return sql`select ${selected.length === 0 ? raw('null as f') : join(selected, ', ')}${fromWhere(rows)}${grouping}${havingClause}`;
}

/** Returns the order of the groups, with an exact second term if the collation may treat different groups as equal. */
const orderOf = ({ order, columns, by, alias }: GroupsQuery): readonly OrderSql[] =>
  order.flatMap((term) => {
    const groupColumn = by[columns.findIndex(({ name: columnName }) => columnName === term.column)];
    const outerTerm: OrderSql = { ...term, expression: column(alias, term.column) };
    return groupColumn !== undefined &&
      (needsExactComparison(groupColumn.type) || ignoresTrailingZeroBytes(groupColumn.type))
      ? [outerTerm, { ...outerTerm, expression: exact(outerTerm.expression, groupColumn.type), nullable: false }]
      : outerTerm;
  });

/** Restores the float type of an aggregate that the API exposes as Decimal, so that it is printed as a float. */
function withNativeFloat({ key, value }: EntrySql, query: GroupsQuery): EntrySql {
  if (value.kind === 'object')
    return { key, value: { ...value, entries: value.entries.map((entry) => withNativeFloat(entry, query)) } };
  if (value.kind !== 'column') return { key, value };
  const type = query.columns.find((column) => column.name === value.column.name)?.type;
  if (type === undefined || !isFloating(type)) return { key, value };
  const native = type.scalar === 'Single' ? 'real' : 'float';
  return { key, value: { ...value, column: { ...value.column, type: { ...value.column.type, native } } } };
}
