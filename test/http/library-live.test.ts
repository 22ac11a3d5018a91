import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import express, { type ErrorRequestHandler } from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type ConfigFile, ConfigurationError, createJoinery, type Joinery } from '../../src/index.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

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

/** Required for a stream; the types of Node do not have it. https://fetch.spec.whatwg.org/#requestinit */
const HALF: object = { duplex: 'half' };

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

  it.each([
    [
      'Express',
      async () => {
        const app = express();
        app.use('/v1', joinery.handler);
        return listen(createServer(app));
      },
    ],
    [
      'Fastify',
      async () => {
        const server = Fastify();
        onTestFinished(() => server.close());
        server.register(joinery.plugin, { prefix: '/v1' });
        return server.listen({ port: 0 });
      },
    ],
    [
      'Fastify with a parameter',
      async () => {
        const server = Fastify();
        onTestFinished(() => server.close());
        server.register(joinery.plugin, { prefix: '/:version' });
        return server.listen({ port: 0 });
      },
    ],
  ])('serves the APIs of %s below a prefix, which links contain', async (_name, start) => {
    const url = `${await start()}/v1`;
    await expectApis((path, init) => fetch(url + path, init));
    const page = (await (await fetch(`${url}/api/Customer?$first=1&$select=id`)).json()) as { nextLink: string };
    expect(new URL(page.nextLink, url).pathname).toBe('/v1/api/Customer');
    expect(await (await fetch(new URL(page.nextLink, url))).json()).toMatchObject({ value: [{ id: 2 }] });
    expect((await fetch(`${url}/unknown`)).status).toBe(404);
  });

  it('reports a body parser that has read the body', async () => {
    const app = express();
    app.use(express.json(), joinery.handler);
    app.use(
      ((error, _request, response, _next) => void response.status(500).send(error.message)) as ErrorRequestHandler,
    );
    const url = await listen(createServer(app));
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    expect(await response.text()).toContain('before body parsers');
    expect((await fetch(`${url}/api/Customer?$first=1&$select=id`)).status).toBe(200);
  });

  it('limits bodies of the Fetch API while it reads them', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await nextTurn();
        sent += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const headers = { 'content-type': 'application/json' };
    const request = new Request('http://localhost/graphql', { method: 'POST', headers, body, ...HALF });
    const response = await joinery.fetch(request);
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { errors: [{ extensions: { status: 413 } }] },
    ]);
    expect(sent).toBeLessThan(200);
  });

  it('applies rules for addresses to the connection of a Fetch API request', async () => {
    const host = { mode: 'production', 'trusted-proxies': ['10.0.0.0/8'] } as const;
    const behindProxy = await createJoinery({ ...config, runtime: { host } });
    onTestFinished(() => behindProxy.close());
    const request = (): Request => new Request('http://localhost/api/Customer?$first=1&$select=id');
    expect((await behindProxy.fetch(request(), { remoteAddress: '10.1.2.3' })).status).toBe(200);
    expect((await behindProxy.fetch(request(), { remoteAddress: '203.0.113.5' })).status).toBe(403);
    expect((await behindProxy.fetch(request())).status).toBe(403);
  });

  it('reads the files that a configuration object names', async () => {
    const folder = await makeTemporaryFolder();
    await writeFile(join(folder, 'more.json'), JSON.stringify({ entities: config.entities }));
    const { entities: _, ...rest } = config;
    const files = { ...rest, runtime: {}, 'data-source-files': [join(folder, 'more.json')], entities: {} };
    const several = await createJoinery(files);
    onTestFinished(() => several.close());
    expect(await several.execute(query)).toEqual(rows);
  });

  it('returns integers beyond the safe range as bigint values', async () => {
    const url = await createDatabase('postgres', 'library_integers', 'shop');
    const permissions = [{ role: 'anonymous', actions: ['read', 'update'] as const }];
    const large = await createJoinery({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: { Product: { source: 'products', permissions } },
    });
    onTestFinished(() => large.close());
    const barcode = 9_007_199_254_740_997n;
    const document = 'mutation { updateProduct(id: 1, item: { barcode: 9007199254740997 }) { id barcode } }';
    expect(await large.execute(document)).toEqual({ data: { updateProduct: { id: 1, barcode } } });
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
