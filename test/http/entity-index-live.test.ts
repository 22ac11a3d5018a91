import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { bootShop } from '../support/boot-shop.ts';
import { type ServedRest, serveRest } from './support/serve-rest.ts';

let rest: ServedRest;
beforeAll(async () => {
  rest = await serveRest(await bootShop());
});
afterAll(() => rest.close());

interface Listed {
  readonly name: string;
  readonly url: string;
  readonly methods: readonly string[];
  readonly itemMethods?: readonly string[];
  readonly graphql?: string;
}

const listed = async (role: string): Promise<readonly Listed[]> =>
  (await rest.fetch('/api', { role })).body.value as unknown as readonly Listed[];

const roles = ['anonymous', 'authenticated', 'support', 'staff', 'courier'];

describe('the entity index at the path of the API', () => {
  it('lists each entity with its URL and its GraphQL name', async () => {
    const { status, headers, body } = await rest.fetch('/api');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(body.value[0]).toEqual({
      name: 'Customer',
      description: 'People and firms that buy from the shop',
      url: `${rest.origin}/api/Customer`,
      methods: ['GET', 'HEAD'],
      itemMethods: ['GET', 'HEAD'],
      graphql: 'customers',
    });
    expect((await rest.fetch(String(body.openapi))).status).toBe(200);
    expect((await rest.fetch('/api/')).text).toBe((await rest.fetch('/api')).text);
  });

  it.each(roles)('lists exactly the URLs that the role %s can request', async (role) => {
    const reachable = new Map((await listed(role)).map((entity) => [entity.name, entity]));
    for (const { name, rest: settings, routine } of rest.application.model.entities) {
      const entity = reachable.get(name);
      const url = entity?.url ?? `/api/${settings.path}`;
      if (routine !== undefined) {
        const { status } = await rest.fetch(url, {
          role,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"nothing":1}',
        });
        expect([name, status]).toEqual([name, entity === undefined ? 403 : 400]);
        continue;
      }
      expect([name, (await rest.fetch(`${url}?$first=1`, { role })).status]).toEqual([
        name,
        entity?.methods.includes('GET') === true ? 200 : 403,
      ]);
      const deleted = await rest.fetch(`${url}/never`, { role, method: 'DELETE' });
      expect([name, [400, 404].includes(deleted.status)]).toEqual([
        name,
        entity?.itemMethods?.includes('DELETE') === true,
      ]);
    }
  });

  it('depends on the role, and so does its ETag', async () => {
    const staff = (await listed('staff')).find(({ name }) => name === 'Customer');
    expect(staff?.methods).toEqual(['GET', 'HEAD', 'POST', 'PUT', 'PATCH']);
    expect(staff?.itemMethods).toEqual(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']);
    const [anonymous, named] = [await rest.fetch('/api'), await rest.fetch('/api', { role: 'staff' })];
    expect([anonymous, named].map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-store']);
    const again = (etag: unknown) => rest.fetch('/api', { headers: { 'if-none-match': String(etag) } });
    expect((await again(anonymous.headers.etag)).status).toBe(304);
    expect((await again(named.headers.etag)).status).toBe(200);
  });

  it('is read-only JSON and rejects unknown roles', async () => {
    const post = await rest.fetch('/api', { method: 'POST', body: '{}' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await rest.fetch('/api', { method: 'HEAD' })).text).toBe('');
    expect((await rest.fetch('/api', { method: 'OPTIONS' })).status).toBe(204);
    expect((await rest.fetch('/api', { headers: { accept: 'text/csv' } })).status).toBe(406);
    expect((await rest.fetch('/api', { role: 'nobody' })).status).toBe(403);
  });

  it('returns 404 in production if introspection is disabled', async () => {
    const change = (config: Config): Config => ({
      ...config,
      runtime: { ...config.runtime, mode: 'production', graphql: { ...config.runtime.graphql, introspection: false } },
    });
    const closed = await serveRest(await bootShop({ change }));
    try {
      for (const path of ['/api', '/api/', '/api?$first=1']) {
        const { status, body } = await closed.fetch(path);
        expect([path, status, body.error]).toMatchObject([
          path,
          404,
          { code: 'EntityNotFound', message: 'Missing entity. Add its name after "/api/".' },
        ]);
      }
    } finally {
      await closed.close();
    }
  });
});

describe('the REST API in a browser', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const request = (path: string, role: string) => rest.fetch(path, { role, headers: { accept } });

  it('returns the entity index as JSON', async () => {
    const { status, headers, text } = await request('/api', '');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(text).toBe((await rest.fetch('/api', { role: '' })).text);
  });

  it.each([
    ['/api/Nothing', '', 404],
    ['/api?x=1', '', 400],
    ['/api/Employee', 'support', 403],
    ['/api/Order/1/2/3', '', 400],
  ])('returns a page for the error of %s as %j', async (path, role, expected) => {
    const { status, headers, text } = await request(path, role);
    expect([status, headers['content-type']]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(text).toContain('<a href="/">Console</a>');
  });

  it('returns items as JSON', async () => {
    const { status, headers } = await request('/api/Order/1', '');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });
});
