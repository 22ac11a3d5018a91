import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const sql = fileURLToPath(new URL('../live/fixtures/routines.postgres.sql', import.meta.url));

const APP = 'https://app.example.com';

/** Media types that a page of another site can send without a preflight; undefined omits the header. */
const SAFELISTED = [
  undefined,
  '',
  'text/plain',
  'text/plain;charset=UTF-8',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/plain; application/json',
  'application/x-www-form-urlencoded, application/json',
];

const BODIES = [
  '',
  '{}',
  '{"line":"a"}',
  '{"query":"mutation { executeWriteLog(line: \\"a\\") { id } }"}',
  '--x--',
  'line=a',
];

const permissions = [{ role: 'anonymous', actions: ['*'] }];

describe('cross-site requests without a preflight', () => {
  let http: FastifyInstance;
  let client: Client;

  beforeAll(async () => {
    const url = await createDatabase('postgres', 'cross_site', [sql]);
    client = new Client({ connectionString: url });
    await client.connect();
    const call = (methods: readonly string[], more: object = {}) => ({
      source: { object: 'write_log', type: 'stored-procedure', parameters: [{ name: 'line', default: 'x' }] },
      rest: { methods },
      permissions: [{ role: 'anonymous', actions: ['execute'] }],
      ...more,
    });
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      runtime: { host: { cors: { origins: [APP] } } },
      entities: {
        Log: { source: 'log', permissions },
        WriteLog: call(['post', 'put', 'patch', 'delete']),
        WriteByGet: call(['get'], { graphql: { operation: 'query' } }),
        Add: {
          source: { object: 'add', type: 'stored-procedure' },
          rest: { methods: ['get'] },
          graphql: { operation: 'query' },
          permissions: [{ role: 'anonymous', actions: ['execute'] }],
        },
      },
    });
    http = createServer(application, pino({ enabled: false }));
  });
  afterAll(async () => {
    await http?.close();
    await client?.end();
  });
  beforeEach(() => client.query('truncate log restart identity'));

  const lines = async (): Promise<unknown> => (await client.query('select count(*)::int as n from log')).rows[0].n;

  it.each(['/api/WriteLog', '/api/Log', '/graphql', '/graphql?query=mutation%7BexecuteWriteLog%7Bid%7D%7D'])(
    'write nothing by POST, regardless of the body: %s',
    async (url) => {
      for (const type of SAFELISTED) {
        for (const payload of [undefined, ...BODIES]) {
          const headers = type === undefined ? {} : { 'content-type': type };
          const { statusCode } = await http.inject({
            method: 'POST',
            url,
            headers,
            ...(payload !== undefined && { payload }),
          });
          expect({ type, payload, statusCode }).toEqual({ type, payload, statusCode: 415 });
        }
      }
      expect(await lines()).toBe(0);
    },
  );

  it('receive an error that names the required Content-Type', async () => {
    const { statusCode, body } = await http.inject({ method: 'POST', url: '/api/WriteLog' });
    expect([statusCode, JSON.parse(body).error]).toEqual([
      415,
      {
        code: 'UnsupportedMediaType',
        message: `POST requires the header "Content-Type: application/json", even without a body. With curl: -H 'Content-Type: application/json'.`,
        status: 415,
      },
    ]);
    const typed = await http.inject({
      method: 'POST',
      url: '/api/WriteLog',
      headers: { 'content-type': 'application/json' },
    });
    expect([typed.statusCode, await lines()]).toEqual([200, 1]);
  });

  it('write nothing by GET and HEAD', async () => {
    for (const url of ['/api/WriteLog', '/graphql?query=mutation%7BexecuteWriteLog%7Bid%7D%7D']) {
      for (const method of ['GET', 'HEAD'] as const) {
        expect((await http.inject({ method, url })).statusCode).toBe(405);
      }
    }
    expect(await lines()).toBe(0);
  });

  const byGet = [
    '/api/WriteByGet',
    '/api/WriteByGet?line=a',
    '/graphql?query=%7BexecuteWriteByGet%7Bid%7D%7D',
    `/graphql?query=${encodeURIComponent('query { ...f } fragment f on Query { a: executeWriteByGet { id } }')}`,
  ];
  const foreign = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
  ];

  it.each(byGet)('run no writing procedure that is exposed by GET: %s', async (url) => {
    for (const headers of foreign) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await http.inject({ method, url, headers });
        expect({ headers, statusCode }).toEqual({ headers, statusCode: 403 });
      }
    }
    expect(await lines()).toBe(0);
    for (const headers of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'same-origin' },
      { origin: APP, 'sec-fetch-site': 'cross-site' },
    ]) {
      await client.query('truncate log restart identity');
      expect((await http.inject({ url, headers })).statusCode).toBe(200);
      expect(await lines()).toBe(1);
    }
  });

  it('may read, and may run read-only procedures', async () => {
    for (const url of ['/api/Log', '/api/Add?a=1', '/graphql?query=%7BexecuteAdd(a:1)%7Bresult%7D%7D']) {
      expect((await http.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(200);
    }
  });
});
