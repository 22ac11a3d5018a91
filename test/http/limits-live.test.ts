import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';

/** Returns `{ employees { manager { manager { id } } } }` with this many levels of fields. */
const deep = (levels: number) => {
  const inner = levels - 2;
  return `{ employees(first: 1) { ${'manager { '.repeat(inner)}id${' }'.repeat(inner)} } }`;
};
const aliased = (count: number) =>
  `{ customers(first: 1) { ${Array.from({ length: count }, (_, n) => `a${n}: id`).join(' ')} } }`;
const directed = (count: number) => `{ customers(first: 1) { ${'id @include(if: true) '.repeat(count)} } }`;
/** Returns two lists of numbers with this many tokens in total; 24 of them are outside the lists. */
const tokens = (count: number) =>
  `{ customers(filter: { id: { in: [${'1 '.repeat(980)}] nin: [${'2 '.repeat(count - 24 - 980)}] } }) { id } }`;
const filtered = (nodes: number) =>
  `{ customers(first: 1, filter: { or: [${'{ id: { eq: 1 } } '.repeat(nodes - 1)}] }) { id } }`;
const nested = (innermost: number) =>
  `{ customers(first: 100) { orders(first: 100) { orderDetails(first: 100) { product { suppliers(first: ${innermost}) { id } } } } } }`;

/** Returns a filter through this many nested relationships. */
const chained = (hops: number) =>
  `{ employees(first: 1, filter: ${'{ manager: '.repeat(hops)}{ id: { gt: 0 } }${' }'.repeat(hops)}) { id } }`;

/** Returns nested lists of the fields of types. */
const introspected = (lists: number) =>
  `{ __type(name: "Order") { ${'fields { type { '.repeat(lists)}name${' } }'.repeat(lists)} } }`;

const bounds: readonly (readonly [limit: string, under: string, over: string])[] = [
  ['depth', deep(10), deep(11)],
  ['aliases', aliased(30), aliased(31)],
  ['directives', directed(50), directed(51)],
  ['tokens', tokens(2000), tokens(2001)],
  ['filter-nodes', filtered(200), filtered(201)],
  ['rows', nested(1), nested(2)],
  ['depth', chained(10), chained(11)],
  ['introspection', introspected(2), introspected(3)],
];

describe('limits of a document', () => {
  let server: ReturnType<typeof createServer>;
  let url: string;
  beforeAll(async () => {
    server = createServer(await bootShop(), pino({ level: 'silent' }));
    url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
  });
  afterAll(() => server.close());

  const request = async (query: string, variables = {}) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, body: await response.json() };
  };

  it.each(bounds)(
    '%s: accepts a document below the limit and rejects one above it by name',
    async (limit, under, over) => {
      expect(await request(under)).toMatchObject({ status: 200, body: { data: {} } });
      const refused = await request(over);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'LimitExceeded' } }] } });
      const { message, extensions } = refused.body.errors[0];
      expect(JSON.stringify(extensions.details ?? message)).toContain(limit);
      // The message names the limit and the change to make.
      expect(message).toMatch(/\. [A-Z]\w+/);
      expect(refused.body).not.toHaveProperty('data');
    },
  );

  it('rows: counts page sizes from variables on every call, with or without a cached plan', async () => {
    const query =
      'query ($n: Int!) { customers(first: 1000) { orders(first: 1000) { orderDetails(first: $n) { line_no } } } }';
    expect((await request(query, { n: 1 })).status).toBe(200);
    const refused = await request(query, { n: 2 });
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'LimitExceeded',
      details: { limit: 'rows', max: 1_000_000 },
    });
    expect((await request(query, { n: 1 })).status).toBe(200);
  });

  it('allow three nested lists of the default page size; a fourth needs "first"', async () => {
    expect((await request('{ customers { orders { orderDetails { line_no } } } }')).status).toBe(200);
    const four = await request('{ customers { orders { orderDetails { product { suppliers { id } } } } } }');
    expect(four.body.errors[0].extensions.code).toBe('LimitExceeded');
  });

  it('apply to the expanded fragments, in any order of definition', async () => {
    const hidden = `{ employees(first: 1) { ...A } } fragment A on Employee { ${'manager { '.repeat(9)}id${' }'.repeat(9)} }`;
    expect((await request(hidden)).body.errors[0].extensions.code).toBe('LimitExceeded');
    const cycle =
      '{ employees { ...A } } fragment A on Employee { manager { ...B } } fragment B on Employee { manager { ...A } }';
    expect((await request(cycle)).status).toBe(400);
    const bomb = `{ employees(first: 1) { ...F0 } } ${Array.from({ length: 25 }, (_, n) => `fragment F${n} on Employee { a${n}: manager { ...F${n + 1} } b${n}: manager { ...F${n + 1} } }`).join(' ')} fragment F25 on Employee { id }`;
    expect((await request(bomb)).body.errors[0].extensions.code).toBe('LimitExceeded');
  });

  it('reject variables nested deeper than any filter', async () => {
    const query = 'query ($f: OrderFilterInput) { orders(filter: $f, first: 1) { id } }';
    for (const levels of [300, 1000, 60_000]) {
      const body = `{"query":${JSON.stringify(query)},"variables":{"f":${'{"not":'.repeat(levels)}{"id":{"eq":1}}${'}'.repeat(levels)}}}`;
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      expect(errors[0]?.extensions.code).toBe('LimitExceeded');
    }
  });
});
