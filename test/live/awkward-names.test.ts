import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/base/problem.ts';
import { formatProblems, summarizeWarnings } from '../../src/config/format-problems.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';

const tables = `
  create table things (
    id int primary key, "Name.Prefix" text, "Name Prefix" text, "and" int, "constructor" text, "日本" text, "true" boolean,
    "some" int, parent_id int references things, "not this" point, area box, place point
  );
  insert into things values (1, 'Dr.', 'x', 5, 'c', 'j', true, 7, null, '(1,2)', '(1,2),(0,0)', '(3,4)');
  create table secrets (id int primary key, "odd one" point);`;

describe('columns whose names the APIs do not allow', () => {
  let rest: ServedRest;
  const warnings: Problem[] = [];
  beforeAll(async () => {
    const url = await createDatabase('postgres', 'awkward_names', []);
    const client = new Client(url);
    await client.connect();
    await client.query(tables).finally(() => client.end());
    const application = await bootFile(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': url },
        entities: {
          Thing: {
            source: 'things',
            expose: { exclude: ['not this'] },
            permissions: [{ role: 'anonymous', actions: ['*'] }],
            relationships: { parts: { hasMany: 'Thing' } },
          },
          Secret: {
            source: 'secrets',
            permissions: [{ role: 'anonymous', actions: [{ action: 'read', fields: { include: ['id'] } }] }],
          },
        },
      },
      (problem) => warnings.push(problem),
    );
    rest = await serveRest(application);
  });
  afterAll(() => rest.close());

  it('are renamed, and can be read, filtered, and written over both APIs', async () => {
    const row = {
      id: 1,
      Name_Prefix: 'Dr.',
      Name_Prefix_2: 'x',
      and_: 5,
      constructor_: 'c',
      column_6: 'j',
      true_: true,
      some_: 7,
      parent_id: null,
    };
    expect((await rest.get('Thing/1')).body).toMatchObject(row);
    const names = Object.keys(row).join(' ');
    const query = `{ things(filter: { Name_Prefix: { eq: "Dr." }, constructor_: { eq: "c" }, some_: { gt: 1 } }, orderBy: { and_: ASC }) { ${names} } }`;
    expect((await rest.fetch(`/graphql?query=${encodeURIComponent(query)}`)).body.data).toEqual({ things: [row] });
    const changed = await rest.fetch('/api/Thing/1', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ Name_Prefix: 'Prof.', true_: false }),
    });
    expect(changed.body).toMatchObject({ ...row, Name_Prefix: 'Prof.', true_: false });
  });

  it('are reported one by one, except for unreachable columns', () => {
    const messages = warnings.map(({ path, message }) => `${path.join('.')}: ${message}`);
    const renamed = messages.filter((line) => line.includes('is named'));
    expect(renamed).toEqual(
      [
        'Name.Prefix" is named "Name_Prefix"',
        'Name Prefix" is named "Name_Prefix_2"',
        'and" is named "and_"',
        'constructor" is named "constructor_"',
        '日本" is named "column_6"',
        'true" is named "true_"',
        'some" is named "some_"',
      ].map((part) => expect.stringContaining(part)),
    );
    expect(messages.filter((line) => line.includes('read as text'))).toHaveLength(2);
    expect(messages.join()).not.toMatch(/not this|odd one/);
  });

  it('are logged as one line per kind at startup', () => {
    const text = formatProblems(summarizeWarnings(warnings));
    expect(text).toContain(
      '7 columns have other names in the APIs, because their own names are invalid there; "joinery validate" lists them.',
    );
    expect(text).not.toContain('read as text');
    expect(text).not.toContain('Name_Prefix');
    const [first] = warnings;
    expect(first && summarizeWarnings([first])).toEqual([first]);
  });
});

describe('generated types whose names are taken', () => {
  let rest: ServedRest;
  beforeAll(async () => {
    const url = await createDatabase('postgres', 'awkward_types', []);
    const client = new Client(url);
    await client.connect();
    const ddl = `create type item as enum ('A', 'B');
      create table things (id int primary key, kind item, parent_id int references things);
      insert into things values (1, 'A', null), (2, 'B', 1)`;
    await client.query(ddl).finally(() => client.end());
    const entity = { source: 'things', permissions: [{ role: 'anonymous', actions: ['*'] }] };
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: {
        Item: { ...entity, relationships: { parts: { hasMany: 'Item' } } },
        ItemConnection: entity,
        CreateItemInput: entity,
        ItemAggregations: { ...entity, permissions: [{ role: 'anonymous', actions: ['read'] }] },
        ItemList: entity,
        Query: entity,
        Mutation: entity,
        Subscription: entity,
      },
    });
    rest = await serveRest(application);
  });
  afterAll(() => rest.close());

  it('are renamed with a trailing "_", and enums with their schema', () => {
    const { sdl } = rest.application;
    for (const type of [
      'type Item ',
      'type ItemConnection ',
      'input CreateItemInput ',
      'type ItemAggregations ',
      'type ItemConnection_ ',
      'type ItemConnectionConnection ',
      'type CreateItemInput_ ',
      'type ItemAggregations_ ',
      'input ItemListFilterInput ',
      'input ItemListFilterInput_ ',
      'type Query_ ',
      'type Mutation_ ',
      'type Subscription_ ',
      'type SubscriptionConnection ',
      'enum PublicItem ',
    ]) {
      expect(sdl.match(new RegExp(`^${type}`, 'gm')), type).toHaveLength(1);
    }
  });

  it('work like any other type', async () => {
    const query = `{ items_connection(filter: { parts: { some: { kind: { eq: B } } } }, orderBy: { id: DESC }) {
      __typename items { id kind parts { id } } groupBy(fields: [kind], having: { count: { eq: 1 } }) { aggregations { count } } } }`;
    expect((await rest.fetch(`/graphql?query=${encodeURIComponent(query)}`)).body).toEqual({
      data: {
        items_connection: {
          __typename: 'ItemConnection',
          items: [{ id: 1, kind: 'A', parts: [{ id: 2 }] }],
          groupBy: [{ aggregations: { count: 1 } }],
        },
      },
    });
    const created = await rest.fetch('/api/Item', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"id":3,"kind":"B"}',
    });
    expect([created.status, created.body.kind]).toEqual([201, 'B']);
    const openapi = await rest.fetch('/api/openapi.json');
    expect(openapi.text).toContain('"#/components/schemas/CreateItemInput"');
    expect(openapi.text).toContain('"#/components/schemas/CreateItemInput_"');
  });

  it('do not conflict with entities named like the root types', async () => {
    const query = `{ queries(first: 1) { __typename id } mutation_by_pk(id: 2) { __typename kind } subscriptions_connection { __typename totalCount } }`;
    expect((await rest.fetch(`/graphql?query=${encodeURIComponent(query)}`)).body).toEqual({
      data: {
        queries: [{ __typename: 'Query_', id: 1 }],
        mutation_by_pk: { __typename: 'Mutation_', kind: 'B' },
        subscriptions_connection: { __typename: 'SubscriptionConnection', totalCount: 3 },
      },
    });
    const mutation = 'mutation { updateSubscription(id: 2, item: { kind: A }) { __typename kind } }';
    const changed = await rest.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: mutation }),
    });
    expect(changed.body.data).toEqual({ updateSubscription: { __typename: 'Subscription_', kind: 'A' } });
    for (const path of ['Query', 'Mutation', 'Subscription/id/2'])
      expect((await rest.get(path)).status, path).toBe(200);
  });
});

describe('entities whose root fields collide', () => {
  let rest: ServedRest;
  const warnings: Problem[] = [];
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  beforeAll(async () => {
    const url = await createDatabase('postgres', 'same_root_fields', []);
    const client = new Client(url);
    await client.connect();
    const rows = `create table entity (id int primary key); create table entities (id int primary key);
      create table entities_connection (id int primary key); insert into entity values (1); insert into entities values (2);
      insert into entities_connection values (3);`;
    await client.query(rows).finally(() => client.end());
    const application = await bootFile(
      {
        'data-source': { 'database-type': 'postgresql', 'connection-string': url },
        entities: {
          Entity: { source: 'entity', permissions },
          Whole: { source: 'entities', graphql: { type: { singular: 'Whole', plural: 'Entities' } }, permissions },
          Entities_connection: {
            source: 'entities_connection',
            graphql: { type: { singular: 'Entities_connection', plural: 'Entities_connection' } },
            permissions,
          },
        },
      },
      (problem) => warnings.push(problem),
    );
    rest = await serveRest(application);
  });
  afterAll(() => rest.close());

  it('are served, and only the colliding fields are renamed', async () => {
    const query =
      '{ entities_ { id } entities_connection__ { items { id } } entities { id } entities_connection { id } entity_by_pk(id: 1) { id } }';
    expect((await rest.fetch(`/graphql?query=${encodeURIComponent(query)}`)).body.data).toEqual({
      entities_: [{ id: 1 }],
      entities_connection__: { items: [{ id: 1 }] },
      entities: [{ id: 2 }],
      entities_connection: [{ id: 3 }],
      entity_by_pk: { id: 1 },
    });
    const rootWarnings = warnings.filter(({ message }) => message.startsWith('Root fields'));
    expect(rootWarnings.map(({ path, severity }) => [path.join('.'), severity])).toContainEqual([
      'entities.Entity',
      'warning',
    ]);
    expect(rootWarnings.map(({ message }) => message).join()).toContain(
      '"entities" is named "entities_", "createEntities" is named "createEntities_", "deleteEntities" is named "deleteEntities_", because the entity "Whole" has fields of these names',
    );
  });

  it('are read and written over REST', async () => {
    for (const [index, name] of ['Entity', 'Whole', 'Entities_connection'].entries()) {
      expect((await rest.get(name)).body).toEqual({ value: [{ id: index + 1 }] });
      const headers = { 'content-type': 'application/json' };
      const created = await rest.fetch(`/api/${name}`, { method: 'POST', headers, body: '{"id":9}' });
      expect(created.status).toBe(201);
      expect((await rest.fetch(`/api/${name}/9`, { method: 'DELETE' })).status).toBe(204);
    }
  });
});
