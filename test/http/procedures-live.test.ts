import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const sql = fileURLToPath(new URL('../live/fixtures/routines.postgres.sql', import.meta.url));

const permissions = [{ role: 'anonymous', actions: ['execute'] }];

const run = (object: string, methods: readonly string[] = ['post'], more: object = {}) => ({
  source: { object, type: 'stored-procedure' },
  rest: { methods },
  permissions,
  ...more,
});
const query = { graphql: { operation: 'query' } };

describe('functions and procedures over REST', () => {
  let http: FastifyInstance;
  let client: Client;
  let lenient: FastifyInstance;
  let dab: FastifyInstance;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'procedures_http', [sql]);
    client = new Client({ connectionString: url });
    await client.connect();
    const configure = (strict: boolean, style: object = {}) => ({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      runtime: {
        rest: { 'request-body-strict': strict },
        host: { mode: 'development' },
        limits: { 'response-bytes': 2000 },
        ...style,
      },
      entities: {
        Add: run('add', ['get', 'post', 'put', 'patch', 'delete'], query),
        Echo: run('echo', ['get', 'post'], query),
        Documents: run('documents', ['get'], query),
        NextDay: run('next_day', ['get'], query),
        Total: run('total', ['get'], {
          ...query,
          permissions: [...permissions, { role: 'barred', actions: [] }],
          'cache-control': 'public, max-age=60',
        }),
        Numbers: run('numbers', ['get', 'post'], query),
        WriteLog: run('write_log', ['post', 'get']),
        WriteLogs: run('write_logs'),
        Note: run('note', ['post', 'put', 'delete'], { rest: { path: 'notes/take', methods: ['post', 'delete'] } }),
        DoubleUp: run('double_up', ['post'], {
          fields: [{ name: 'word', alias: 'text' }],
          expose: { exclude: ['kept'] },
        }),
        Forget: run('forget'),
        Refuse: run('refuse', ['post', 'get'], query),
        Off: run('add', ['post'], { rest: false }),
        Nobody: { ...run('add'), permissions: [{ role: 'anonymous', actions: [] }] },
        NotOffered: { ...run('add'), operations: [] },
      },
    });
    http = createServer(await bootFile(configure(true)), pino({ enabled: false }));
    dab = createServer(await bootFile(configure(true, { compatibility: 'dab' })), pino({ enabled: false }));
    lenient = createServer(await bootFile(configure(false)), pino({ enabled: false }));
  });
  afterAll(async () => {
    await http?.close();
    await lenient?.close();
    await dab?.close();
    await client?.end();
  });
  beforeEach(() => client.query('truncate log restart identity'));

  const send = async (line: string, payload?: object, headers: Record<string, string> = {}) => {
    const [method = 'GET', url = ''] = line.split(' ');
    const response = await http.inject({
      method: method as 'GET',
      url,
      headers: { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, body: response.body, headers: response.headers };
  };

  const ECHO =
    'i2=-1&i4=2147483647&i8=9223372036854775807&num=12345678901234567890.5000&f4=1.5&f8=1e300&flag=true&t=a%20%26%20b%3D%22&' +
    'u=f81d4fae-7dec-11d0-a765-00a0c91e6bf6&d=2024-02-29&ts=2024-02-29T10:00:00Z&tz=2024-02-29T10:00:00%2B02:00&tm=10:11&b=AAH%2F&' +
    'j=%7B%22a%22%3A12345678901234567890.25%7D&m=HAPPY&c=very%20blue&n=1&n=2&words=x&span=1%20day&p=3';

  it.each<readonly [line: string, payload: object | undefined, expected: string]>([
    ['POST /api/Add', { a: 1 }, '{"value":[{"result":6}]}'],
    ['POST /api/add', { a: 1, b: null }, '{"value":[{"result":null}]}'],
    ['POST /api/Add', { a: '1', b: '2' }, '{"value":[{"result":3}]}'],
    ['PUT /api/Add', { a: 1 }, '{"value":[{"result":6}]}'],
    ['PATCH /api/Add', { a: 1 }, '{"value":[{"result":6}]}'],
    ['GET /api/Add?a=1', undefined, '{"value":[{"result":6}]}'],
    ['GET /api/Add?b=-1&a=1', undefined, '{"value":[{"result":0}]}'],
    ['DELETE /api/Add?a=1', undefined, '{"value":[{"result":6}]}'],
    ['GET /api/Documents', undefined, '{"value":[{"result":[]}]}'],
    [
      'GET /api/Documents?docs=1&docs=%5Bnull,%22x%22%5D&docs=null',
      undefined,
      '{"value":[{"result":[1, [null, "x"], null]}]}',
    ],
    ['GET /api/Total', undefined, '{"value":[{"total":100000012.4999}]}'],
    ['POST /api/WriteLog', { line: 'a' }, '{"value":[{"id":1,"line":"a"}]}'],
    ['GET /api/WriteLog?line=a', undefined, '{"value":[{"id":1,"line":"a"}]}'],
    ['POST /api/WriteLogs', { lines: ['a', 'b'] }, '{"value":[{"id":1,"line":"a"},{"id":2,"line":"b"}]}'],
    ['POST /api/notes/take', { line: 'a' }, '{"value":[]}'],
    ['DELETE /api/notes/take?line=a', undefined, '{"value":[]}'],
    ['POST /api/Forget', undefined, '{"value":[]}'],
    ['POST /api/Forget', {}, '{"value":[]}'],
    ['POST /api/DoubleUp', { n: '1.50' }, '{"value":[{"n":3.00,"text":"w1"}]}'],
    [
      `GET /api/Echo?${ECHO}`,
      undefined,
      '{"value":[{"i2":-1,"i4":2147483647,"i8":9223372036854775807,"num":12345678901234567890.5000,"f4":1.5,"f8":1e+300,"flag":true,' +
        '"t":"a & b=\\"","u":"f81d4fae-7dec-11d0-a765-00a0c91e6bf6","d":"2024-02-29","ts":"2024-02-29T10:00:00+00:00",' +
        '"tz":"2024-02-29T08:00:00+00:00","tm":"10:11:00","b":"AAH/","j":{"a": 12345678901234567890.25},"m":"HAPPY","c":"very blue",' +
        '"n":[1,2],"words":["x"],"span":"1 day","p":3}]}',
    ],
  ])('%s %j', async (line, payload, expected) => {
    const { status, body } = await send(line, payload);
    expect([body, status]).toEqual([expected, 200]);
  });

  it.each<readonly [line: string, payload: object | undefined, status: number, code: string, message: string]>([
    ['POST /api/Add', {}, 400, 'BadRequest', 'Missing parameter "a" of "Add".'],
    ['POST /api/Add', undefined, 400, 'BadRequest', 'Missing parameter "a" of "Add".'],
    ['POST /api/Add', { a: null }, 400, 'BadRequest', '"a" must not be null.'],
    ['POST /api/Add', { a: 'x' }, 400, 'BadRequest', '"a": Int cannot represent non-integer value: "x"'],
    ['POST /api/Add', { a: [1] }, 400, 'BadRequest', '"a": Int cannot represent non-integer value: [1]'],
    [
      'POST /api/Add',
      { a: 3e9 },
      400,
      'BadRequest',
      '"a": Int cannot represent non 32-bit signed integer value: 3000000000',
    ],
    ['POST /api/Add', { a: 1, c: 2 }, 400, 'InvalidField', 'Unknown parameter "c" of "Add". Did you mean "a"?'],
    ['POST /api/Add', [1], 400, 'BadRequest', 'The body must be a JSON object, such as {"name": "value"}.'],
    [
      'POST /api/Add?a=1',
      { a: 1 },
      400,
      'BadRequest',
      'The parameters of "Add" must be in the body. Remove "a" from the URL.',
    ],
    ['GET /api/Add?a=1&a=2', undefined, 400, 'BadRequest', 'Duplicate parameter "a" in the URL. Send it once.'],
    ['GET /api/Add?a=', undefined, 400, 'BadRequest', '"a": Int cannot represent non-integer value: ""'],
    ['GET /api/Add?a=1&$select=result', undefined, 400, 'InvalidField', 'Unknown parameter "$select" of "Add".'],
    ['GET /api/Add?a=1&constructor=2', undefined, 400, 'InvalidField', 'Unknown parameter "constructor" of "Add".'],
    [
      'GET /api/Documents?docs=%7B',
      undefined,
      400,
      'BadRequest',
      'The parameter "docs" is not valid JSON: close brace expected at line 1, column 2.',
    ],
    ['POST /api/WriteLogs', { lines: 'a' }, 400, 'BadRequest', '"lines" must be a list, such as ["a"].'],
    ['POST /api/DoubleUp', { n: 1, kept: 'x' }, 400, 'InvalidField', 'Unknown parameter "kept" of "DoubleUp".'],
    ['GET /api/Add/1', undefined, 405, 'OperationNotOffered', '"Add" has no key, so its items have no path.'],
    ['GET /api/Forget', undefined, 405, 'OperationNotOffered', 'Method GET is not allowed here. Use POST.'],
    ['DELETE /api/Forget', undefined, 405, 'OperationNotOffered', 'Method DELETE is not allowed here. Use POST.'],
    [
      'DELETE /api/Add?a=1',
      { a: 2 },
      400,
      'BadRequest',
      'DELETE takes the parameters of "Add" in the URL. Omit the body.',
    ],
    [
      'PUT /api/notes/take',
      { line: 'a' },
      405,
      'OperationNotOffered',
      'Method PUT is not allowed here. Use POST or DELETE.',
    ],
    ['POST /api/Off', { a: 1 }, 404, 'EntityNotFound', 'Unknown entity "Off" in the REST API.'],
    ['POST /api/Nobody', { a: 1 }, 404, 'EntityNotFound', 'Unknown entity "Nobody" in the REST API.'],
    ['POST /api/NotOffered', { a: 1 }, 404, 'EntityNotFound', 'Unknown entity "NotOffered" in the REST API.'],
    ['POST /api/Refuse', { kind: 'state' }, 400, 'ApplicationError', 'Out of stock'],
    ['GET /api/Refuse?kind=plain', undefined, 400, 'ApplicationError', 'Not today, plain.'],
    ['POST /api/Echo', { i2: 1 }, 400, 'BadRequest', 'Missing parameter "i4" of "Echo".'],
  ])('%s %j: %d %s', async (line, payload, status, code, message) => {
    const answer = await send(line, payload);
    const { error } = JSON.parse(answer.body);
    expect([error.code, answer.status, error.message]).toEqual([code, status, expect.stringContaining(message)]);
  });

  it('return an error and change nothing if a constraint is violated', async () => {
    await send('POST /api/WriteLogs', { lines: ['a'] });
    const { status, body } = await send('POST /api/WriteLogs', { lines: ['b', 'a'] });
    expect([status, JSON.parse(body).error.code]).toEqual([409, 'Conflict']);
    expect((await client.query('select line from log')).rows).toEqual([{ line: 'a' }]);
  });

  it('are cacheable as configured for GET only', async () => {
    const total = await send('GET /api/Total');
    expect(total.headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      etag: expect.stringMatching(/^W\/"/),
    });
    const again = await send('GET /api/Total', undefined, { 'if-none-match': String(total.headers.etag) });
    expect([again.status, again.body]).toEqual([304, '']);
    for (const line of ['POST /api/Add', 'POST /api/Forget', 'GET /api/WriteLog?line=z']) {
      const { headers } = await send(
        line,
        line.startsWith('POST') ? { ...(line.endsWith('Add') && { a: 1 }) } : undefined,
      );
      expect([headers['cache-control'], headers.etag], line).toEqual(['no-store', undefined]);
    }
  });

  it('are queries and mutations over GraphQL, and errors have the path of the field', async () => {
    const graphql = async (query: string) => {
      const { status, body } = await send('POST /graphql', { query }, { accept: 'application/graphql-response+json' });
      return [status, JSON.parse(body)];
    };
    expect(await graphql('{ executeAdd(a: 1) { result } executeTotal { total } }')).toEqual([
      200,
      { data: { executeAdd: [{ result: 6 }], executeTotal: [{ total: 100000012.4999 }] } },
    ]);
    expect(await graphql('mutation { executeDoubleUp(n: 2) { n text } a: executeWriteLog(line: "a") { id } }')).toEqual(
      [200, { data: { executeDoubleUp: [{ n: 4, text: 'w1' }], a: [{ id: 1 }] } }],
    );
    const failed = 'mutation { executeWriteLog(line: "b") { id } again: executeWriteLog(line: "b") { id } }';
    expect(await graphql(failed)).toMatchObject([
      200,
      { data: null, errors: [{ path: ['again'], extensions: { code: 'Conflict' } }] },
    ]);
    expect((await client.query('select line from log')).rows).toEqual([{ line: 'a' }]);
    expect(await graphql('{ executeRefuse(kind: "state") { result } }')).toMatchObject([
      200,
      { data: null, errors: [{ message: 'Out of stock', extensions: { code: 'ApplicationError' } }] },
    ]);
    expect(await graphql('{ executeAdd { result } }')).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'BadRequest' } }] },
    ]);
    expect(await graphql('{ executeAdd(a: 1, c: 2) { result } }')).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining('"c"') }] },
    ]);
    expect(await graphql('mutation { executeAdd(a: 1) { result } }')).toMatchObject([
      400,
      { errors: [{ message: expect.stringContaining('executeAdd') }] },
    ]);
  });

  it('accept a timestamp or a date with compatibility "dab", and return a date', async () => {
    const answer = await dab.inject('/api/NextDay?day=2024-02-28T00:00:00Z');
    expect([answer.statusCode, answer.body]).toEqual([200, '{"value":[{"result":"2024-02-29"}]}']);
    const { body } = await http.inject('/api/NextDay?day=2024-02-28');
    expect(body).toBe('{"value":[{"result":"2024-02-29"}]}');
  });

  it('support HEAD and OPTIONS, and reject unsupported preconditions', async () => {
    const head = await send('HEAD /api/Add?a=1');
    expect([head.status, head.body]).toEqual([200, '']);
    expect((await send('OPTIONS /api/Add')).headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    expect((await send('OPTIONS /api/Forget')).headers.allow).toBe('POST, OPTIONS');
    expect((await send('GET /api/Forget')).headers.allow).toBe('POST, OPTIONS');
    expect((await send('POST /api/Forget', {}, { 'if-match': '*' })).status).toBe(400);
  });

  it('reject a too large result of a read, and omit it after a write', async () => {
    expect((await send('POST /api/Numbers', { count: 400 })).status).toBe(400);
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const answer = await send('POST /api/WriteLogs', { lines });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect((await client.query('select count(*)::int as n from log')).rows).toEqual([{ n: 100 }]);
  });

  it('ignore unknown parameters in lenient bodies, but not in URLs', async () => {
    const body = await lenient.inject({ method: 'POST', url: '/api/Add', payload: { a: 1, c: 2 } });
    expect([body.statusCode, body.body]).toEqual([200, '{"value":[{"result":6}]}']);
    expect((await lenient.inject('/api/Add?a=1&c=2')).statusCode).toBe(400);
  });

  it('are described in OpenAPI for each method', async () => {
    const { paths, components } = JSON.parse((await send('GET /api/openapi.json')).body);
    expect(Object.keys(paths['/Add'])).toEqual(['get', 'post', 'put', 'patch', 'delete']);
    expect(Object.keys(paths['/notes/take'])).toEqual(['post', 'delete']);
    expect(Object.keys(paths)).not.toContain('/Nobody');
    expect(paths['/DoubleUp'].post.requestBody).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              n: { type: ['number', 'string'], format: 'decimal' },
              word: { type: ['string', 'null'] },
              a: { type: ['integer', 'null'], format: 'int32' },
            },
            required: ['n'],
          },
        },
      },
    });
    expect(paths['/Documents'].get.parameters[0]).toEqual({
      name: 'docs',
      in: 'query',
      schema: { type: 'array', items: {} },
    });
    expect(Object.keys(components.schemas.DoubleUp.properties)).toEqual(['n', 'text']);
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path as object).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
