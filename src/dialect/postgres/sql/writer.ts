import type { FieldType } from '../../../model/model.ts';
import type { Dialect, RootQuery } from '../../../sql/dialect.ts';
import { join, name, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { aggregate, groupKey } from './aggregate.ts';
import { capabilities } from './capabilities.ts';
import { changes } from './changes.ts';
import { connection } from './connection.ts';
import { hash } from './hash.ts';
import { among, call, isMidnight, jsonPath, value, values } from './operand.ts';
import { output } from './output.ts';
import { readRoots } from './read-result.ts';
import { routines } from './routines.ts';
import { orderTerm, row, rows } from './rows.ts';
import { text } from './text.ts';

/** The SQL of PostgreSQL 14 and later. */
export const postgres = {
  name: 'PostgreSQL',
  capabilities,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: { reusable: true, print: (position) => `$${position}` },
  output,
  hash,
  text,
  comparand,
  sortKey: comparand,
  value,
  aggregate,
  groupKey,
  call,
  jsonPath,
  unknown: raw('null::boolean'),
  among,
  // To IS NULL a row of NULLs is NULL, too.
  isNull: (comparand, type, negated) =>
    type.composite === true
      ? sql`num_nulls(${comparand}) = ${raw(negated ? '0' : '1')}`
      : sql`${comparand} is ${raw(negated ? 'not null' : 'null')}`,
  holds: (list, slot, all) => sql`${list} ${raw(all ? '@>' : '&&')} ${values(slot)}`,
  like: (comparand, pattern, anyCase) =>
    anyCase ? sql`lower(${comparand}) like lower(${pattern})` : sql`${comparand} like ${pattern}`,
  fullText: (document, words) => sql`${document} @@ websearch_to_tsquery(${parameter(words)})`,
  orderTerm,
  row,
  rows,
  connection,
  changes,
  routines,
  statement: (roots) => ({
    sql: sql`select ${join(
      roots.map((root, index) => sql`to_json(${rootValue(root)})::text as ${name(`${index}`)}`),
      ', ',
    )}`,
    read: readRoots,
  }),
} satisfies Dialect;

function rootValue(root: RootQuery): Sql {
  switch (root.kind) {
    case 'one':
      return row(root.query);
    case 'list':
      return rows(root.query);
    case 'connection':
      return connection(root.query);
    case 'call':
      return routines.rows(root.query);
  }
}

/** A domain may have no operators of its own. Lists, unlike their elements, compare with those of the same type only. */
function comparand(column: Sql, type: FieldType): Sql {
  if (type.arrayAsJson === true) return sql`to_jsonb(${column})`;
  if (type.domain === true) return sql`${column}::${raw(type.native)}`;
  return type.list && isMidnight(type) ? sql`${column}::timestamp[]` : column;
}
