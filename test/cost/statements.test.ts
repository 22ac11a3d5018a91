import { parse, validate } from 'graphql';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork, type Work } from '../support/count-work.ts';
import { codeOf, dataText, runDocument } from '../support/run-document.ts';
import { server } from '../support/server.ts';
import { shopUrl } from '../support/servers.ts';
import { upTo } from './boot-tapped.ts';
import { readTexts } from './read-texts.ts';
import { type Tap, tapWire } from './tap-wire.ts';

const SESSIONS = 4;

/**
 * Several root fields, four levels, a relationship under two aliases, fragments, directives, and filters across
 * relationships.
 */
const text = `
  query Everything(
    $countries: [String], $word: String, $first: Int = 3, $after: String, $id: Int!, $min: Decimal, $more: Boolean!
  ) {
    people: customers(
      filter: { country: { in: $countries }, orders: { some: { orderDetails: { every: { quantity: { gte: 1 } } } } } }
      orderBy: [{ accountManager: { last_name: DESC } }, { name: ASC }]
      first: $first
    ) { ...Person }
    page: products_connection(filter: { name: { icontains: $word } }, orderBy: { price: DESC }, first: $first, after: $after) {
      items { name price suppliers(first: 2) { name } ... @include(if: $more) { category { parent { name } } } }
      totalCount hasNextPage hasPreviousPage startCursor endCursor
    }
    one: order_by_pk(id: $id) { id status customer { name } }
    none: orders(filter: { customer: { name: { eq: "nobody at all" } } }) { id }
    sales(first: 1) { month country customers(first: 1) { name } }
  }
  fragment Person on Customer {
    __typename
    name
    recent: orders(orderBy: { placed_at: DESC }, first: 2) { ...Lines }
    large: orders(filter: { total: { gte: $min } }, first: 2) { ...Lines total }
    orders_connection(first: 1) { totalCount items { employee { manager { last_name } } } }
  }
  fragment Lines on Order { id orderDetails(first: 2) { line_no product { name category { name } } } }
`;
const document = parse(text);

const values = {
  countries: ['DE', 'NL', 'FR', 'GB', 'US', 'BE'],
  word: 'e',
  first: 3,
  id: 1,
  min: '10.5',
  more: true,
};

describe('a GraphQL operation', () => {
  let tap: Tap;
  let app: Application;
  let work: Readonly<Work>;

  beforeAll(async () => {
    tap = await tapWire(shopUrl(inject('server')));
    app = await bootShop({
      change: (config) => ({
        ...config,
        dataSource: {
          ...config.dataSource,
          connectionString: tap.connectionString,
          pool: { ...config.dataSource.pool, max: SESSIONS, changes: 1 },
        },
      }),
    });
    work = countWork(app);
    expect(validate(app.schema, document)).toEqual([]);
  });
  afterAll(async () => {
    await app.close();
    tap.close();
  });
  beforeEach(() => {
    tap.messages.length = 0;
  });

  const plans = (): number => work.plans;
  /** Statements that the server ran. */
  const statements = () => tap.messages.filter(({ kind }) => kind === 'execute' || kind === 'query');
  const parsed = () => tap.messages.filter((message) => message.kind === 'parse');

  it('sends exactly one statement and counts it', async () => {
    const before = { ...work };
    const data = JSON.parse(dataText(await runDocument(app, document, { variables: values })));
    expect(statements()).toHaveLength(1);
    expect(work).toEqual({ plans: before.plans + 1, statements: before.statements + 1 });
    expect(Object.keys(data)).toEqual(['people', 'page', 'one', 'none', 'sales']);
    expect(data.people).toHaveLength(3);
    expect(data.people[0].recent[0].orderDetails[0].product).toHaveProperty('category');
    expect(data.page.items[0].category).toHaveProperty('parent');
  });

  it('is neither planned nor prepared again for other values of the same shape', async () => {
    // A statement is prepared from its third use.
    for (const _ of upTo(2)) await runDocument(app, document, { variables: values });
    const known = plans();
    const first = await runDocument(app, document, { variables: values });
    tap.messages.length = 0;
    const other = { ...values, countries: ['US'], word: 'a', first: 1, id: 2, min: '900.00' };
    const second = await runDocument(app, document, { variables: other });
    expect(plans()).toBe(known);
    expect(statements()).toHaveLength(1);
    expect(parsed()).toEqual([]);
    expect(dataText(second)).not.toBe(dataText(first));
    expect(JSON.parse(dataText(second)).one.id).toBe(2);
  });

  it('is planned again for a different shape', async () => {
    await runDocument(app, document, { variables: values });
    const known = plans();
    await runDocument(app, document, { variables: { ...values, more: false } });
    expect(plans()).toBe(known + 1);
    await runDocument(app, document, { variables: { ...values, min: null } });
    expect(plans()).toBe(known + 2);
  });

  it('sends no statement for introspection', async () => {
    const before = work.statements;
    expect(codeOf(await runDocument(app, '{ __typename __schema { queryType { name } } }'))).toBe('answered');
    expect(statements()).toEqual([]);
    expect(work.statements).toBe(before);
  });

  describe('value checks of a cached plan', () => {
    const cursorOf = async (order: string): Promise<string> =>
      JSON.parse(dataText(await runDocument(app, `{ products_connection(orderBy: { ${order} }) { endCursor } }`)))
        .products_connection.endCursor;

    it.each([
      ['a page that is too long', { first: 1001 }, 'LimitExceeded', /"first" must be at most 1000, found 1001/],
      ['a page of less than nothing', { first: -1 }, 'BadRequest', /"first" must be 0 or more, found -1/],
      [
        'a list that is too long',
        { countries: Array(1001).fill('DE') },
        'LimitExceeded',
        /exceeds the maximum of 1000 values, found 1001/,
      ],
      ['NUL in text', { word: 'a\0b' }, 'BadRequest', /NUL/],
      ['half a surrogate pair', { word: 'a\ud800' }, 'BadRequest', /surrogate/],
      ['NUL in a list', { countries: ['DE', '\0'] }, 'BadRequest', /NUL/],
      ['a cursor of another order', { after: 'weight: DESC' }, 'BadRequest', /belongs to another list or order/],
    ])('reject %s', async (_name, wrong: Record<string, unknown>, code, message) => {
      const cursors = { right: await cursorOf('price: DESC'), wrong: await cursorOf('weight: DESC') };
      const after = 'after' in wrong ? { after: cursors.wrong } : {};
      const fitting = { ...values, ...('after' in wrong ? { after: cursors.right } : {}) };
      expect(codeOf(await runDocument(app, document, { variables: fitting }))).toBe('answered');
      const known = plans();
      tap.messages.length = 0;
      const result = await runDocument(app, document, { variables: { ...fitting, ...wrong, ...after } });
      expect(result).toMatchObject({
        kind: 'rejected',
        apiErrors: [{ code, message: expect.stringMatching(message) }],
      });
      expect(plans()).toBe(known);
      expect(tap.messages).toEqual([]);
    });
  });

  it.skipIf(!server.has('preparedStatements'))('prepares each statement once per session', async () => {
    const prepared = parse('query ($id: Int!) { order_by_pk(id: $id) { id preparedOnce: reference } }');
    for (const id of upTo(2)) await runDocument(app, prepared, { variables: { id } });
    expect(parsed().filter(({ name }) => name !== '')).toEqual([]);
    tap.messages.length = 0;
    const results = await Promise.all(upTo(60).map((id) => runDocument(app, prepared, { variables: { id } })));
    expect(new Set(results.map(codeOf))).toEqual(new Set(['answered']));
    // The planner is queried once.
    const explained = parsed().filter((message) => message.text.startsWith('explain'));
    expect(explained.length).toBeLessThanOrEqual(1);
    const sessions = new Set(statements().map(({ session }) => session));
    expect(statements()).toHaveLength(60 + explained.length);
    expect(sessions.size).toBeGreaterThan(1);
    const named = parsed().filter(({ name }) => name !== '');
    expect(named.map(({ session }) => session).sort()).toEqual([...sessions].sort());
    expect(new Set(named.map(({ name }) => name)).size).toBe(1);
  });
});

/** Characters of a response that are not from database strings: root names, commas between rows, page metadata. */
const MAX_GLUE = 800;

describe('rows of a GraphQL response', () => {
  it('are sent as the database wrote them, without JSON parsing', async () => {
    const app = await bootShop();
    const server = createServer(app, pino({ level: 'silent' }));
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const variables = { ...values, first: 100 };
    const [statement] = app.explain({
      document,
      operationName: undefined,
      variables,
      identity: { role: 'anonymous', claims: {} },
    }).statements;
    const texts = await readTexts(statement?.text ?? '', statement?.values ?? []);
    const objects = texts.filter((value) => /^\[?\{/.test(value));
    expect(objects.join('').length).toBeGreaterThan(10_000);

    const spies = [vi.spyOn(JSON, 'parse'), vi.spyOn(JSON, 'stringify')] as const;
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
      body: JSON.stringify({ query: text, variables }),
    });
    const body = await response.text();
    const seen = spies.flatMap((spy) => [
      ...spy.mock.calls.map(([batch]) => batch),
      ...spy.mock.results.map((result) => result.value),
    ]);
    for (const spy of spies) spy.mockRestore();
    await server.close();

    // If there is a next page, one extra row is read.
    const [shown, more] = [true, false].map((isShown) => objects.filter((object) => body.includes(object) === isShown));
    expect(more?.length).toBeLessThanOrEqual(1);
    const glue = shown?.reduce((rest, object) => rest.replace(object, () => ''), body);
    expect(glue?.length).toBeLessThan(MAX_GLUE);
    const handled = seen.filter((value) => typeof value === 'string');
    expect(handled.some((value) => value.includes('query Everything'))).toBe(true);
    const { people } = JSON.parse(body).data;
    for (const { name } of people) expect(handled.filter((value) => value.includes(name))).toEqual([]);
  });
});
