import type { Dialect } from '../../../sql/dialect.ts';
import type { ApartRoot, RootQuery } from '../../../sql/query.ts';
import type { StatementSql } from '../../../sql/statement.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { capabilities } from './capabilities.ts';
import { conditions } from './conditions.ts';
import { operands } from './operands.ts';
import { connectionApart, rootConnection } from './root-connection.ts';
import { rootList, rootOne, rowApart } from './root-rows.ts';
import { type Root, readRoots, unionOf } from './roots.ts';
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

/** One statement that gives a row for each item of a list and for each object; see `unionOf`. */
function read(queries: readonly RootQuery[]): StatementSql<readonly (string | null)[]> {
  const roots = queries.map(rootOf);
  return { sql: unionOf(roots), read: readRoots(roots) };
}

/** The same, with the facts of the one root as columns or rows of their own. */
function readApart(root: ApartRoot): StatementSql<readonly (string | null)[]> {
  const apart = root.kind === 'one' ? rowApart(root.query, root.apart) : connectionApart(root.query);
  const readOne = readRoots([apart]);
  return { sql: unionOf([apart]), read: (result) => readOne(result).flat() };
}

function rootOf(root: RootQuery): Root {
  switch (root.kind) {
    case 'one':
      return rootOne(root.query);
    case 'list':
      return rootList(root.query);
    case 'connection':
      return rootConnection(root.query);
    case 'call':
      return neverOffered();
  }
}
