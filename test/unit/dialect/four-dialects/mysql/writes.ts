import { tableName } from '../../../../../src/dialect/standard/chosen-rows.ts';
import type { Slot } from '../../../../../src/plan/shape/slot.ts';
import type { WriteVerbs } from '../../../../../src/sql/dialect.ts';
import {
  clause,
  column,
  join,
  name,
  parameter,
  raw,
  type Sql,
  sql,
  subquery,
} from '../../../../../src/sql/fragment.ts';
import type { ChosenRows } from '../../../../../src/sql/query.ts';
import type { RereadQuery } from '../../../../../src/sql/write-query.ts';
import { notShown } from '../not-shown.ts';
import { row } from './rows.ts';

/** MySQL gives no rows back: a write tells how many it changed, and the first key that it made. */
export const writes = {
  name: (_, aliases) => ({ touched: aliases.next(), asked: aliases.next() }),
  returns: ({ kind }) => ({ captures: kind === 'insert' ? 'key' : 'nothing', values: 'nothing', check: 'nothing' }),
  write: ({ write }) => {
    if (write.kind !== 'insert') return notShown(write.kind);
    const values = write.rows.map(
      (given) =>
        sql`(${join(
          write.columns.map((_, index) => cell(given[index])),
          ', ',
        )})`,
    );
    const columns = join(write.columns.map(name), ', ');
    return {
      sql: sql`insert into ${tableName(write.table)} (${columns})${clause('values')}${join(values, ', ')}`,
      read: ([set]) => ({
        affected: set?.affected ?? 0,
        passesCheck: null,
        captured: set?.generatedKey === undefined ? undefined : [[set.generatedKey]],
        values: [],
      }),
    };
  },
  reread: (query) => {
    const rows = rowsOf(query);
    const ok =
      query.check === undefined
        ? []
        : [subquery(sql`select min(if(${query.check.sql}, 1, 0))${clause('from')}${from(rows)}`)];
    const values = query.values.map(({ kind, query: asked }) =>
      kind === 'one'
        ? row({ ...rows, key: asked.key, entries: asked.entries, atMostOne: true })
        : notShown('several rows'),
    );
    return {
      sql: sql`select ${join([...ok, ...values], ', ')}`,
      read: ([set]) => {
        const [first, ...others] = set?.rows[0] ?? [];
        const shown = ok.length === 0 ? [first ?? null, ...others] : others;
        return { affected: 0, passesCheck: ok.length === 0 ? null : first === '1', captured: undefined, values: shown };
      },
    };
  },
  leavesOutLateTaken: false,
  maxParameters: 65_535,
} satisfies WriteVerbs;

const cell = (slot: Slot | undefined): Sql => (slot === undefined ? raw('default') : parameter(slot));

const from = ({ source }: ChosenRows): Sql => (source.kind === 'derived' ? source.from : notShown('tables'));

/** The rows whose keys were captured: `[["1"], ["2"]]` as one parameter. */
function rowsOf({ alias, key, table }: RereadQuery): ChosenRows {
  if (key.kind !== 'captured') return notShown('keys that are known beforehand');
  const columns = key.columns.map(
    (own, index) =>
      sql`${raw(`k${index}`)} ${raw(own.type.native.replace(/^int\(\d+\)/, 'int'))} path ${raw(`'$[${index}]'`)}`,
  );
  const equal = key.columns.map((own, index) => sql`${column(alias, own.name)} = k.${raw(`k${index}`)}`);
  const keys = sql`json_table(${parameter(key.captured)}, '$[*]' columns (${join(columns, ', ')})) as k`;
  const joined = sql`${keys} join ${tableName(table)} as ${name(alias)} on ${join(equal, ' and ')}`;
  return { source: { kind: 'derived', from: joined, alias }, link: [] };
}
