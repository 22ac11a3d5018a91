import type { Dialect } from '../../../../../src/sql/dialect.ts';
import { join, name, type Sql, sql } from '../../../../../src/sql/fragment.ts';
import type { RootQuery } from '../../../../../src/sql/query.ts';
import { notShown } from '../not-shown.ts';
import { batch } from './batch.ts';
import { conditions } from './conditions.ts';
import { connection, row, rows } from './rows.ts';
import { operands } from './values.ts';

/** As much of T-SQL as the two operations ask. */
export const sqlserver = {
  name: 'SQL Server',
  capabilities: { writes: true, routines: false, connections: true, lists: false, jsonPaths: false },
  quote: (identifier) => `[${identifier.replaceAll(']', ']]')}]`,
  placeholder: { reusable: true, print: (position) => `@p${position - 1}` },
  conditions,
  operands,
  read: (roots) => ({
    sql: sql`select ${join(
      roots.map((root, index) => sql`${rootValue(root)} as ${name(`${index}`)}`),
      ', ',
    )}`,
    read: ([set]) => set?.rows[0] ?? [],
  }),
  readApart: () => notShown('facts beside an answer'),
  writes: {
    // OUTPUT shows rows before their triggers, and takes no subquery.
    name: (_, aliases) => ({ touched: aliases.next(), asked: aliases.next() }),
    returns: () => ({ captures: 'columns', values: 'nothing', check: 'nothing' }),
    write: () => notShown('single steps'),
    reread: () => notShown('single steps'),
    requests: (steps) => [batch(steps)],
    mayAskWritten: true,
    leavesOutLateTaken: true,
    maxParameters: 2098,
  },
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
      return notShown('routines');
  }
}
