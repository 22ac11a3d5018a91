import { invariant } from '../../../base/invariant.ts';
import type {
  ChangedValue,
  ChangeQuery,
  ChangeVerbs,
  LookQuery,
  RowsSql,
  StatementSql,
  WriteSql,
} from '../../../sql/dialect.ts';
import { type Alias, join, name, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import type { ChangeRow } from '../../../store/script.ts';
import { readChange } from './read-result.ts';
import { row, rows, select, tail } from './rows.ts';

/** What a statement changes is a table to the rest of it, named as no alias is. */
const CHANGED = raw('w');

/**
 * How mutations are written: a write in a `with`, and what is asked of its rows beside it. All of such a statement sees the tables as
 * they were before it. https://www.postgresql.org/docs/current/queries-with.html#QUERIES-WITH-MODIFYING
 */
export const changes: ChangeVerbs = {
  changedRows: (alias) => ({ from: sql`${CHANGED} as ${name(alias)}` }),
  change: (asked) => ({
    sql: isOneRow(asked) ? insertOne(asked) : change(asked),
    read: readChange({ n: true, k: asked.captures.length > 0, ok: asked.fits !== undefined }),
  }),
  capturedRows: (table, key, captured) => {
    const equal = key.map(({ column, type }, index) => {
      const value = sql`(c.v ->> ${raw(`${index}`)})`;
      return sql`${column} = ${value}::${raw(type.native)}${raw(type.list ? '[]' : '')}`;
    });
    const keys = sql`${parameter(captured)}::json`;
    const elements = sql`json_array_elements(${keys}) with ordinality c(v, n)`;
    return {
      from: sql`${elements} join ${table} on ${join(equal, ' and ')}`,
      position: raw('c.n'),
      complete: sql`count(distinct c.n) = json_array_length(${keys})`,
    };
  },
  look,
  // Dimensions and bounds of an array are in no list. As text, as not every type has equality.
  givenList: (given, old, { native }) =>
    sql`case when ${old} is not null and array(select unnest(${old}))::text = ${given}::${raw(native)}[]::text then ${old} else ${given} end`,
  // The protocol counts them by 16 bits: https://www.postgresql.org/docs/current/limits.html
  maxParameters: 65_535,
};

function change({ write, changed, captures, ...query }: ChangeQuery): Sql {
  const captured =
    captures.length === 0
      ? []
      : [sql`(select json_agg(json_build_array(${join(captures.map(asText), ', ')}))::text${tail(changed)}) as k`];
  const columns = [sql`(select count(*) from ${CHANGED})::text as n`, ...captured, ...given(changed, query)];
  return sql`with ${CHANGED} as (${statement(write)}) select ${join(columns, ', ')}`;
}

function look(rows: RowsSql, query: LookQuery): StatementSql<ChangeRow> {
  return {
    sql: sql`select ${join(given(rows, query, rows.complete ?? raw('count(*) > 0')), ', ')}`,
    read: readChange({ n: false, k: false, ok: query.fits !== undefined }),
  };
}

type OneRow = ChangeQuery & { readonly write: Insert };

/** Whether at most one row is made, and what is asked of it stands in it. */
const isOneRow = (query: ChangeQuery): query is OneRow =>
  query.write.kind === 'insert' && query.write.rows.length === 1 && query.values.every(({ kind }) => kind === 'one');

/** The row gives what is asked of it itself, which costs less than a table of it that is read for each thing asked. */
function insertOne({ write, alias, captures, fits, values }: OneRow): Sql {
  const captured =
    captures.length === 0
      ? []
      : [sql`json_build_array(json_build_array(${join(captures.map(asText), ', ')}))::text as k`];
  const fit = fits === undefined ? [] : [sql`((${fits}) is true)::text as ok`];
  const given = values.map(
    ({ query }, index) => sql`to_json(${select(query.entries, where(query))})::text as ${raw(`v${index}`)}`,
  );
  return sql`${insert(write, alias)} returning ${join([sql`'1' as n`, ...captured, ...fit, ...given], ', ')}`;
}

const asText = (value: Sql): Sql => sql`${value}::text`;

/** Whether all rows fit, and are there at all where that is asked, and the values that are asked of them. */
function given(changed: RowsSql, { fits, values }: LookQuery, complete?: Sql): readonly Sql[] {
  const all = fits === undefined ? [] : sql`bool_and((${fits}) is true)`;
  const asked = complete === undefined ? all : sql`(${complete} and ${all})`;
  const fit = fits === undefined ? [] : [sql`(select ${asked}::text${tail(changed)}) as ok`];
  return [...fit, ...values.map((value, index) => sql`to_json(${answerValue(value)})::text as ${raw(`v${index}`)}`)];
}

const answerValue = (value: ChangedValue): Sql => (value.kind === 'one' ? row(value.query) : rows(value.query));

function statement(write: WriteSql): Sql {
  switch (write.kind) {
    case 'insert':
      // What has no columns returns none, which cannot be said.
      return sql`${insert(write)} returning ${raw(write.columns.length > 0 ? '*' : '1')}`;
    case 'update': {
      const set = write.set.map(({ name: column, value }) => sql`${name(column)} = ${value}`);
      return sql`update ${write.from} set ${join(set, ', ')}${where(write)} returning ${name(write.alias)}.*`;
    }
    case 'delete':
      return sql`delete from ${write.from}${where(write)} returning ${name(write.alias)}.*`;
    case 'lock':
      return sql`select ${name(write.alias)}.* from ${write.from}${where(write)} for update`;
    case 'find':
      return sql`select ${name(write.alias)}.* from ${write.from}${where(write)}`;
  }
}

type Insert = Extract<WriteSql, { kind: 'insert' }>;

function insert({ into, columns, overriding, rows: written, unlessTaken }: Insert, alias?: Alias): Sql {
  invariant(written.length > 0, 'what is inserted has rows');
  const names = join(columns.map(name), ', ');
  const values = written.map((values) => sql`(${join(values, ', ')})`);
  const taken = unlessTaken === undefined ? [] : sql` on conflict (${join(unlessTaken.map(name), ', ')}) do nothing`;
  const system = overriding === true ? raw(' overriding system value') : [];
  const called = alias === undefined ? [] : sql` as ${name(alias)}`;
  const table = sql`${name(into.schema)}.${name(into.name)}${called}`;
  if (columns.length === 0)
    return sql`insert into ${table} select from generate_series(1, ${raw(`${written.length}`)})`;
  return sql`insert into ${table} (${names})${system} values ${join(values, ', ')}${taken}`;
}

const where = (asked: { readonly where?: Sql }): Sql => (asked.where === undefined ? [] : sql` where ${asked.where}`);
