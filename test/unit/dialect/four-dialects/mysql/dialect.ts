import { fromWhere } from '../../../../../src/dialect/standard/chosen-rows.ts';
import type { Dialect } from '../../../../../src/sql/dialect.ts';
import { join, parameter, raw, sql, subquery } from '../../../../../src/sql/fragment.ts';
import type { RootQuery } from '../../../../../src/sql/query.ts';
import { notShown } from '../not-shown.ts';
import { conditions } from './conditions.ts';
import { rootConnection, rootRows } from './rows.ts';
import { writes } from './writes.ts';

/** As much of MySQL's SQL as the two operations ask. */
export const mysql = {
  name: 'MySQL',
  capabilities: { writes: true, routines: false, connections: true, lists: false, jsonPaths: false },
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions,
  operands: {
    column: (column) => column,
    sortKey: (column) => column,
    value: parameter,
    text: (text) => raw(`'${text}'`),
    scalar: (value, rows, atMostOne) =>
      subquery(sql`select ${value}${fromWhere(rows)}${raw(atMostOne ? '' : ' limit 1')}`),
    hash: () => notShown('hashes'),
    jsonPath: () => notShown('paths into JSON'),
    call: () => notShown('functions'),
    aggregate: () => notShown('groups'),
    groupKey: () => notShown('groups'),
  },
  read: (roots) => ({
    sql: join(roots.flatMap(rootMembers), sql` union all `),
    read: (result) =>
      roots.map((_, index) => {
        const texts = (result[0]?.rows ?? []).flatMap(([root, text]) => (root === `${index}` ? [text] : []));
        return `[${texts.join(',')}]`;
      }),
  }),
  readApart: () => notShown('facts beside an answer'),
  writes,
} satisfies Dialect;

function rootMembers(root: RootQuery, index: number) {
  switch (root.kind) {
    case 'list':
      return [rootRows(root.query, index)];
    case 'connection':
      return rootConnection(root.query, index);
    default:
      return notShown(root.kind);
  }
}
