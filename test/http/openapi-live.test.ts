import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { offeredMethods } from '../../src/server/rest/path/offered-methods.ts';
import { bootShop } from '../support/boot-shop.ts';
import { listen } from './support/listen.ts';
import {
  createInputJudge,
  createJudge,
  fetchDocument,
  fillPath,
  itemPath,
  type OpenApiDocument,
  parameterNames,
} from './support/openapi-document.ts';

describe('the OpenAPI document of the shop', () => {
  let app: Application;
  let served: Awaited<ReturnType<typeof listen>>;
  let document: OpenApiDocument;
  let judge: ReturnType<typeof createJudge>;
  beforeAll(async () => {
    app = await bootShop();
    served = await listen(app);
    document = await fetchDocument(served.origin);
    judge = createJudge(document);
  });
  afterAll(() => served.close());

  /** Sends a request, validates the response against the document, and returns the status and the body. */
  async function request(path: string, url: string, headers: Record<string, string> = {}) {
    const response = await fetch(`${served.origin}/api${url}`, {
      headers: { 'x-api-role': 'anonymous', ...headers },
    });
    const body = await response.text();
    expect(`${url} ${judge(path, response.status, body)}`).toBe(`${url} `);
    return { status: response.status, body: body === '' ? {} : JSON.parse(body) };
  }
  const collections = () => Object.keys(document.paths).filter((path) => itemPath(document, path) !== undefined);

  it('is valid', async () => {
    const result = await new Validator().validate({ ...document });
    expect(result).toMatchObject({ valid: true });
    expect(document.openapi).toBe('3.1.0');
  });

  it('has working examples of options with field names of the entity', async () => {
    const requests = collections().flatMap((path) =>
      (document.paths[path]?.get?.parameters ?? []).flatMap(({ $ref = '', description = '' }) => {
        const [, example] = / Example: `(.*)`\.$/.exec(description) ?? [];
        return example === undefined ? [] : [{ path, option: `$${$ref.split('/').at(-1)}`, example }];
      }),
    );
    expect(new Set(requests.map(({ option }) => option))).toEqual(new Set(['$select', '$filter', '$orderby']));
    for (const { path, option, example } of requests) {
      const { status } = await request(path, `${path}?${option}=${encodeURIComponent(example)}&$first=1`, {
        'x-api-role': 'staff',
      });
      expect([path, option, example, status]).toEqual([path, option, example, 200]);
    }
  });

  it('has examples of bodies that match their schemas', () => {
    const wrong = createInputJudge(document);
    const inputs = Object.entries(document.components.schemas).flatMap(([name, { examples }]) =>
      Array.isArray(examples) ? [{ name, example: examples[0] }] : [],
    );
    for (const { name, example } of inputs) {
      expect(Object.keys(example)).not.toEqual([]);
      expect(`${name} ${wrong(name, example)}`).toBe(`${name} `);
    }
    expect(inputs.some(({ name }) => name === 'CreateOrderInput')).toBe(true);
  });

  it('has exactly the served paths, without writes that take the key from the body', () => {
    const offered = app.model.entities.flatMap((entity) => {
      const key = entity.key.map(({ name }) => `{${name}}`);
      return (key.length === 0 ? [[]] : [[], key]).flatMap((segments) =>
        offeredMethods({ entity, key: segments }, app.model)
          .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
          .filter((method) => segments.length > 0 || (method !== 'PUT' && method !== 'PATCH'))
          .map((method) => `${method} /${[entity.rest.path, ...segments].join('/')}`),
      );
    });
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(offered.sort());
    expect(described.length).toBe({ postgres: 56, mariadb: 53, mysql: 54, sqlserver: 53 }[inject('server')]);
  });

  it('has unique operation IDs that equal the GraphQL names', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    // A function with several methods is one GraphQL operation.
    expect(ids.filter((id) => app.model.rootFields.has(id.replace(/_post$/, '')))).toEqual(ids);
  });

  it('describes the response 304', async () => {
    const { headers } = await fetch(`${served.origin}/api/Order/1`);
    const etag = headers.get('etag') ?? '';
    const { status } = await request('/Order/{id}', '/Order/1', {
      'if-none-match': etag,
      'x-api-role': 'authenticated',
    });
    expect(status).toBe(304);
  });

  it('describes items with all their relationships', async () => {
    const related = {
      Order: 'customer,employee,orderDetails',
      Product: 'category,suppliers',
      Address: 'shippedOrders',
    };
    for (const [type, expand] of Object.entries(related)) {
      for (let id = 1; id <= 40; id += 1) {
        const { status } = await request(`/${type}/{id}`, `/${type}/${id}?$expand=${expand}`);
        expect(`${type} ${id}: ${status}`).toBe(`${type} ${id}: 200`);
      }
    }
  });

  it.each([
    { status: 400, request: '$first=-2', url: '/Customer?$first=-2' },
    { status: 400, request: 'too large a page', url: '/Customer?$first=1001' },
    { status: 400, request: 'an unknown field', url: '/Customer?$filter=nothing eq 1' },
    { status: 400, request: 'an unknown option', url: '/Customer?$frist=1' },
    { status: 400, request: 'a key of another type', url: '/Customer/one' },
    { status: 403, request: 'an entity that the role may not read', url: '/Employee', role: 'support' },
    { status: 403, request: 'a field that the role may not read', url: '/Customer?$select=email', role: 'support' },
    { status: 403, request: 'a role that does not exist', url: '/Customer', role: 'nobody' },
    { status: 404, request: 'an item that does not exist', url: '/Customer/1000000' },
    { status: 406, request: 'a list as HTML', url: '/Customer', accept: 'text/html' },
    { status: 406, request: 'an item as HTML', url: '/Customer/1', accept: 'text/html' },
    { status: 414, request: 'a URL that is too long', url: `/Customer?$search=${'a'.repeat(17_000)}` },
    { status: 431, request: 'headers that are too long', url: '/Customer', accept: `${'a'.repeat(60_000)}/*` },
  ])('describes the response $status to $request', async ({ status, url, role = 'anonymous', accept = '*/*' }) => {
    const path = url.replace(/^\/(\w+)(\/\w+)?.*$/s, (_whole, name, key) => `/${name}${key ? '/{id}' : ''}`);
    const answer = await request(path, url, { 'x-api-role': role, accept });
    expect(answer).toMatchObject({ status, body: { error: { status } } });
  });

  it('describes lists, items, and expanded items, for every row', { timeout: 300_000 }, async () => {
    let rows = 0;
    for (const collection of collections()) {
      const { body } = await request(collection, `${collection}?$first=1000&$count=true`);
      rows += body.value.length;
      const item = itemPath(document, collection) ?? '';
      const [first] = body.value;
      expect((await request(item, fillPath(item, first))).body).toEqual(first);
      const type = document.paths[collection]?.get?.responses[200]?.content?.['application/json']?.schema
        .$ref as string;
      const { properties } = document.components.schemas[type.replace(/.*\/|Connection$/g, '')] ?? { properties: {} };
      const related = Object.keys(properties).filter((name) => !(name in first) && !name.endsWith('_connection'));
      expect(related.length).toBeGreaterThan(0);
      for (const name of related) {
        const counted = Array.isArray(properties[name]?.anyOf) ? '' : '($first=3;$count=true)';
        const expanded = await request(
          collection,
          `${collection}?$first=20&$select=${Object.keys(first)[0]}&$expand=${name}${counted}`,
        );
        expect(expanded.body.value[0]).toHaveProperty(name);
      }
    }
    expect(rows).toBeGreaterThan(1000);
  });

  it('lists every option of a collection, and each option works', async () => {
    const options = {
      $select: 'id,name',
      $filter: "contains(name,'a')",
      $search: 'a',
      $orderby: 'name desc nulls last',
      $first: '3',
      $last: '3',
      $skip: '1',
      $count: 'true',
      $expand: 'orders($first=2)',
      $after: '',
      $before: '',
    };
    const offered = parameterNames(document, document.paths['/Customer']?.get as never);
    expect(offered.filter((name) => name.startsWith('$')).sort()).toEqual(Object.keys(options).sort());
    for (const [name, value] of Object.entries(options)) {
      if (value === '') continue;
      const { status } = await request('/Customer', `/Customer?${name}=${encodeURIComponent(value)}`);
      expect(`${name} ${status}`).toBe(`${name} 200`);
    }
    const { body } = await request('/Customer', '/Customer?$first=2');
    const after = new URL(body.nextLink).searchParams.get('$after') ?? '';
    for (const name of ['$after', '$before']) {
      const { status } = await request('/Customer', `/Customer?${name}=${encodeURIComponent(after)}`);
      expect(status).toBe(200);
    }
  });

  it('requires every field without $select, and responses have them', async () => {
    const whole = await fetchDocument(served.origin, '/api/openapi.json?select=false');
    expect(await new Validator().validate({ ...whole })).toMatchObject({ valid: true });
    expect(JSON.stringify(whole.paths)).not.toContain('parameters/select');
    expect(document.components.schemas.Order).not.toHaveProperty('required');
    const judgeWhole = createJudge(whole);
    for (const role of ['anonymous', 'support']) {
      for (const collection of collections().filter((path) => path !== '/Employee')) {
        const response = await fetch(`${served.origin}/api${collection}?$first=5`, {
          headers: { 'x-api-role': role },
        });
        expect(judgeWhole(collection, response.status, await response.text()), collection).toBe('');
      }
    }
    const { Customer, Order } = whole.components.schemas;
    expect(Order?.required).toContain('total');
    expect(Customer?.required).toContain('name');
    expect(Customer?.required).not.toContain('email');
    expect(judgeWhole('/Order', 200, '{"value":[{"id":1}]}')).toContain("must have required property 'total'");
  });
});
