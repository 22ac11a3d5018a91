import type { FieldType } from '../../model/model.ts';
import type { Dialect, RootQuery } from '../../sql/dialect.ts';
import { join, name, raw, type Sql, sql } from '../../sql/fragment.ts';
import { aggregate, groupKey } from './aggregate.ts';
import { capabilities } from './capabilities.ts';
import { changes } from './changes.ts';
import { connection } from './connection.ts';
import { hash } from './hash.ts';
import { call, isMidnight, jsonPath, value, values } from './operand.ts';
import { output } from './output.ts';
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
  among: (comparand, slot) => sql`${comparand} = any(${values(slot)})`,
  holds: (list, slot, all) => sql`${list} ${raw(all ? '@>' : '&&')} ${values(slot)}`,
  like: (comparand, pattern, anyCase) =>
    anyCase ? sql`lower(${comparand}) like lower(${pattern})` : sql`${comparand} like ${pattern}`,
  orderTerm,
  row,
  rows,
  connection,
  changes,
  routines,
  statement: (roots) =>
    sql`select ${join(
      roots.map((root, index) => sql`to_json(${rootValue(root)})::text as ${name(`${index}`)}`),
      ', ',
    )}`,
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

/**
 * What has no neutral type compares as its text, and a domain over an enum as the enum: there is no equality of its own. Lists,
 * unlike their elements, compare with those of the same type only.
 */
function comparand(column: Sql, type: FieldType): Sql {
  if (type.arrayAsJson === true) return sql`to_jsonb(${column})`;
  if (type.enumDomain === true) return sql`${column}::${raw(type.native)}`;
  if (type.list && isMidnight(type)) return sql`${column}::timestamp[]`;
  return type.asText ? sql`${column}::text` : column;
}
