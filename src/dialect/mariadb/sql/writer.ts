import { invariant } from '../../../base/invariant.ts';
import type { Dialect, RootQuery, StatementSql } from '../../../sql/dialect.ts';
import { join, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { among } from './among.ts';
import { capabilities } from './capabilities.ts';
import { glueRoots } from './glue-roots.ts';
import { hash } from './hash.ts';
import { call, value } from './operand.ts';
import { comparand, output, text } from './output.ts';
import { orderTerm, rootOne, rootRows, row, rows } from './rows.ts';
import { warningsRow } from './warnings.ts';

/** The SQL of MariaDB 10.6 and later. */
export const mariadb = {
  name: 'MariaDB',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  output,
  hash,
  text,
  comparand,
  // Beyond a subquery only the label of an enum is left, which would sort as text.
  sortKey: (column, type) => (type.enum === undefined ? comparand(column, type) : sql`${column} + 0`),
  value,
  call,
  isNull: (comparand, _type, negated) => sql`${comparand} is ${raw(negated ? 'not null' : 'null')}`,
  unknown: raw('null'),
  among,
  like: (comparand, pattern, anyCase) =>
    anyCase ? sql`lower(${comparand}) like lower(${pattern})` : sql`${comparand} like ${pattern}`,
  orderTerm,
  row,
  rows,
  holds: () => neverOffered(),
  fullText: () => neverOffered(),
  aggregate: () => neverOffered(),
  groupKey: () => neverOffered(),
  jsonPath: () => neverOffered(),
  connection: () => neverOffered(),
  statement,
} satisfies Dialect;

/** A row for each item of a list and for each object: the number of its root, as text, and its JSON. */
function statement(roots: readonly RootQuery[]): StatementSql<readonly (string | null)[]> {
  const members = roots.map((root, index) => rootMember(root, raw(`'${index}'`)));
  return {
    sql: join([...members, warningsRow], ' union all '),
    read: glueRoots(roots.map(({ kind }) => (kind === 'list' ? 'list' : 'one'))),
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

function neverOffered(): never {
  invariant(false, 'the compiler refuses what is not offered');
}
