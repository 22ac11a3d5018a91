import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const ROWS = 20_000;

/** One row in five has no day; each day occurs several times. */
const tables = `
  set session cte_max_recursion_depth = 100000;
  create table visits (id int primary key, day date, note varchar(9), mark int, index by_day (day), index by_mark (mark desc), index by_note (note, day));
  insert into visits select n, if(n % 5 = 0, null, date_add('2000-01-01', interval (n * 7919) % 5000 day)), if(n % 3, 'x', null), if(n % 7 = 0, null, n % 1000)
    from (with recursive s (n) as (select 1 union all select n + 1 from s where n < ${ROWS}) select n from s) s;
  analyze table visits;`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

/** Orders with NULL as the largest value, and the expected rows. */
const orders: readonly (readonly [order: string, sql: string])[] = [
  ['{ day: ASC }', 'day is null, day, id'],
  ['[{ day: DESC }, { id: DESC }]', 'day is null desc, day desc, id desc'],
  ['{ mark: DESC }', 'mark is null desc, mark desc, id'],
  ['[{ mark: ASC }, { id: DESC }]', 'mark is null, mark, id desc'],
];

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'an order in which NULL is the largest', () => {
    let served: Served;
    beforeAll(async () => {
      const sql = server === 'mysql' ? tables : tables.replace('cte_max_recursion_depth', 'max_recursive_iterations');
      served = await serveOn(server, 'mysql_null_order', sql, {
        entities: { Visit: { source: 'visits', permissions } },
      });
    });
    afterAll(() => served.close());

    const traditional = server === 'mysql' ? 'explain format = traditional' : 'explain';

    const explain = (text: string) => {
      const identity = { role: 'anonymous', claims: {} };
      const [statement] = served.rest.application.explain({
        ...{ document: parse(text), operationName: undefined, variables: {}, identity },
      }).statements;
      return { text: statement?.text ?? '', values: [...(statement?.values ?? [])] };
    };

    /** Returns the number of rows that the server reads for the statement of a query. */
    const reads = async (query: string): Promise<number> => {
      const { text, values } = explain(query);
      await served.session.query('flush status');
      await served.session.query(text, values);
      const [rows] = await served.session.query("show session status like 'handler_read%'");
      return (rows as { Value: string }[]).reduce((sum, { Value }) => sum + Number(Value), 0);
    };

    interface Page {
      readonly items: readonly { readonly id: number }[];
      readonly endCursor: string;
      readonly startCursor: string;
      readonly hasNextPage: boolean;
    }

    const pageQuery = (args: string): string =>
      `{ x: visits_connection(${args}) { items { id } startCursor endCursor hasNextPage } }`;

    const page = async (args: string): Promise<Page> => {
      const { data, errors } = JSON.parse(await served.graphql(pageQuery(args)));
      expect(errors).toBeUndefined();
      return data.x;
    };
    const idsOf = ({ items }: Page): readonly number[] => items.map(({ id }) => id);

    test.each(orders)('%s is read from an index at any page', async (order, sql) => {
      const [rows] = await served.session.query(`select id from visits order by ${sql}`);
      const all = (rows as { id: number }[]).map(({ id }) => id);
      // Only MariaDB reads an index with mixed directions backward.
      const hasOneDirection = !order.includes('mark: ASC');
      const nulls = ROWS / (sql.startsWith('day') ? 5 : 7);
      const border = sql.includes('is null desc') ? Math.floor(nulls) : ROWS - Math.floor(nulls);
      for (const start of [0, 40, border - 10, border - 20, border, ROWS - 25]) {
        const offset = start === 0 ? undefined : await page(`orderBy: ${order}, first: 1, offset: ${start - 1}`);
        const after = offset === undefined ? '' : `, after: ${JSON.stringify(offset.endCursor)}`;
        const args = `orderBy: ${order}, first: 20${after}`;
        const found = await page(args);
        expect([start, idsOf(found)]).toEqual([start, all.slice(start, start + 20)]);
        // MySQL may sort all NULL rows if the page has rows of both halves.
        const most = server === 'mysql' && start <= border && start + 21 > border ? nulls + 400 : 400;
        const readCount = hasOneDirection || server === 'mariadb' ? await reads(pageQuery(args)) : 0;
        expect([start, readCount, readCount < most]).toEqual([start, readCount, true]);
        const back = await page(`orderBy: ${order}, last: 15, before: ${JSON.stringify(found.endCursor)}`);
        expect([start, idsOf(back)]).toEqual([start, all.slice(Math.max(0, start + 4), start + 19)]);
      }
      const list = JSON.parse(
        await served.graphql(`query ($n: Int) { visits(first: $n, orderBy: ${order}) { id } }`, '{"n":30}'),
      );
      expect(list.data.visits.map(({ id }: { id: number }) => id)).toEqual(all.slice(0, 30));
    });

    test('"explain" names the index for both halves', async () => {
      const list = '{ visits(first: 20, orderBy: { day: ASC }) { id } }';
      expect(JSON.parse(await served.graphql(list)).data.visits).toHaveLength(20);
      const { text, values } = explain(list);
      const [rows] = await served.session.query(`${traditional} ${text}`, values);
      const used = (rows as { table: string; key: string | null; Extra: string }[]).filter(
        ({ key }) => key === 'by_day',
      );
      expect(used).toHaveLength(2);
      expect(used.map(({ Extra }) => Extra).join()).not.toContain('filesort');
    });

    test('sorts rows if no index has the order', async () => {
      const [rows] = await served.session.query(
        'select id from visits order by day is null desc, day desc, id limit 25',
      );
      expect(idsOf(await page('orderBy: { day: DESC }, first: 25'))).toEqual(
        (rows as { id: number }[]).map(({ id }) => id),
      );
    });
  });
});
