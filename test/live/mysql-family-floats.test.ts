import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const numbers = [
  ...[0, 0.1, -0.3, -0.015, 1.005, 2.675, 33.335, -123.456789, 1234.5, 9999.99, 1.00000001, -0.00000015, 0.00000005],
  ...[1.2345678901234566e-7, -3.6425584334403305e-15, 5.903112505477765e-12, -1.7980310808821754e-30, 8.5e-6],
];

const types = ['double', 'float', 'double(15,8)', 'double(10,2)', 'float(7,2)', 'float(10,4)'];
const tables = types
  .map(
    (type, index) =>
      `create table t${index} (id int primary key auto_increment, v ${type});
      insert into t${index} (v) values ${numbers.map((number) => `(${number})`).join()};`,
  )
  .join('\n');

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const entities = Object.fromEntries(types.map((_, index) => [`T${index}`, { source: `t${index}`, permissions }]));

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'floating point numbers', () => {
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, 'floats', tables, { entities });
    });
    afterAll(() => served.close());

    const select = async (sql: string): Promise<readonly (readonly string[])[]> =>
      (await served.session.query({ sql, rowsAsArray: true }))[0] as never;

    /** Returns each value as the service prints it. */
    const read = async (index: number) => {
      const text = await served.graphql(`{ rows: t${index}s { id v } }`);
      return [...text.matchAll(/"id":(\d+),"v":([^}]*)}/g)].map(([, id = '', v = '']) => ({ id, v }));
    };

    test.each(types.map((type, index) => [type, index] as const))('%s: equal their own output', async (type, index) => {
      const scalar = type.startsWith('float') ? 'Single' : 'Float';
      const rows = await read(index);
      expect(rows.length).toBe(numbers.length);
      for (const { id, v } of rows) {
        const query = `query ($v: ${scalar}) { rows: t${index}s(filter: { v: { eq: $v } }) { id } }`;
        expect([v, await served.graphql(query, `{"v":${v}}`)]).toEqual([v, expect.stringContaining(`"id":${id}}`)]);
        const { body } = await served.rest.get(`T${index}`, { $filter: `v lt ${v} or v gt ${v}` });
        expect(body.value.map((item) => String(item.id))).not.toContain(id);
      }
    });

    test.each(types.map((type, index) => [type, index] as const))(
      '%s: appear on exactly one page',
      async (_, index) => {
        for (const direction of ['ASC', 'DESC']) {
          const seen: number[] = [];
          for (let cursor: string | null = null, hasMore = true; hasMore; ) {
            const page = `t${index}s_connection(orderBy: { v: ${direction} }, first: 1, after: $cursor)`;
            const query = `query ($cursor: String) { page: ${page} { items { id } endCursor hasNextPage } }`;
            const { data } = JSON.parse(await served.graphql(query, JSON.stringify({ cursor })));
            seen.push(...data.page.items.map(({ id }: { id: number }) => id));
            cursor = data.page.endCursor;
            hasMore = data.page.hasNextPage && seen.length < 2 * numbers.length;
          }
          expect(seen).toEqual((await select(`select id from t${index} order by v ${direction}, id`)).flat());
        }
      },
    );

    test.each(types.map((type, index) => [type, index] as const))(
      '%s: can be written back unchanged',
      async (_, index) => {
        const stored = `select cast(cast(v as double) as char(40)) from t${index} order by id`;
        const before = await select(stored);
        const headers = { 'content-type': 'application/json' };
        for (const { id, v } of await read(index)) {
          const { status } = await served.rest.fetch(`/api/T${index}/${id}`, {
            method: 'PATCH',
            headers,
            body: `{"v":${v}}`,
          });
          expect(status).toBe(200);
        }
        expect(await select(stored)).toEqual(before);
      },
    );

    test.each(types.map((type, index) => [type, index] as const))(
      '%s: have minimum and maximum with every digit',
      async (_, index) => {
        const functions = 'min(field: v) max(field: v) minimum { v } maximum { v }';
        const text = await served.graphql(
          `{ rows: t${index}s_connection { groupBy { aggregations { ${functions} } } } }`,
        );
        const [{ aggregations: row }] = JSON.parse(text).data.rows.groupBy;
        expect([row.min, row.max]).toEqual([row.minimum.v, row.maximum.v]);
        const stored = (value: number) => (types[index]?.startsWith('float') ? Math.fround(value) : value);
        const values = (await read(index)).map(({ v }) => stored(Number(v)));
        expect([row.min, row.max].map(stored)).toEqual([Math.min(...values), Math.max(...values)]);
      },
    );

    test('double: have every digit', async () => {
      expect((await read(0)).map(({ v }) => Number(v))).toEqual(numbers);
    });
  });
});
