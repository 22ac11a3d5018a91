import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { listen } from './support/listen.ts';
import {
  createJudge,
  fetchDocument,
  fillPath,
  itemPath,
  type OpenApiDocument,
  parameterNames,
} from './support/openapi-document.ts';

const ddl = `
  create schema sales;
  create type mood as enum ('sad', 'ok', 'very happy');
  create type grade as enum ('A', 'B');
  create table sales.lines (order_no bigint, line smallint, note text, primary key (order_no, line));
  insert into sales.lines values (9007199254740993, 1, 'first'), (9007199254740993, 2, null);
  create table everything (
    id uuid primary key, c_short smallint, c_int int, c_long bigint, c_single real, c_double double precision, c_decimal numeric(30, 8),
    c_boolean boolean, c_text text, c_varchar varchar(9), c_date date, c_timestamp timestamp, c_timestamptz timestamptz(3), c_time time,
    c_bytea bytea, c_json jsonb, c_mood mood, c_grade grade, c_interval interval, c_inet inet,
    c_ints int[], c_texts varchar(9)[], c_grades grade[], c_jsons jsonb[], c_longs bigint[], c_doubles float8[], c_times timestamptz[]);
  insert into everything values
    ('f81d4fae-7dec-11d0-a765-00a0c91e6bf6', 1, 2, 9223372036854775807, 0.1, 1e300, 1234567890123456789012.12345678,
     true, 'ü', 'nine char', '1999-01-08', '1999-01-08 10:23:54', '1999-01-08 10:23:54.123+02', '10:23:54.5',
     '\\x00ff', '{"a": [1, null]}', 'very happy', 'B', '1 day', '10.0.0.1',
     '{1,null}', '{a,null}', '{A,null}', array['[]', null]::jsonb[], '{1,null}', '{NaN,1.5,null}', array['1999-01-08 10:23:54Z', null]::timestamptz[]);
  insert into everything (id, c_single, c_double, c_decimal) values
    ('f81d4fae-7dec-11d0-a765-00a0c91e6bf7', 'NaN', '-Infinity', 'NaN');
  insert into everything (id, c_json) values ('f81d4fae-7dec-11d0-a765-00a0c91e6bf8', 'null');
  create table logs (message text, at timestamptz not null default now());
  insert into logs values ('one'), ('two');
  create view totals as select order_no, count(*) as lines from sales.lines group by order_no;
  create table secrets (code text primary key, owner text not null, amount money);
  insert into secrets values ('a/b c%+', 'me', 12.5);
  create table hidden_keys (id int primary key, name text not null, secret_code text references secrets);
  insert into hidden_keys values (1, 'one', 'a/b c%+');
  create table flags (region text, active boolean, primary key (region, active));
  insert into flags values ('a', true);`;

const anonymousRead = [{ role: 'anonymous', actions: ['read'] }];
const entities = {
  Line: { source: 'sales.lines', rest: { path: 'sales/order-lines' }, permissions: anonymousRead },
  Everything: { source: 'everything', rest: { path: 'größen/{alle}' }, permissions: anonymousRead },
  ErrorBody: { source: 'logs', description: 'What was done', permissions: anonymousRead },
  Total: { source: { object: 'totals', type: 'view' }, permissions: anonymousRead },
  Secret: {
    source: 'secrets',
    graphql: false,
    permissions: [...anonymousRead, { role: 'clerk', actions: [{ action: 'read', fields: { exclude: ['code'] } }] }],
    relationships: {
      holders: { hasMany: 'HiddenKey', on: { code: 'secret_code' } },
      flags: { hasMany: 'Flag', on: { owner: 'region' } },
    },
  },
  HiddenKey: {
    source: 'hidden_keys',
    rest: { expand: false },
    expose: { exclude: ['id'] },
    permissions: anonymousRead,
    relationships: { secret: { belongsTo: 'Secret' } },
  },
  Flag: { source: 'flags', rest: false, permissions: anonymousRead },
  Closed: { source: 'logs', permissions: [{ role: 'clerk', actions: [] }] },
};

describe('the OpenAPI document of an unusual configuration', () => {
  let app: Application;
  let served: Awaited<ReturnType<typeof listen>>;
  let document: OpenApiDocument;
  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'odd.sql');
    await writeFile(file, ddl);
    app = await bootFile({
      'data-source': {
        'database-type': 'postgresql',
        'connection-string': await createDatabase('postgres', 'openapi_odd', [file]),
      },
      runtime: {
        rest: { path: '/v1/data' },
        'base-route': '/shop',
        numbers: 'string',
        pagination: { 'max-page-size': 50, 'default-page-size': 10, 'next-link-relative': true },
        host: { mode: 'development', authentication: { provider: 'Simulator' } },
      },
      entities,
    });
    served = await listen(app);
    document = await fetchDocument(served.origin, '/v1/data/openapi.json');
  });
  afterAll(() => served.close());

  it('is valid for every role', async () => {
    const paths = ['', '?role=anonymous', '?role=authenticated', '?role=clerk', '?role=clerk&select=false'];
    for (const query of paths) {
      const found = await fetchDocument(served.origin, `/v1/data/openapi.json${query}`);
      expect(await new Validator().validate({ ...found }), query).toMatchObject({ valid: true });
    }
  });

  it('lists the accessible entities under their configured paths', () => {
    expect(Object.keys(document.paths)).toEqual([
      '/sales/order-lines',
      '/sales/order-lines/{order_no}/{line}',
      '/gr%C3%B6%C3%9Fen/%7Balle%7D',
      '/gr%C3%B6%C3%9Fen/%7Balle%7D/{id}',
      '/ErrorBody',
      '/Total',
      '/Secret',
      '/Secret/{code}',
      '/HiddenKey',
    ]);
    expect(document.servers).toEqual([{ url: '/shop/v1/data' }]);
  });

  it('describes every response correctly', async () => {
    const judge = createJudge(document);
    const request = async (path: string, url: string) => {
      const response = await fetch(`${served.origin}/v1/data${url}`);
      const body = await response.text();
      expect(`${url} ${response.status} ${judge(path, response.status, body)}`).toBe(`${url} 200 `);
      return JSON.parse(body);
    };
    for (const collection of Object.keys(document.paths).filter((path) => !/\{/.test(path))) {
      const { value } = await request(collection, `${collection}?$count=true`);
      expect(value.length, collection).toBeGreaterThan(0);
      await request(collection, `${collection}?$first=1`);
      const item = itemPath(document, collection);
      for (const row of item === undefined ? [] : value)
        expect(await request(item ?? '', fillPath(item ?? '', row))).toEqual(row);
    }
    await request('/Secret', '/Secret?$expand=holders($count=true)');
  });

  it('has exact types', () => {
    const { Everything, Line, HiddenKey, Secret, ErrorBody } = document.components.schemas;
    const digits = { type: ['string', 'null'], format: 'int64', pattern: '^-?[0-9]+$' };
    const float = { anyOf: [{ type: 'number', format: 'double' }, expect.anything(), { type: 'null' }] };
    expect(Everything?.properties).toMatchObject({
      id: { type: 'string', format: 'uuid' },
      c_long: digits,
      c_decimal: { type: ['string', 'null'], format: 'decimal' },
      c_double: float,
      c_doubles: { type: ['array', 'null'], items: float },
      c_varchar: { type: ['string', 'null'], maxLength: 9 },
      c_bytea: { type: ['string', 'null'], contentEncoding: 'base64' },
      c_json: {},
      c_mood: { type: ['string', 'null'] },
      c_grade: { anyOf: [{ $ref: '#/components/schemas/Grade' }, { type: 'null' }] },
      c_interval: { type: ['string', 'null'] },
    });
    expect(document.components.schemas.Grade).toEqual({ type: 'string', enum: ['A', 'B'] });
    const [orderNo] = document.paths['/sales/order-lines/{order_no}/{line}']?.get?.parameters ?? [];
    expect(orderNo).toEqual({
      name: 'order_no',
      in: 'path',
      required: true,
      schema: { ...digits, type: 'string' },
    });
    expect(Object.keys(Line?.properties ?? {})).toEqual(['order_no', 'line', 'note']);
    // Omits relationships that cannot be expanded, entities that REST does not expose, and hidden keys.
    expect(Object.keys(HiddenKey?.properties ?? {})).toEqual(['name', 'secret_code']);
    expect(Object.keys(Secret?.properties ?? {})).toEqual(['code', 'owner', 'amount', 'holders', 'holders_connection']);
    // The entity keeps the schema name that errors have in other documents.
    expect(ErrorBody).toMatchObject({ description: 'What was done' });
    expect(document.components.schemas.ErrorBody_).toMatchObject({ required: ['error'] });
  });

  it('lists the available options of each collection', () => {
    const names = (path: string) => {
      const operation = document.paths[path]?.get;
      return operation === undefined ? [] : parameterNames(document, operation).filter((name) => name.startsWith('$'));
    };
    const plain = ['$select', '$filter', '$orderby', '$first', '$skip', '$last', '$count'];
    expect(names('/Total')).toEqual(plain);
    expect(names('/ErrorBody')).toEqual([...plain.slice(0, 2), '$search', ...plain.slice(2)]);
    expect(names('/Secret')).toEqual(expect.arrayContaining([...plain, '$search', '$after', '$before', '$expand']));
    expect(names('/HiddenKey')).not.toContain('$expand');
    expect(names('/sales/order-lines/{order_no}/{line}')).toEqual(['$select']);
    expect(document.components.parameters.first?.schema).toMatchObject({ minimum: 0, maximum: 50 });
  });

  it('lists for a role only what that role may do', async () => {
    const clerk = await fetchDocument(served.origin, '/v1/data/openapi.json?role=clerk');
    expect(clerk.info.description).toContain('`clerk`');
    expect(Object.keys(clerk.paths)).toEqual(Object.keys(document.paths).filter((path) => path !== '/Secret/{code}'));
    expect(Object.keys(clerk.components.schemas.Secret?.properties ?? {})).toEqual([
      'owner',
      'amount',
      'holders',
      'holders_connection',
    ]);
    const secrets = clerk.paths['/Secret']?.get;
    expect(secrets && parameterNames(clerk, secrets)).not.toContain('$after');
    expect(clerk.components.parameters.role).toMatchObject({
      required: true,
      schema: { enum: ['clerk'], default: 'clerk' },
    });
    const judge = createJudge(clerk);
    const response = await fetch(`${served.origin}/v1/data/Secret?$expand=holders`, {
      headers: { 'x-api-role': 'clerk' },
    });
    expect(judge('/Secret', response.status, await response.text())).toBe('');
    const authenticated = await fetchDocument(served.origin, '/v1/data/openapi.json?role=authenticated');
    expect(authenticated.components.parameters.role).toMatchObject({ required: false });
    expect(Object.keys(authenticated.paths)).toEqual(Object.keys(document.paths));
  });

  it('is rebuilt when the model changes', async () => {
    let { model } = app;
    const changing = await listen({
      ...app,
      get model() {
        return model;
      },
      close: async () => undefined,
    });
    const pathsNow = async () => Object.keys((await fetchDocument(changing.origin, '/v1/data/openapi.json')).paths);
    expect(await pathsNow()).toContain('/Secret');
    const left = model.entities.filter(({ name }) => name !== 'Secret');
    model = { ...model, entities: left, byName: new Map(left.map((entity) => [entity.name, entity])) };
    expect(await pathsNow()).not.toContain('/Secret');
    await changing.close();
  });
});
