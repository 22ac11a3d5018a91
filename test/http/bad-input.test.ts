import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, serve } from './support/serve.ts';

interface Case {
  readonly name: string;
  readonly send: (served: Served) => Promise<Response>;
  readonly status: number;
  readonly code: string;
  /** Pattern that the error message must match. */
  readonly pattern: RegExp;
}

const RESPONSE_JSON = { accept: 'application/graphql-response+json' };

const post =
  (body: object | string, headers: Record<string, string> = RESPONSE_JSON) =>
  ({ post: send }: Served) =>
    send(body, headers);

const get =
  (search: string, headers: Record<string, string> = RESPONSE_JSON) =>
  ({ url }: Served) =>
    fetch(`${url}${search}`, { headers });

const query = (text: string, more: object = {}) => post({ query: text, ...more });

const raw =
  (body: BodyInit, headers: Record<string, string>) =>
  ({ url }: Served) =>
    fetch(url, { method: 'POST', body, headers });

const json = { 'content-type': 'application/json' };

/** Name, request, status, code, and pattern of the message. */
const cases: readonly Case[] = (
  [
    ['unclosed JSON', post('{"query": "{ role }"'), 400, 'BadRequest', /line 1, column 21/],
    ['GraphQL in place of a JSON string', post('{\n  "query": { x }\n}'), 400, 'BadRequest', /line 2, column 14/],
    ['a trailing comma', post('{"query": "{ role }",}'), 400, 'BadRequest', /line 1, column 22/],
    ['a comment in JSON', post('{"query": /* x */ "{ role }"}'), 400, 'BadRequest', /comment.* column 11/],
    ['two JSON values', post('{"query":"{ role }"} {}'), 400, 'BadRequest', /line 1, column 22/],
    ['an empty body', raw('', json), 400, 'BadRequest', /Missing body|not valid JSON/],
    ['blank JSON', post('  '), 400, 'BadRequest', /not valid JSON/],
    ['bytes beyond UTF-8', raw(new Uint8Array([0x22, 0xff, 0x22]), json), 400, 'BadRequest', /UTF-8/],
    ['a number as body', post('12345678901234567890'), 400, 'BadRequest', /must be a JSON object/],
    ['null as body', post('null'), 400, 'BadRequest', /must be a JSON object/],
    ['a batch', post([{ query: '{ role }' }]), 400, 'BadRequest', /Batches are not supported/],
    ['a misspelled parameter', post({ qeury: '{ role }' }), 400, 'BadRequest', /Missing "query".*"qeury"/],
    ['a number as query', post({ query: 1 }), 400, 'BadRequest', /"query" must be a string/],
    ['a list as operationName', query('{ role }', { operationName: [] }), 400, 'BadRequest', /"operationName" must/],
    [
      'text as variables',
      query('{ role }', { variables: '{}' }),
      400,
      'BadRequest',
      /"variables" must be a JSON object/,
    ],
    ['a list as extensions', query('{ role }', { extensions: [] }), 400, 'BadRequest', /"extensions" must be/],
    [
      'a long number as variables',
      post('{"query":"{ role }","variables":12345678901234567890}'),
      400,
      'BadRequest',
      /"variables" must be/,
    ],
    [
      'unclosed brackets beyond the depth limit',
      post(`{"query":"{ role }","variables":{"a":${'['.repeat(30_000)}`),
      400,
      'LimitExceeded',
      /flatter/,
    ],
    [
      'valid JSON beyond the depth limit',
      post(
        `{"query":"query ($v: JSON!) { digits(value: $v) }","variables":{"v":${'['.repeat(30_000)}1e400${']'.repeat(30_000)}}}`,
      ),
      400,
      'LimitExceeded',
      /flatter/,
    ],
    [
      'form data',
      raw('query={role}', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'UnsupportedMediaType',
      /application\/json/,
    ],
    ['no media type', raw(new Uint8Array([123, 125]), {}), 415, 'UnsupportedMediaType', /application\/json/],
    [
      'another character set',
      raw('{}', { 'content-type': 'application/json; charset=utf-16' }),
      415,
      'UnsupportedMediaType',
      /UTF-8/,
    ],
    [
      'a compressed body',
      raw(gzipSync('{}'), { ...json, 'content-encoding': 'gzip' }),
      415,
      'UnsupportedMediaType',
      /uncompressed/,
    ],
    [
      'an Accept header without JSON',
      post({ query: '{ role }' }, { accept: 'image/png' }),
      406,
      'NotAcceptable',
      /application\/json/,
    ],
    [
      'an Accept header that excludes JSON',
      post({ query: '{ role }' }, { accept: 'application/*;q=0' }),
      406,
      'NotAcceptable',
      /Accept header/,
    ],
    ['a large body', post({ query: `{ role } #${' '.repeat(70_000)}` }), 413, 'LimitExceeded', /Send less/],
    ['a long URL', get(`?query=${'x'.repeat(20_000)}`), 414, 'LimitExceeded', /POST/],
    ['a URL longer than any header', get(`?query=${'x'.repeat(200_000)}`), 414, 'LimitExceeded', /POST/],
    ['GET without a query', get(''), 400, 'BadRequest', /Missing "query".*"\?query=\{__typename\}"/],
    ['POST without a query', post({}), 400, 'BadRequest', /Missing "query".*\{"query": "\{ __typename \}"\}/],
    ['GET with two queries', get('?query={role}&query={echo}'), 400, 'BadRequest', /Duplicate parameter "query"/],
    [
      'GET with variables that are invalid JSON',
      get('?query={role}&variables={a'),
      400,
      'BadRequest',
      /"variables" is not valid JSON/,
    ],
    ['a mutation by GET', get('?query=mutation{touch}'), 405, 'OperationNotOffered', /POST/],
    ['DELETE', ({ url }) => fetch(url, { method: 'DELETE' }), 405, 'OperationNotOffered', /GET or HEAD or POST/],
    ['a syntax error', query('{ role'), 400, 'BadRequest', /Syntax Error: Expected Name, found <EOF>/],
    ['an empty query', query(''), 400, 'BadRequest', /Unexpected <EOF>.*such as "\{ __typename \}"/],
    ['an empty selection', query('{ }'), 400, 'BadRequest', /selection is empty.*"\{ __typename \}"/],
    ['a document of fragments only', query('fragment f on Query { role }'), 400, 'BadRequest', /never used/],
    ['too many tokens', query(`{ ${'role '.repeat(2100)} }`), 400, 'LimitExceeded', /2000 tokens/],
    [
      'the same field 1,500 times',
      query(`{ ${'role '.repeat(1500)} }`),
      400,
      'LimitExceeded',
      /Select each field once/,
    ],
    ['an unknown root field', query('{ ordrs { id } }'), 400, 'EntityNotFound', /Did you mean "orders"/],
    ['an unknown mutation', query('mutation { tuch }'), 400, 'EntityNotFound', /Did you mean "touch"/],
    ['an unknown field', query('{ orders { stats } }'), 400, 'InvalidField', /Did you mean "status"/],
    [
      'an unknown filter field',
      query('{ orders(filter: { stats: "x" }) { id } }'),
      400,
      'InvalidField',
      /Did you mean "status"/,
    ],
    ['an unknown argument', query('{ orders(fist: 1) { id } }'), 400, 'BadRequest', /Did you mean "first"/],
    ['an argument of another type', query('{ orders(first: "1") { id } }'), 400, 'BadRequest', /Int cannot represent/],
    ['no selection', query('{ orders }'), 400, 'BadRequest', /must have a selection/],
    ['an unknown operation', query('query a { role }', { operationName: 'b' }), 400, 'BadRequest', /which operation/],
    ['a subscription', query('subscription { role }'), 400, 'BadRequest', /no subscription/],
    [
      'a variable of another type',
      query('query ($n: Int) { orders(first: $n) { id } }', { variables: { n: 'x' } }),
      400,
      'BadRequest',
      /"\$n" got invalid value "x"/,
    ],
    ['a plan that is rejected', query('{ rejected }'), 400, 'Forbidden', /may not read/],
    ['an unavailable database', query('{ unavailable }'), 503, 'Unavailable', /does not respond/],
    [
      'two roles',
      post({ query: '{ role }' }, { 'x-api-role': 'a', 'x-ms-api-role': 'b' }),
      400,
      'BadRequest',
      /exactly one/,
    ],
    ['a list of roles', post({ query: '{ role }' }, { 'x-api-role': 'a, b' }), 400, 'BadRequest', /exactly one/],
    ['an empty role', post({ query: '{ role }' }, { 'x-api-role': '' }), 400, 'BadRequest', /omit the header/],
    [
      'a role that requires a token',
      post({ query: '{ role }' }, { 'x-api-role': 'editor' }),
      403,
      'Forbidden',
      /Simulator/,
    ],
    ['an unknown path', ({ origin }) => fetch(`${origin}/grapql`), 404, 'EntityNotFound', /Did you mean "\/graphql"/],
    [
      'a path with invalid percent-encoding',
      ({ origin }) => fetch(`${origin}/%zz`),
      400,
      'BadRequest',
      /percent-encoding/,
    ],
  ] satisfies [string, Case['send'], number, string, RegExp][]
).map(([name, send, status, code, pattern]) => ({ name, send, status, code, pattern }));

describe('invalid input', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({}, 'keep');
  });
  afterAll(() => served.server.close());

  test.each(cases)('$name: $status $code', async ({ send, status, code, pattern }) => {
    const response = await send(served);
    const body = await response.json();
    const [error] = body.errors ?? [{ message: body.error.message, extensions: body.error }];
    expect(error.message).toMatch(pattern);
    expect({ status: response.status, code: error.extensions.code }).toEqual({ status, code });
    expect(body).not.toHaveProperty('data');
    expect(response.headers.get('vary')).toContain('X-API-Role');
    expect(served.logged.filter(({ code: logged }) => logged !== 'Unavailable')).toEqual([]);
  });

  test('returns 404 for a page whose name is longer than any parameter', async () => {
    const { origin, logged, server } = await serve({ mode: 'development' }, 'keep');
    try {
      const response = await fetch(`${origin}/console/assets/${'a'.repeat(200)}`);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      expect([response.status, error.code]).toEqual([404, 'EntityNotFound']);
      expect(error.message).toMatch(/^Unknown path "\/console\/assets\/a+"\.$/);
      expect(logged).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test('reports all errors of a document, each with its location', async () => {
    const response = await served.post({ query: '{\n  nope\n  orders { nix }\n}' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      errors: [
        { locations: [{ line: 2, column: 3 }], extensions: { code: 'EntityNotFound', status: 404 } },
        { locations: [{ line: 3, column: 12 }], extensions: { code: 'InvalidField', status: 400 } },
      ],
    });
  });

  test('masks internal errors and logs them under the ID sent to the client', async () => {
    const faulty = await serve();
    const response = await faulty.post({ query: '{ crashed }' });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('secret');
    const { code, details } = JSON.parse(text).errors[0].extensions;
    expect(code).toBe('Internal');
    expect(faulty.logged).toMatchObject([{ logId: details.logId, err: { message: 'select secret from internals' } }]);
  });
});
