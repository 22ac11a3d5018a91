import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type ConfigFile, ConfigurationError, createJoinery, type Joinery } from '../../src/index.ts';

const config: ConfigFile = {
  'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
  runtime: { host: { mode: 'production', authentication: { provider: 'Simulator' } } },
  entities: {
    Customer: {
      source: 'customers',
      permissions: [
        { role: 'anonymous', actions: [{ action: 'read', fields: { include: ['id', 'name'] } }] },
        { role: 'manager', actions: [{ action: 'read', policy: { database: '@item.id eq @claims.customer' } }] },
      ],
    },
  },
};

/** Base URL of a listening server, which the test closes. */
async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('createJoinery', () => {
  let joinery: Joinery;
  beforeAll(async () => {
    const { runtime: _, ...rest } = config;
    joinery = await createJoinery(rest);
  });
  afterAll(() => joinery.close());

  const query = '{ customers(first: 2) { name } }';
  const rows = { data: { customers: [{ name: expect.any(String) }, { name: expect.any(String) }] } };

  /** Checks both APIs through a function such as `fetch`. */
  async function expectApis(send: (path: string, init?: RequestInit) => Promise<Response>): Promise<void> {
    const body = JSON.stringify({ query });
    const posted = await send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect([posted.status, await posted.json()]).toEqual([200, rows]);
    const list = await send('/api/Customer?$first=1&$select=id');
    expect([list.status, await list.json()]).toMatchObject([200, { value: [{ id: 1 }] }]);
    const etag = list.headers.get('etag') ?? '';
    const unchanged = await send('/api/Customer?$first=1&$select=id', { headers: { 'if-none-match': etag } });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    const forbidden = await send('/api/Customer?$select=email');
    expect([forbidden.status, await forbidden.json()]).toMatchObject([403, { error: { code: 'Forbidden' } }]);
  }

  it('answers requests of node:http', async () => {
    const url = await listen(createServer(joinery.handler));
    await expectApis((path, init) => fetch(url + path, init));
  });

  it('answers requests of Express, beside other routes', async () => {
    const app = express();
    app.get('/hello', (_request, response) => void response.send('hello'));
    app.use(joinery.handler);
    const url = await listen(createServer(app));
    await expectApis((path, init) => fetch(url + path, init));
    expect(await (await fetch(`${url}/hello`)).text()).toBe('hello');
  });

  it('answers requests of Fastify, beside other routes', async () => {
    const server = Fastify();
    onTestFinished(() => server.close());
    server.get('/hello', () => 'hello');
    server.register(joinery.plugin);
    const url = await server.listen({ port: 0 });
    await expectApis((path, init) => fetch(url + path, init));
    expect(await (await fetch(`${url}/hello`)).text()).toBe('hello');
  });

  it('answers requests of the Fetch API, as in Hono', async () => {
    const app = new Hono();
    app.get('/hello', (context) => context.text('hello'));
    app.all('*', (context) => joinery.fetch(context.req.raw));
    await expectApis(async (path, init) => app.request(path, init));
    expect(await (await app.request('/hello')).text()).toBe('hello');
  });

  it('runs operations with the rights of a caller', async () => {
    expect(await joinery.execute(query)).toEqual(rows);
    const document = 'query ($id: Int) { customers(filter: { id: { lte: $id } }) { id } }';
    const caller = { role: 'manager', claims: { customer: 2 } };
    expect(await joinery.execute(document, { id: 3n }, caller)).toEqual({ data: { customers: [{ id: 2 }] } });
    expect(await joinery.execute('{ customers { email } }')).toMatchObject({
      errors: [{ extensions: { code: 'Forbidden' } }],
    });
    await expect(joinery.execute(query, {}, { role: 'manger' })).rejects.toThrow('Did you mean "manager"?');
  });

  it('closes after running operations have ended', async () => {
    const { runtime: _, ...rest } = config;
    const closing = await createJoinery(rest);
    const running = Promise.all(Array.from({ length: 20 }, () => closing.execute(query)));
    await closing.close();
    expect(await running).toEqual(Array.from({ length: 20 }, () => rows));
  });

  it('reports all problems of a configuration', async () => {
    const broken = { ...config, entities: { Customer: { sorce: 'customers' } } } as unknown as ConfigFile;
    const error = await createJoinery(broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).problems).toContainEqual(
      expect.objectContaining({ path: ['entities', 'Customer', 'sorce'], suggestion: 'source' }),
    );
  });
});
