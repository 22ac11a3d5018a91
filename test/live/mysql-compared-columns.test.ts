import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const collationsOn = (server: FamilyName): readonly string[] => [
  'latin1_swedish_ci',
  'latin1_general_cs',
  'cp1251_general_ci',
  'utf16_general_ci',
  'utf8mb3_general_ci',
  'utf8mb4_general_ci',
  'utf8mb4_unicode_ci',
  server === 'mysql' ? 'utf8mb4_0900_bin' : 'utf8mb4_nopad_bin',
];

/** The strings of each row, in a left and a right column of every collation. */
const ROWS = [
  ['a', 'a'],
  ['A', 'a'],
  ['b', 'a'],
  ['a', 'b'],
  ['a', 'a '],
  [null, 'a'],
  ['B', 'a'],
] as const;

const createTable = (collations: readonly string[]): string => {
  const columns = collations.flatMap((collation) => {
    const type = `varchar(9) character set ${collation.replace(/_.*$/, '')} collate ${collation}`;
    return [`left_${collation} ${type}`, `right_${collation} ${type}`];
  });
  const rows = ROWS.map(
    ([left, right], index) =>
      `(${index + 1}, ${collations.map(() => `${left === null ? 'null' : `'${left}'`}, '${right}'`).join(', ')})`,
  );
  return `create table pairs (id int primary key, ${columns.join(', ')}); insert into pairs values ${rows.join(', ')};`;
};

const permissions = [{ role: 'anonymous', actions: ['read'] }];

const keep = (test: (left: string, right: string) => boolean) =>
  ROWS.flatMap(([left, right], index) => (left !== null && test(left, right) ? [{ id: index + 1 }] : []));

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  const collations = collationsOn(server);
  const compared = collations.flatMap((left) =>
    collations.filter((right) => right !== left).map((right) => ({ left, right })),
  );
  describe.each(['exact', 'collation'] as const)('with text-equality %s', (equality) => {
    describeOn(server, 'two columns of different collations', () => {
      let served: Served;
      beforeAll(async () => {
        const relationships = Object.fromEntries(
          compared.map(({ left, right }) => [
            `${left}_to_${right}`,
            { hasMany: 'Pair', on: { [`left_${left}`]: `right_${right}` } },
          ]),
        );
        served = await serveOn(server, `mysql_compared_columns_${equality}`, createTable(collations), {
          'data-source': { 'text-equality': equality },
          entities: { Pair: { source: 'pairs', permissions, relationships } },
        });
      });
      afterAll(() => served?.close());

      test.each(compared)('are compared: $left and $right', async ({ left, right }) => {
        const byCodePoint = [left, right].some((collation) => collation.endsWith('_bin'));
        const sorted = (text: string) => (byCodePoint ? text : text.toLowerCase().trimEnd());
        const answers = [
          ['eq', keep((left, right) => left === right)],
          ['ne', keep((left, right) => left !== right)],
          ['gt', keep((left, right) => sorted(left) > sorted(right))],
          ['le', keep((left, right) => sorted(left) <= sorted(right))],
        ] as const;
        for (const [operator, value] of answers) {
          const $filter = `left_${left} ${operator} right_${right}`;
          const { status, body } = await served.rest.get('Pair', { $filter, $select: 'id', $orderby: 'id' });
          expect({ $filter, status, body }).toEqual({ $filter, status: 200, body: { value } });
        }
        const name = `${left}_to_${right}`;
        const { data } = JSON.parse(
          await served.graphql(`{ pairs(orderBy: { id: ASC }) { id ${name}(orderBy: { id: ASC }) { id } } }`),
        );
        const linked = (left: string | null) =>
          ROWS.flatMap(([, right], index) => (left === right ? [{ id: index + 1 }] : []));
        expect(data.pairs).toEqual(ROWS.map(([value], index) => ({ id: index + 1, [name]: linked(value) })));
      });
    });
  });
});
