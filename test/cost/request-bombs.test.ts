import { GraphQLInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type RestAnswer, type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootShop } from '../support/boot-shop.ts';
import { countWork } from '../support/count-work.ts';

let rest: ServedRest;

beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

/** Approximate bytes of a long request body. */
const LONG = 1_000_000;

/** Repeats a string up to a total length. */
const many = (text: string, between = ',', length = LONG): string =>
  Array.from({ length: Math.floor(length / (text.length + between.length)) }, () => text).join(between);

/** Repeats a string few enough times to stay below the limit of JSON values. */
const several = (text: string, count: number): string => Array.from({ length: count }, () => text).join(',');

interface Request {
  readonly url: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly role?: string;
}

/** Returns a document with one variable, given as JSON text. */
const requestOf = (query: string, variable: string): Request => ({
  url: '/graphql',
  body: `{"query":${JSON.stringify(query)},"variables":{"v":${variable}}}`,
});
const document = (query: string): Request => requestOf(query, '0');
const filter = (json: string) =>
  requestOf('query ($v: CustomerFilterInput) { customers(filter: $v, first: 1) { id } }', json);
const order = (json: string) =>
  requestOf('query ($v: [EmployeeOrderByInput!]) { employees(orderBy: $v, first: 1) { id } }', json);
const search = (text: string) =>
  requestOf('query ($v: String) { products(search: $v, first: 1) { id } }', JSON.stringify(text));
const page = (cursor: string) =>
  requestOf('query ($v: String) { customers_connection(after: $v, first: 1) { endCursor } }', JSON.stringify(cursor));
const groups = (argument: string, type: string, json: string) =>
  requestOf(
    `query ($v: ${type}) { orders_connection { groupBy(fields: [status], ${argument}: $v) { fields { status } } } }`,
    json,
  );
const create = (json: string): Request => ({
  ...requestOf('mutation ($v: [CreateCategoryInput!]!) { createCategories(items: $v) { affected } }', json),
  role: 'staff',
});
const createNested = (json: string): Request => ({
  ...requestOf('mutation ($v: CreateOrderInput!) { createOrder(item: $v) { id } }', json),
  role: 'staff',
});
const get = (url: string, headers: Record<string, string> = {}): Request => ({ url, headers });
const post = (url: string, body: string): Request => ({ url, body, role: 'staff' });

const nest = (levels: number, before: string, inner: string, after: string): string =>
  before.repeat(levels) + inner + after.repeat(levels);

/** Returns a selection of nested managers and reports, which double at each level. */
const everybody = (levels: number): string => {
  const inner = levels === 1 ? '' : `($expand=${everybody(levels - 1)})`;
  return `manager${inner},reports${inner}`;
};

/** Long inputs, the limit each exceeds, and the request. */
const bombs: readonly (readonly [what: string, limit: string, request: Request])[] = [
  ['words of a search', 'search-words', search(many('x', ' '))],
  ['words of a search in a document', 'search-words', document(`{ products(search: "${many('x', ' ')}") { id } }`)],
  ['words of $search', 'search-words', get(`/api/Product?$search=${many('x', '+', 16_000)}`)],
  ['a word', 'pattern-length', search('x'.repeat(LONG))],
  ['a part of a text', 'pattern-length', filter(`{"name":{"icontains":"${'x'.repeat(LONG)}"}}`)],
  [
    'a part of a text in $filter',
    'pattern-length',
    get(`/api/Customer?$filter=contains(name,'${'x'.repeat(15_000)}')`),
  ],
  ['members of a body', 'json-values', filter(`{"and":[${many('{}')}]}`)],
  ['empty members of "and"', 'filter-nodes', filter(`{"and":[${several('{}', 45_000)}]}`)],
  ['empty members of "or"', 'filter-nodes', filter(`{"or":[${several('{"and":[]}', 30_000)}]}`)],
  ['members of "or"', 'filter-nodes', filter(`{"or":[${several('{"id":{"eq":1}}', 20_000)}]}`)],
  ['nulls in "and"', 'filter-nodes', filter(`{"and":[${several('null', 90_000)}]}`)],
  ['levels of "and"', 'filter-nodes', filter(nest(240, '{"and":[', '{}', ']}'))],
  ['levels of a body', 'json-depth', filter(nest(60_000, '{"not":', '{}', '}'))],
  ['levels that are no JSON', 'json-depth', { url: '/graphql', body: '['.repeat(LONG) }],
  [
    'levels of a parameter of the URL',
    'json-depth',
    get(`/graphql?query={__typename}&variables=${nest(900, '{"a":', '1', '}')}`),
  ],
  ['numbers that keep their digits', 'json-values', filter(`{"id":{"in":[${many('1e99')}]}}`)],
  ['values of "in"', 'in-values', filter(`{"id":{"in":[${several('1', 90_000)}]}}`)],
  ['nulls in "nin"', 'in-values', filter(`{"id":{"nin":[${several('null', 90_000)}]}}`)],
  ['values of "in" in $filter', 'tokens', get(`/api/Customer?$filter=id+in+(${many('1', ',', 15_000)})`)],
  ['terms of an order', 'order-terms', order(`[${several('{"id":"ASC"}', 40_000)}]`)],
  ['empty terms of an order', 'order-terms', order(`[${several('{}', 45_000)}]`)],
  [
    'terms of an order in a document',
    'order-terms',
    document(`{ employees(orderBy: [${several('{ id: ASC }', 380)}]) { id } }`),
  ],
  ['levels of an order', 'depth', order(nest(400, '{"manager":', '{"id":"ASC"}', '}'))],
  ['terms of $orderby', 'order-terms', get(`/api/Employee?$orderby=${several('id', 1_000)}`)],
  ['words of $orderby', 'tokens', get(`/api/Employee?$orderby=${many('id', ',', 15_000)}`)],
  ['levels of $orderby', 'depth', get(`/api/Employee?$orderby=${'manager/'.repeat(400)}id`)],
  [
    'fields of groups',
    'order-terms',
    requestOf(
      'query ($v: [OrderScalarFields!]) { orders_connection { groupBy(fields: $v) { fields { status } } } }',
      `[${several('"status"', 60_000)}]`,
    ),
  ],
  [
    'conditions on groups',
    'filter-nodes',
    groups('having', 'OrderGroupByHavingInput', `{"or":[${several('{}', 45_000)}]}`),
  ],
  [
    'terms of an order of groups',
    'order-terms',
    groups('orderBy', '[OrderGroupByOrderByInput!]', `[${several('{"count":"ASC"}', 40_000)}]`),
  ],
  [
    'a cursor',
    'cursor-bytes',
    page(Buffer.from(JSON.stringify(['x', ...Array(100_000).fill(null)])).toString('base64url')),
  ],
  ['a cursor of a URL', 'cursor-bytes', get(`/api/Customer?$after=${'a'.repeat(15_000)}`)],
  ['rows to create', 'new-rows', create(`[${several('{}', 45_000)}]`)],
  ['rows to create over REST', 'new-rows', post('/api/Category', `[${several('{}', 45_000)}]`)],
  ['nested rows to create', 'new-rows', createNested(`{"orderDetails":[${several('{}', 45_000)}]}`)],
  ['names of $select', 'tokens', get(`/api/Customer?$select=${many('id', ',', 15_000)}`)],
  ['fields by $expand', 'fields', get(`/api/Employee/1?$expand=${everybody(7)}`)],
  ['words of $expand', 'tokens', get(`/api/Customer?$expand=${many('orders', ',', 16_000)}`)],
  ['words of $filter', 'tokens', get(`/api/Customer?$filter=${many('id+eq+1', '+or+', 15_000)}`)],
  ['steps of $filter', 'tokens', get(`/api/Employee?$filter=${'manager/'.repeat(1_900)}id+eq+1`)],
  ['tokens of a document', 'tokens', document(`{ ${many('customers { id }', ' ')} }`)],
  [
    'lists of an introspection',
    'introspection',
    document(`{ __schema { types ${nest(4, '{ fields { type ', '{ name }', '} }')} } }`),
  ],
];

/** Maximum lookups of an input type during a rejection: a few times the largest limit. */
const LOOKS = 5_000;

describe('input of excessive length', () => {
  it.each(bombs)('is rejected before any work: %s (limit %s)', async (_what, limit, request) => {
    const work = countWork(rest.application);
    const looked = vi.spyOn(GraphQLInputObjectType.prototype, 'getFields');
    const answer = await send(request);
    const looks = looked.mock.calls.length;
    looked.mockRestore();
    const { code, message, details } = errorOf(answer);
    expect({ code, limit: details?.limit }, message).toEqual({ code: 'LimitExceeded', limit });
    expect(message).toContain(String(details?.max));
    // A rejection creates no plan and no statement, does not walk the input, and does not echo it.
    expect(work.statements).toBe(0);
    // The pattern length is only checked against a plan, which is within all limits.
    expect(work.plans).toBe(limit === 'pattern-length' ? 1 : 0);
    expect(looks).toBeLessThan(LOOKS);
    expect(answer.text.length).toBeLessThan(1000);
  });

  it.each([
    ['unknown members', filter(`{${Array.from({ length: 40_000 }, (_, index) => `"a${index}":1`).join(',')}}`)],
    [
      'unknown members of a row',
      post('/api/Category', `{${Array.from({ length: 40_000 }, (_, index) => `"a${index}":1`).join(',')}}`),
    ],
    [
      'the name of an operation',
      {
        url: '/graphql',
        body: `{"query":"query a { __typename } query b { __typename }","operationName":"${'x'.repeat(LONG)}"}`,
      },
    ],
    ['a name in a document', document(`{ ${'x'.repeat(LONG)} }`)],
    ['a path', get(`/api/${'x'.repeat(16_000)}`)],
    ['parts of a path', get(`/api/Customer${'/x'.repeat(8_000)}`)],
    ['options', get(`/api/Customer?${'&x'.repeat(8_000)}`)],
    ['a name in an option', get(`/api/Customer?$select=${'x'.repeat(15_000)}`)],
    ['a role', get('/api/Customer/1', { 'x-api-role': 'x'.repeat(15_000) })],
    ['batches', { url: '/graphql', body: `[${several('{}', 45_000)}]` }],
  ] as const)('is rejected with a short message: %s', async (_what, request) => {
    const work = countWork(rest.application);
    const answer = await send(request);
    const { code } = errorOf(answer);
    expect(['InvalidField', 'BadRequest', 'EntityNotFound', 'Forbidden']).toContain(code);
    expect(work).toEqual({ plans: 0, statements: 0 });
    expect(answer.text.length).toBeLessThan(2000);
  });

  it('in If-None-Match is only compared', async () => {
    const { status } = await send(get('/api/Customer/1', { 'if-none-match': many('"x"', ',', 15_000) }));
    expect(status).toBe(200);
  });
});

describe('input within all limits', () => {
  /** Returns the number of parameters and the length of the statement. */
  const explain = async (request: Request): Promise<{ parameters: number; bytes: number }> => {
    const { query, variables } = JSON.parse(request.body ?? '');
    const { application } = rest;
    const { parse } = await import('graphql');
    const { statements } = application.explain({
      document: parse(query),
      operationName: undefined,
      variables,
      identity: { role: 'anonymous', claims: {} },
    });
    return {
      parameters: statements.reduce((sum, { values }) => sum + values.length, 0),
      bytes: statements.reduce((sum, { text }) => sum + text.length, 0),
    };
  };

  it.each([
    ['a filter of 200 nodes', filter(`{"or":[${several('{"id":{"eq":1}}', 199)}]}`), 199, 10_000],
    ['a list of 1,000 values', filter(`{"id":{"in":[${several('1', 1000)}]}}`), 1, 1_000],
    ['30 words', search(many('x', ' ', 60)), 30, 20_000],
    [
      '30 terms through ten relationships',
      order(`[${several(nest(10, '{"manager":', '{"id":"ASC"}', '}'), 30)}]`),
      0,
      10_000,
    ],
  ] as const)('needs few parameters and a short statement: %s', async (_what, request, parameters, bytes) => {
    const explained = await explain(request);
    expect(explained.parameters).toBeLessThanOrEqual(parameters);
    expect(explained.bytes).toBeLessThan(bytes);
    expect((await send(request)).body).not.toHaveProperty('errors');
  });
});

const send = ({ url, body, headers = {}, role = 'anonymous' }: Request): Promise<RestAnswer> =>
  rest.fetch(url, {
    role: 'x-api-role' in headers ? '' : role,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });

interface ShownError {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns the first error of either API. */
function errorOf({ body, text }: RestAnswer): ShownError {
  const { errors } = body as unknown as { errors?: readonly { message: string; extensions: ShownError }[] };
  const [first] = errors ?? [];
  const error = first === undefined ? body.error : { ...first.extensions, message: first.message };
  if (error === undefined) throw new Error(`No error: ${text.slice(0, 200)}`);
  return error as ShownError;
}
