import type { Dialect } from '../../../sql/dialect.ts';
import { clause, join, raw, type Sql } from '../../../sql/fragment.ts';
import type { ApartRoot, RootQuery } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import { capabilities } from './capabilities.ts';
import { conditions, neverOffered } from './conditions.ts';
import { glueRoots, readApartRow } from './glue-roots.ts';
import { operands } from './operands.ts';
import { rootOne, rootRows } from './rows.ts';
import { warningsRow } from './warnings.ts';
import { writes } from './writes.ts';

/** The SQL of MariaDB 10.6 and later. */
export const mariadb = {
  name: 'MariaDB',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions,
  operands,
  read,
  readApart,
  writes,
} satisfies Dialect;

/** A row for each item of a list and for each object: the number of its root, as text, and its JSON. */
function read(roots: readonly RootQuery[]): StatementSql<readonly (string | null)[]> {
  const members = roots.map((root, index) => rootMember(root, raw(`'${index}'`)));
  return {
    sql: join([...members, warningsRow(1)], clause('union all')),
    read: glueRoots(roots.map(({ kind }) => (kind === 'list' ? 'list' : 'one'))),
  };
}

/** One row: the JSON of the root, and its facts behind it. */
function readApart(root: ApartRoot): StatementSql<readonly (string | null)[]> {
  if (root.kind === 'connection') return neverOffered();
  const { query, apart } = root;
  return {
    sql: join([rootOne(query, raw("'0'"), apart), warningsRow(1 + apart.length)], clause('union all')),
    read: readApartRow,
  };
}

function rootMember(root: RootQuery, index: Sql): Sql {
  switch (root.kind) {
    case 'one':
      return rootOne(root.query, index);
    case 'list':
      return rootRows(root.query, index);
    case 'connection':
    case 'call':
      return neverOffered();
  }
}
