import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Runtime } from '../../src/config/config.ts';
import { describeApi } from '../../src/server/rest/openapi/describe-api.ts';
import { readSources } from '../architecture/read-sources.ts';
import { bootShop } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { listen } from './support/listen.ts';
import { createJudge, fetchDocument, type OpenApiDocument } from './support/openapi-document.ts';

const PATH = '/api/openapi.json';

describe('the OpenAPI document with compatibility "dab"', () => {
  let served: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    served = await listen(await bootShop({ change: withDabStyle }));
  });
  afterAll(() => served.close());

  it('is valid and describes lists, items, missing items, dates, and errors', async () => {
    const document = await fetchDocument(served.origin);
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    const judge = createJudge(document);
    const request = async (path: string, url: string) => {
      const response = await fetch(`${served.origin}/api${url}`);
      const body = await response.text();
      expect(`${url} ${judge(path, response.status, body)}`).toBe(`${url} `);
      return { status: response.status, ...JSON.parse(body) };
    };
    const list = await request(
      '/Order',
      '/Order?$first=500&$count=true&$expand=customer,orderDetails($first=1;$count=true)',
    );
    expect(list.value).toHaveLength(500);
    expect((await request('/Order/{id}', '/Order/1')).value).toHaveLength(1);
    expect(await request('/Order/{id}', '/Order/1000000')).toEqual({ status: 200, value: [] });
    expect(await request('/Order', '/Order?$first=-2')).toMatchObject({ status: 400, error: { code: 'BadRequest' } });
    expect(await request('/Order', '/Order?$filter=x eq 1')).toMatchObject({ error: { code: 'BadRequest' } });
    expect(document.paths['/Order']?.get?.operationId).toBe('orders');
    expect(document.paths['/Order/{id}']?.get?.responses).not.toHaveProperty('404');
    expect(document.components.schemas.Order?.properties.required_on).toMatchObject({ format: 'date' });
    expect(JSON.stringify(document.components.schemas.ErrorBody)).toContain('DatabaseOperationFailed');
  });
});

describe('the OpenAPI document', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  /** Serves the shop with a changed runtime configuration. */
  async function serve(change: (runtime: Runtime) => Runtime): Promise<string> {
    const config = { ...app.config, runtime: change(app.config.runtime) };
    const served = await listen({ ...app, config, close: async () => undefined });
    onTestFinished(served.close);
    return served.origin;
  }
  const production = (runtime: Runtime): Runtime => ({
    ...runtime,
    mode: 'production',
    authentication: { provider: 'Unauthenticated', issuers: [] },
  });
  const statusOf = async (url: string) => (await fetch(url)).status;

  it('mentions no roles in production, where Swagger UI is unavailable', async () => {
    const origin = await serve(production);
    const document = await fetchDocument(origin);
    expect(Object.keys(document.paths)).toHaveLength(23);
    expect(/"support"|X-API-Role/.exec(JSON.stringify(document))).toBeNull();
    const response = await fetch(`${origin}${PATH}?role=support`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'BadRequest', details: { option: 'role' } } });
    expect(await statusOf(`${origin}/swagger`)).toBe(404);
    expect(await statusOf(`${origin}/swagger/start.js`)).toBe(404);
  });

  it('is shown by Swagger UI, also with a trailing slash in its path', async () => {
    const origin = await serve((runtime) => runtime);
    const response = await fetch(`${origin}/swagger/`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '../swagger']);
    expect(await statusOf(`${origin}/swagger/`)).toBe(200);
  });

  it('is unavailable in production if introspection is disabled, but available in development', async () => {
    const closed = (runtime: Runtime) => ({ ...runtime, graphql: { ...runtime.graphql, introspection: false } });
    const origin = await serve((runtime) => closed(production(runtime)));
    const response = await fetch(origin + PATH);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'EntityNotFound' } });
    expect(await statusOf((await serve(closed)) + PATH)).toBe(200);
  });

  it('supports GET, HEAD, OPTIONS, and If-None-Match', async () => {
    const origin = await serve((runtime) => runtime);
    const first = await fetch(origin + PATH);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w.]+"$/);
    expect((await fetch(origin + PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const other = await fetch(`${origin}${PATH}?role=support`, { headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
    const head = await fetch(origin + PATH, { method: 'HEAD' });
    expect(head.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(head.headers.get('cache-control')).toBe('no-cache');
    const options = await fetch(origin + PATH, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    const put = await fetch(origin + PATH, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it.each([
    ['role=suport', 'Did you mean "support"?'],
    ['role=', 'Unknown role ""'],
    ['rol=support', 'Unknown option "rol"'],
    ['select=no', 'must be true or false'],
    ['role=support&role=anonymous', 'Duplicate option'],
    ['role=%ff', 'percent-encoding'],
  ])('rejects ?%s', async (query, message) => {
    const response = await fetch(`${await serve((runtime) => runtime)}${PATH}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });

  it.each([
    { singleItemEnvelope: 'none', missingItemIsEmpty: false, missing: 404 },
    { singleItemEnvelope: 'none', missingItemIsEmpty: true, missing: 200 },
    { singleItemEnvelope: 'value', missingItemIsEmpty: false, missing: 404 },
    { singleItemEnvelope: 'value', missingItemIsEmpty: true, missing: 200 },
  ] as const)('describes the form of items: %j', async ({ missing, ...style }) => {
    const origin = await serve((runtime) => ({ ...runtime, rest: { ...runtime.rest, ...style } }));
    const document = await fetchDocument(origin);
    const judge = createJudge(document);
    for (const [id, status] of [
      [1, 200],
      [1_000_000, missing],
    ]) {
      const response = await fetch(`${origin}/api/Order/${id}`);
      expect(response.status).toBe(status);
      expect(judge('/Order/{id}', response.status, await response.text())).toBe('');
    }
    expect(judge('/Order/{id}', 200, '{"value":[{"id":1},{"id":2}]}')).not.toBe('');
    expect(judge('/Order/{id}', 404, '{}') === 'get /Order/{id} says nothing of 404').toBe(missing === 200);
  });

  it('describes the authentication by tokens, and the operations that need none', async () => {
    const issuer = {
      issuer: 'https://id.example.com',
      audiences: ['shop'],
      keys: { kind: 'discovery' },
      algorithms: ['RS256'],
      roleClaim: 'roles',
      clockSkewSeconds: 60,
    } as const;
    const runtime: Runtime = {
      ...production(app.config.runtime),
      authentication: { provider: 'Jwt', issuers: [issuer] },
    };
    const document = JSON.parse(await describeApi({ model: app.model, runtime, select: true })) as OpenApiDocument;
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    expect(document.components.securitySchemes).toMatchObject({ bearer: { type: 'http', scheme: 'bearer' } });
    expect(document.paths['/Order']?.get?.security).toEqual([{}, { bearer: [] }]);
    expect(document.paths['/Order']?.get?.responses).toHaveProperty('401');
    expect(document.components.parameters.role).toMatchObject({ schema: { type: 'string' } });
    expect(/"support"/.exec(JSON.stringify(document))).toBeNull();
  });

  it('names no role behind a platform, and describes the response 401', async () => {
    const runtime: Runtime = { ...app.config.runtime, authentication: { provider: 'StaticWebApps', issuers: [] } };
    const document = JSON.parse(await describeApi({ model: app.model, runtime, select: true })) as OpenApiDocument;
    expect(document.components.parameters.role?.schema).toEqual({ type: 'string' });
    expect(document.paths['/Order']?.get?.responses).toHaveProperty('401');
    expect(document.components).not.toHaveProperty('securitySchemes');
  });

  it('is generated by modules that are loaded only on demand', () => {
    const eager = readSources('src').filter(({ text }) => /from '(sofa-api|swagger-ui-dist)/.test(text));
    expect(eager.map(({ path }) => path)).toEqual([]);
  });
});
