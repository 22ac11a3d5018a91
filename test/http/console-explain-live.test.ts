import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { ConsoleExplanation, ExplainRequest } from '../../src/server/console/console-data.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type RestAnswer, type ServedRest, serveRest } from './support/serve-rest.ts';
import { serveTables } from './support/serve-tables.ts';

let rest: ServedRest;
beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

const hasNoFunctions = ['mysql', 'mariadb'].includes(inject('server'));

const JSON_BODY = { 'content-type': 'application/json' };

const post = (path: string, body: unknown, role: string): Promise<RestAnswer> =>
  rest.fetch(path, { role, method: 'POST', headers: JSON_BODY, body: JSON.stringify(body) });

const explain = (request: ExplainRequest, role = 'anonymous'): Promise<RestAnswer> =>
  post('/console/explain.json', request, role);

const explained = async (request: ExplainRequest, role?: string): Promise<ConsoleExplanation> => {
  const { status, text, body } = await explain(request, role);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body as unknown as ConsoleExplanation;
};

describe('explain.json', () => {
  const query = 'query Named($total: Decimal!) { orders(filter: { total: { gt: $total } }, first: 2) { id } }';

  it('returns the plan, the SQL, and the bound values', async () => {
    const { plan, statements } = await explained({ query, variables: { total: 12.5 }, operationName: 'Named' });
    expect(plan).toMatchObject({ roots: [{ kind: 'list', key: 'orders' }] });
    expect(statements).toEqual([{ text: expect.stringContaining('orders'), values: expect.anything() }]);
    expect(statements[0]?.values.map(String)).toContain('12.5');
  });

  it("adds the database's plan, without running the query", async () => {
    const { statements } = await explained({ query, variables: { total: 12.5 }, database: true });
    const [statement] = statements;
    if (inject('server') === 'sqlserver') {
      expect(statement?.databaseError).toMatch(/not supported/);
      return;
    }
    expect(statement?.databasePlan).toMatch(/rows/);
    expect(statement?.databasePlan).not.toMatch(/actual time|r_total_time/);
  });

  it('explains connections, relationships, and several roots', async () => {
    const document = `{
      a: products_connection(filter: { category: { name: { contains: "a" } } }, orderBy: { price: DESC }, first: 2) {
        totalCount items { name suppliers(first: 1) { name } }
        groupBy(fields: [category_id]) { aggregations { count } }
      }
      b: order_by_pk(id: 1) { id orderDetails { quantity product { name } } }
    }`;
    const { statements } = await explained({ query: document, database: true });
    expect(statements).toHaveLength(1);
    expect(statements[0]?.databaseError === undefined).toBe(inject('server') !== 'sqlserver');
  });

  it.skipIf(hasNoFunctions)('never runs a function (the sample has none on MySQL and MariaDB)', async () => {
    const { statements } = await explained({
      query: '{ executeTopProducts(country: "NL") { product } }',
      database: true,
    });
    expect(statements).toEqual([
      {
        text: expect.anything(),
        values: expect.anything(),
        databaseError: expect.stringMatching(/function|supported/),
      },
    ]);
  });

  it('never runs a mutation', async () => {
    const mutation = 'mutation { deleteOrder(id: 1) { id } }';
    const { statements } = await explained({ query: mutation, database: true }, 'staff');
    expect(statements.length).toBeGreaterThan(0);
    for (const { databaseError } of statements) expect(databaseError).toEqual(expect.any(String));
    expect((await rest.fetch('/api/Order/1')).status).toBe(200);
  });

  it.each([
    ['an unknown field', { query: '{ orders { nothing } }' }, 400, 'InvalidField'],
    ['a syntax error', { query: '{' }, 400, 'BadRequest'],
    ['a missing variable', { query }, 400, 'BadRequest'],
    ['a forbidden field', { query: '{ employees { id } }' }, 403, 'Forbidden'],
    [
      'a document that is too deep',
      { query: `{ ${'categories { parent { '.repeat(1)}${'parent { '.repeat(12)}id${' }'.repeat(15)}` },
      400,
      'LimitExceeded',
    ],
    ['an invalid flag', { query: '{ orders { id } }', database: 'yes' }, 400, 'BadRequest'],
    ['no query', {}, 400, 'BadRequest'],
    ['a list', [], 400, 'BadRequest'],
    ['null', null, 400, 'BadRequest'],
  ])('rejects %s', async (_, body, status, code) => {
    const answer = await post('/console/explain.json', body, 'support');
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it('returns the reason if the database cannot explain the query', async () => {
    const permissions = [{ role: 'anonymous', actions: ['read'] }];
    const tables = await serveTables(
      'console_dropped',
      'create table used (id int primary key, n int); create view seen as select id, n from used;',
      { Used: { source: 'used', permissions }, Seen: { source: { object: 'seen', type: 'view' }, permissions } },
    );
    onTestFinished(() => tables.close());
    const send = async (query: string): Promise<Response> =>
      fetch(`${tables.origin}/console/explain.json`, {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify({ query, database: true }),
      });
    await tables.sql('drop view seen');
    const answer = await send('{ seens { id } }');
    const { statements } = (await answer.json()) as ConsoleExplanation;
    expect([answer.status, statements[0]?.databaseError]).toEqual([
      200,
      inject('server') === 'sqlserver' ? expect.any(String) : expect.stringMatching(/^The database cannot .*seen/),
    ]);
    await tables.sql('create view seen as select id, n from used');
    await tables.sql('alter table used add later int');
    expect((await send('{ useds { id } }')).status).toBe(200);
  });

  it('explains the documented query', async () => {
    const [, body = ''] = /explain\.json -H [^\n]*\n {2}-d '([^']*)'/.exec(readFileSync('docs/pages.md', 'utf8')) ?? [];
    const { statements } = await explained(JSON.parse(body));
    expect(statements).toHaveLength(1);
  });

  it.skipIf(inject('server') !== 'postgres')(
    'limits the time in which the database explains a query (other servers explain locked tables)',
    async () => {
      const tables = await serveTables(
        'console_lock',
        'create table used (id int primary key)',
        { Used: { source: 'used', permissions: [{ role: 'anonymous', actions: ['read'] }] } },
        { runtime: { limits: { 'request-timeout-ms': 2000 } } },
      );
      onTestFinished(() => tables.close());
      await tables.sql('begin');
      await tables.sql('lock table used in access exclusive mode');
      try {
        const response = await fetch(`${tables.origin}/console/explain.json`, {
          method: 'POST',
          headers: JSON_BODY,
          body: JSON.stringify({ query: '{ useds { id } }', database: true }),
        });
        expect([response.status, (await response.json()).error.code]).toEqual([504, 'DatabaseTimeout']);
      } finally {
        await tables.sql('rollback');
      }
      expect(await tables.data('{ useds { id } }')).toEqual({ useds: [] });
    },
  );
});
