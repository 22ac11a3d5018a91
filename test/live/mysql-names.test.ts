import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

/** Names that need quoting; each is a table with a column of that name. */
const odd = [
  'select',
  'a `quoted` name',
  'with blank',
  'dot.ted',
  "it's",
  'say "so"',
  'back\\slash',
  'question?',
  'naïve 日本',
  'pg_class',
  'information_schema',
  'x'.repeat(64),
  'percent%s {0} $1 :name',
];
const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const tables = `${odd
  .map((name, index) => {
    const table = quote(name);
    return `create table ${table} (${table} int auto_increment primary key, ${quote('order')} varchar(20), parent int,
        constraint ${quote(`c${index} \`odd\` ${'y'.repeat(40)}`)} unique (${quote('order')}), constraint ${quote(`f${index}'s "odd"`)} foreign key (parent) references ${table} (${table}));
      insert into ${table} values (1, 'one', null), (2, 'two', 1);`;
  })
  .join('\n')}
  create table Cased (id int primary key, what varchar(9)); insert into Cased values (1, 'upper');
  create table cased (id int primary key, what varchar(9)); insert into cased values (1, 'lower');`;

const entities = {
  ...Object.fromEntries(
    odd.map((name, index) => [
      `Odd${index}`,
      {
        source: quote(name),
        fields: [
          { name, alias: 'key' },
          { name: 'order', alias: 'word' },
        ],
        permissions,
        relationships: { above: { belongsTo: `Odd${index}` }, below: { hasMany: `Odd${index}` } },
      },
    ]),
  ),
  Upper: { source: 'Cased', permissions },
  Lower: { source: 'cased', permissions },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'names of tables and columns', () => {
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, 'mysql `odd` names', tables, { entities });
    });
    afterAll(async () => {
      expect(served.rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await served.close();
    });

    test.each(odd.map((name, index) => [name, index] as const))('work in all requests: %s', async (_name, index) => {
      const [entity, list] = [`Odd${index}`, `odd${index}s`];
      const query = async (document: string) => JSON.parse(await served.graphql(document));
      expect(
        await query(
          `{ ${list}(orderBy: { word: DESC }, filter: { word: { nin: ["x"] } }) { key word above { key } below { key } } }`,
        ),
      ).toEqual({
        data: {
          [list]: [
            { key: 2, word: 'two', above: { key: 1 }, below: [] },
            { key: 1, word: 'one', above: null, below: [{ key: 2 }] },
          ],
        },
      });
      expect(
        await query(
          `{ x: ${list}_connection(first: 1) { endCursor items { key } groupBy(fields: [word]) { fields { word } } } }`,
        ),
      ).toMatchObject({
        data: { x: { items: [{ key: 1 }], groupBy: [{ fields: { word: 'one' } }, { fields: { word: 'two' } }] } },
      });
      const created = await query(
        `mutation { x: create${entity}(item: { word: "new", above: { word: "over" } }) { word above { word below { word } } } }`,
      );
      expect(created).toEqual({ data: { x: { word: 'new', above: { word: 'over', below: [{ word: 'new' }] } } } });
      const { errors: taken } = await query(`mutation { create${entity}(item: { word: "one" }) { key } }`);
      expect(taken[0].extensions).toMatchObject({
        code: 'Conflict',
        details: { entity, constraint: `c${index} \`odd\` ${'y'.repeat(40)}`, fields: ['word'] },
      });
      const { errors: held } = await query(`mutation { delete${entity}(key: 1) { key } }`);
      expect(held[0].extensions).toMatchObject({
        code: 'ConstraintViolated',
        details: { entity, constraint: `f${index}'s "odd"`, fields: ['parent'] },
      });
      const headers = { 'content-type': 'application/json' };
      const patched = await served.rest.get(
        `${entity}/key/2`,
        {},
        { method: 'PATCH', headers, body: '{"word":"patched"}' },
      );
      expect(patched.body).toMatchObject({ key: 2, word: 'patched' });
      expect((await served.rest.get(`${entity}/2`, {}, { method: 'DELETE' })).status).toBe(204);
    });

    test('are distinct if they differ by case only', async () => {
      expect(await served.graphql('{ uppers { what } lowers { what } }')).toBe(
        '{"data":{"uppers":[{"what":"upper"}],"lowers":[{"what":"lower"}]}}',
      );
    });
  });
});
