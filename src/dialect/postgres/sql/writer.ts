import type { Dialect } from '../../../sql/dialect.ts';
import { join, name, type Sql, sql } from '../../../sql/fragment.ts';
import type { RootQuery } from '../../../sql/query.ts';
import { readApart } from './apart.ts';
import { capabilities } from './capabilities.ts';
import { conditions } from './conditions.ts';
import { connection } from './connection.ts';
import { operands } from './operands.ts';
import { readApartRow, readRoots } from './read-result.ts';
import { routineRows, routines } from './routines.ts';
import { row, rows } from './rows.ts';
import { writes } from './writes.ts';

/**
 * The SQL of PostgreSQL 14 and later. Each root is a column, and Node joins the texts of the roots. So their response
 * keys are not names in SQL, and the database need not build an object of all roots.
 */
export const postgres = {
  name: 'PostgreSQL',
  capabilities,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: { reusable: true, print: (position) => `$${position}` },
  conditions,
  operands,
  read: (roots) => ({
    sql: sql`select ${join(
      roots.map((root, index) => sql`pg_catalog.to_json(${rootValue(root)})::pg_catalog.text as ${name(`${index}`)}`),
      ', ',
    )}`,
    read: readRoots,
  }),
  readApart: (root) => ({ sql: readApart(root), read: readApartRow }),
  writes,
  routines,
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
      return routineRows(root.query);
  }
}
