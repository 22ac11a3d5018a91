import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createInputJudge,
  createJudge,
  fetchDocument,
  type OpenApiDocument,
  parameterNames,
} from './support/openapi-document.ts';
import { type SampleService, startSampleService } from './support/sample-service.ts';
import type { RequestOptions } from './support/serve-rest.ts';

describe.each([
  ['by default', {}],
  ['with compatibility "dab"', { compatibility: 'dab' }],
])('writes in the OpenAPI document, %s', (_name, runtime) => {
  let service: SampleService;
  let document: OpenApiDocument;
  let judge: ReturnType<typeof createJudge>;
  beforeAll(async () => {
    service = await startSampleService({ ...runtime, limits: { 'body-bytes': 2000 } });
    document = await fetchDocument(service.origin);
    judge = createJudge(document);
  });
  afterAll(() => service.close());

  it('are valid', async () => {
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
  });

  const json = { 'content-type': 'application/json' };
  it.each([
    ['/Thing', 'POST Thing', { code: 'a', name: 'a' }, {}],
    ['/Thing', 'POST Thing', { code: 'a', name: 'a' }, {}],
    ['/Thing', 'POST Thing', { code: 'b', name: 'b' }, { role: 'writer' }],
    ['/Thing', 'POST Thing', { code: 'c' }, {}],
    ['/Thing', 'POST Thing', { code: 'c' }, { role: 'anonymous' }],
    ['/Thing', 'POST Thing', 'x', { headers: { 'content-type': 'text/plain' } }],
    ['/Thing', 'POST Thing', { code: 'c', name: 'x'.repeat(2000) }, { headers: json }],
    ['/Thing', 'POST Thing', {}, { headers: { accept: 'text/html' } }],
    ['/Thing', 'POST Thing', { code: 'c', name: 'c', maker_id: 99 }, {}],
    ['/Log', 'POST Log', { message: 'a' }, {}],
    ['/Secret', 'POST Secret', { id: 3 }, { role: 'writer' }],
    [
      '/Thing/{code}',
      'PUT Thing/a',
      { name: 'a', tags: ['x', null], attributes: {}, made_on: '2024-02-29', weight: 0.5 },
      {},
    ],
    ['/Thing/{code}', 'PUT Thing/d', { name: 'd' }, {}],
    ['/Thing/{code}', 'PUT Thing/d', { name: 'd' }, { role: 'writer' }],
    ['/Thing/{code}', 'PUT Thing/e', { name: 'd' }, { role: 'writer' }],
    ['/Thing/{code}', 'PUT Thing/d', { name: 'd' }, { headers: { 'if-none-match': '*' } }],
    ['/Maker/{id}', 'PUT Maker/99', { name: 'd' }, {}],
    ['/Thing/{code}', 'PATCH Thing/d', { stock: 5 }, {}],
    ['/Thing/{code}', 'PATCH Thing/d', { stock: 5 }, { role: 'writer' }],
    ['/Thing/{code}', 'PATCH Thing/none', { stock: 5 }, {}],
    ['/Thing/{code}', 'PATCH Thing/d', { stock: 5 }, { headers: { 'if-match': '"x"' } }],
    ['/Thing/{code}', 'PATCH Thing/d', { stock: 99_999 }, {}],
    ['/Thing/{code}', 'PATCH Thing/f', { name: 'f' }, {}],
    ['/Maker/{id}', 'DELETE Maker/1', undefined, {}],
    ['/Maker/{id}', 'DELETE Maker/2', undefined, {}],
    ['/Maker/{id}', 'DELETE Maker/2', undefined, {}],
    ['/Maker/{id}', 'DELETE Maker/1', undefined, { role: 'anonymous' }],
    ['/Maker/{id}', 'DELETE Maker/1', undefined, { headers: { 'if-match': '"x"' } }],
  ] as readonly (readonly [string, string, unknown, RequestOptions])[])(
    'match the response of %s: %s %j %j',
    async (path, request, body, options) => {
      const { status, text, headers } = await service.send(request, body, options);
      const method = request.split(' ')[0]?.toLowerCase() ?? '';
      if (text !== '') expect(`${status} ${judge(path, status, text, method)}`).toBe(`${status} `);
      const described = document.paths[path]?.[method]?.responses[status];
      expect(described, `${method} ${path} ${status}`).toBeDefined();
      if (status >= 300) return;
      for (const name of ['location', 'etag']) {
        const named = Object.keys(described?.headers ?? {}).map((header) => header.toLowerCase());
        if (headers[name] !== undefined) expect(named).toContain(name);
      }
    },
  );

  it('list the supported preconditions and options', () => {
    const namesOf = (path: string, method: string) =>
      parameterNames(document, document.paths[path]?.[method] as never).filter((name) => name !== 'X-API-Role');
    expect(namesOf('/Thing', 'post')).toEqual(['$select', '$expand']);
    expect(namesOf('/Thing/{code}', 'put')).toEqual(['code', '$select', '$expand', 'If-Match', 'If-None-Match']);
    expect(namesOf('/Thing/{code}', 'patch')).toEqual(['code', '$select', '$expand', 'If-Match']);
    expect(namesOf('/Thing/{code}', 'delete')).toEqual(['code', 'If-Match']);
    expect(namesOf('/Secret/{id}', 'patch')).toEqual(['id', 'If-Match']);
  });

  it('have inputs with required, nullable, and generated fields', () => {
    const input = createInputJudge(document);
    expect(input('CreateThingInput', { code: 'a', name: 'b', price: '1.50', barcode: '9', color: null })).toBe('');
    expect(input('CreateThingInput', { name: 'b' })).toContain("must have required property 'code'");
    expect(input('CreateThingInput', { code: 'a', name: null })).toContain('must be string');
    expect(input('CreateThingInput', { code: 'a', name: 'a', worth: 1 })).toContain(
      'must NOT have additional properties',
    );
    expect(input('ReplaceThingInput', { name: 'a' })).toBe('');
    expect(input('ReplaceThingInput', { code: 'a', name: 'a' })).toContain('must NOT have additional properties');
    expect(input('UpdateThingInput', {})).toBe('');
    expect(input('CreateMakerInput', { name: 'a', id: 1 })).toContain('must NOT have additional properties');
    expect(input('UpdateThingInput', { color: 'BLUE' })).toContain('must be equal to one of the allowed values');
    const { Thing, Secret } = document.components.schemas;
    expect(Thing?.properties.worth).toMatchObject({ readOnly: true });
    expect(Secret).toBeUndefined();
  });
});

it('are those of the role in the document of a role', async () => {
  const service = await startSampleService();
  const methodsOf = async (role: string) => {
    const { paths, components } = await fetchDocument(service.origin, `/api/openapi.json?role=${role}`);
    const thing = ['/Thing', '/Thing/{code}'].map((path) => Object.keys(paths[path] ?? {}).join(' '));
    return { thing, maker: Object.keys(components.schemas.CreateMakerInput?.properties ?? {}) };
  };
  expect(await methodsOf('anonymous')).toEqual({ thing: ['get', 'get'], maker: [] });
  expect(await methodsOf('writer')).toEqual({
    thing: ['post', 'patch put delete'],
    maker: ['name', 'rating', 'owner'],
  });
  expect(await methodsOf('updater')).toEqual({ thing: ['get', 'get patch put'], maker: [] });
  expect(await methodsOf('junior')).toEqual({ thing: ['get', 'get'], maker: ['name', 'owner'] });
  await service.close();
});
