import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config, Limits } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';
import { type Feature, server } from '../support/server.ts';
import { type Options, queryString, type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

const withLimits =
  (limits: Partial<Limits>) =>
  (config: Config): Config => ({
    ...config,
    runtime: { ...config.runtime, limits: { ...config.runtime.limits, ...limits } },
  });

/** Returns `manager($select=id;$expand=manager(…))` with this many nested managers. */
const managers = (levels: number): string =>
  `${'manager($select=id;$expand='.repeat(levels - 1)}manager($select=id)${')'.repeat(levels - 1)}`;

const lines = (count: number) => `orders($first=1000;$select=id;$expand=orderDetails($first=${count};$select=line_no))`;

/** Returns this many nested managers and reports in total, an even number, with all of their fields. */
function nestManagersAndReports(count: number): string {
  const below = (count - 2) / 2;
  const [left, right] = [2 * Math.ceil(below / 2), 2 * Math.floor(below / 2)];
  const inner = (some: number) => (some === 0 ? [] : [`$expand=${nestManagersAndReports(some)}`]);
  const withOptions = (name: string, options: readonly string[]) =>
    options.length === 0 ? name : `${name}(${options.join(';')})`;
  return `${withOptions('manager', inner(left))},${withOptions('reports', ['$first=1', ...inner(right)])}`;
}

const selected = (fields: number): Options => ({
  $select: 'id,first_name,last_name,email,title,manager_id,hired_on,salary,active'
    .split(',')
    .slice(0, fields)
    .join(','),
  $expand: nestManagersAndReports(166),
});

/** Returns a filter with this many comparisons and connectives. */
const nodes = (count: number) => Array.from({ length: count - 1 }, () => 'id eq 1').join(' or ');
const path = (hops: number) => `${'manager/'.repeat(hops)}id gt 0`;
const among = (count: number) => `id in (${Array.from({ length: count }, (_, index) => index).join(',')})`;
const parentheses = (levels: number) => `${'('.repeat(levels)}id eq 1${')'.repeat(levels)}`;
const inOrders = (filter: string) => ({ $select: 'id', $expand: `orders($select=id;$filter=${filter})` });

const containing = (length: number) => `contains(name, '${'x'.repeat(length)}')`;
/** Returns a selection that repeats a field this many times. */
const terms = (count: number) => Array.from({ length: count }, () => 'id').join(',');

/** A limit, a request just below it, and one just above it. */
const bounds: readonly (readonly [limit: string, path: string, under: Options, over: Options, ...needs: Feature[]])[] =
  [
    ['depth', 'Employee/9', { $select: 'id', $expand: managers(8) }, { $select: 'id', $expand: managers(9) }],
    [
      'depth',
      'Employee',
      { $select: 'id', $first: 1, $expand: managers(7) },
      { $select: 'id', $first: 1, $expand: managers(8) },
    ],
    ['depth', 'Employee', { $filter: path(10) }, { $filter: path(11) }],
    [
      'rows',
      'Customer',
      { $first: 1000, $select: 'id', $expand: lines(1) },
      { $first: 1000, $select: 'id', $expand: lines(2) },
    ],
    [
      'rows',
      'Customer',
      { $expand: 'orders($expand=orderDetails)', $select: 'id' },
      { $expand: 'orders($expand=orderDetails)', $select: 'id', $first: 101 },
    ],
    ['filter-nodes', 'Customer', { $filter: nodes(200) }, { $filter: nodes(201) }],
    ['filter-nodes', 'Customer/1', inOrders(nodes(200)), inOrders(nodes(201))],
    ['search-words', 'Sale', { $search: 'x '.repeat(30) }, { $search: 'x '.repeat(31) }],
    ['pattern-length', 'Sale', { $search: 'x'.repeat(2000) }, { $search: 'x'.repeat(2001) }],
    ['pattern-length', 'Customer', { $filter: containing(2000) }, { $filter: containing(2001) }],
    ['order-terms', 'Customer', { $orderby: terms(30) }, { $orderby: terms(31) }],
    ['depth', 'Employee', { $orderby: `${'manager/'.repeat(10)}id` }, { $orderby: `${'manager/'.repeat(11)}id` }],
    ['tokens', 'Customer', { $select: terms(2000) }, { $select: terms(2001) }],

    ['in-values', 'Customer', { $filter: among(1000) }, { $filter: among(1001) }],
    ['in-values', 'Customer/1', inOrders(among(1000)), inOrders(among(1001))],
    ['nesting', 'Customer', { $filter: parentheses(100) }, { $filter: parentheses(101) }],
    ['nesting', 'Customer/1', inOrders(parentheses(99)), inOrders(parentheses(100))],
    ['max-page-size', 'Customer', { $first: 1000, $select: 'id' }, { $first: 1001, $select: 'id' }],
    ['max-page-size', 'Customer', { $last: 1000, $select: 'id' }, { $last: 1001, $select: 'id' }],
    [
      'max-page-size',
      'Customer/1',
      { $select: 'id', $expand: 'orders($first=1000)' },
      { $select: 'id', $expand: 'orders($first=1001)' },
    ],
    ['fields', 'Employee/1', selected(6), selected(7), 'largeStatements'],
  ];

describe('limits of a REST request', () => {
  for (const [limit, where, under, over, ...needs] of bounds) {
    it.skipIf(!server.has(...needs))(
      `${limit} of ${where}: accepts a request below the limit and rejects one above it by name`,
      async () => {
        const answered = await rest.get(where, under);
        expect([answered.status, answered.body.error]).toEqual([200, undefined]);
        const work = countWork(rest.application);
        const { status, body } = await rest.get(where, over);
        expect({ status, code: body.error.code, details: body.error.details }).toEqual({
          status: 400,
          code: 'LimitExceeded',
          details: expect.objectContaining({ limit, max: expect.any(Number) }),
        });
        expect(body.error.message).toMatch(/\. [A-Z]\w+/);
        expect(work.statements).toBe(0);
      },
    );
  }

  it('cost: counts the selection at every level', async () => {
    const served = await serveRest(await bootShop({ change: withLimits({ cost: 85 }) }));
    const names = served.application.model.byName.get('Customer')?.fields.map(({ name }) => name) ?? [];
    const outcomes: string[] = [];
    for (const [index] of names.entries()) {
      const $select = names.slice(0, index + 1).join(',');
      const { status, body } = await served.get('Customer/1', {
        $select,
        $expand: 'orders($first=9;$select=id,total)',
      });
      outcomes.push(status === 200 ? 'answered' : `${body.error.code} ${body.error.details?.limit}`);
    }
    await served.close();
    const over = outcomes.indexOf('LimitExceeded cost');
    expect(over).toBeGreaterThan(1);
    expect(outcomes).toEqual(names.map((_, index) => (index < over ? 'answered' : 'LimitExceeded cost')));
  });

  it('response: counts the bytes of the whole body', async () => {
    for (const [where, options] of [
      ['Customer/1', {}],
      ['Customer', { $filter: "city eq 'Århus'", $first: 2 }],
    ] as const) {
      const size = Buffer.byteLength((await rest.get(where, options)).text);
      for (const [response, status] of [
        [size, 200],
        [size - 1, 400],
      ] as const) {
        const served = await serveRest(await bootShop({ change: withLimits({ responseBytes: response }) }));
        // Both hosts must have the same length, because the links contain them.
        const origin = new URL(rest.origin).host;
        const answer = await served.get(where, options, { headers: { host: origin } });
        await served.close();
        expect([answer.status, answer.body.error?.details]).toEqual([
          status,
          status === 200 ? undefined : { limit: 'response-bytes', max: response },
        ]);
      }
    }
  });

  it('url: counts the bytes of path and query', async () => {
    const url = (length: number) => {
      const start = `/api/Customer/1${queryString({ $select: 'id' })}`;
      return start + '&'.repeat(length - start.length);
    };
    expect((await rest.fetch(url(16_384))).status).toBe(200);
    const { status, body } = await rest.fetch(url(16_385));
    expect([status, body.error.code, body.error.details]).toEqual([
      414,
      'LimitExceeded',
      { limit: 'url-bytes', max: 16_384 },
    ]);
  });

  it('allow three nested lists of the default page size; a fourth needs $first', async () => {
    const expand = (inner: string) => `orders($select=id;$expand=orderDetails($select=line_no${inner}))`;
    expect((await rest.get('Customer', { $select: 'id', $expand: expand('') })).status).toBe(200);
    const fourth = ';$expand=product($select=id;$expand=suppliers($select=id))';
    const refused = await rest.get('Customer', { $select: 'id', $expand: expand(fourth) });
    expect(refused.body.error.details).toEqual({ limit: 'rows', max: 1_000_000 });
    expect((await rest.get('Customer', { $select: 'id', $first: 1, $expand: expand(fourth) })).status).toBe(200);
  });

  it('are checked on every call, with or without a cached plan', async () => {
    const statusOf = async (count: number) =>
      (await rest.get('Customer', { $select: 'id', $filter: among(count) })).status;
    expect([await statusOf(5), await statusOf(1000), await statusOf(1001), await statusOf(6)]).toEqual([
      200, 200, 400, 200,
    ]);
  });
});
