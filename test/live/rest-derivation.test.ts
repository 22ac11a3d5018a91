import { createRequire } from 'node:module';
import { type DocumentNode, print } from 'graphql';
import { useSofa } from 'sofa-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Entity, Routine } from '../../src/model/model.ts';
import { offeredChanges } from '../../src/model/visibility.ts';
import {
  createDeriveOperations,
  type DerivedOperations,
  restView,
} from '../../src/server/rest/document/derive-operations.ts';
import { offeredMethods } from '../../src/server/rest/path/offered-methods.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';

/** Paths at which sofa-api serves changes; it needs a separate path for an array of items. */
const changes = [
  { kind: 'create', method: 'POST', own: '' },
  { kind: 'createMany', method: 'POST', own: '/many' },
  { kind: 'replace', method: 'PUT', own: undefined },
  { kind: 'update', method: 'PATCH', own: undefined },
  { kind: 'delete', method: 'DELETE', own: undefined },
] as const;

const methods = [
  ['list', 'GET'],
  ['item', 'GET'],
  ['create', 'POST'],
  ['replace', 'PUT'],
  ['update', 'PATCH'],
  ['delete', 'DELETE'],
] as const;

interface Endpoint {
  readonly entity: Entity;
  readonly kind: keyof DerivedOperations;
  readonly field: string;
  readonly method: string;
  readonly path: string;
  readonly example: string;
}

function executeEndpoint(entity: Entity, { operation }: Routine): Endpoint {
  const path = `/${entity.rest.path}`;
  const [root, method] = operation === 'query' ? ['Query', 'GET'] : ['Mutation', 'POST'];
  return {
    entity,
    kind: 'execute',
    field: `${root}.${entity.graphql.execute}`,
    method: method ?? '',
    path,
    example: path,
  };
}

/** Compares each endpoint with the document that sofa-api's router runs at the same path. */
describeOn('postgres', 'REST endpoints', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop();
  });
  afterAll(() => app.close());

  it("run the operations of sofa-api's router", async () => {
    const endpoints = app.model.entities
      .filter(({ rest }) => rest.enabled)
      .flatMap((entity): readonly Endpoint[] => {
        const { graphql, rest, key, routine } = entity;
        const path = `/${rest.path}`;
        if (routine !== undefined) return [executeEndpoint(entity, routine)];
        const ofItem = {
          path: `${path}/${key.map((field) => `:${field.name}`).join('/')}`,
          example: `${path}/${key.map(() => '1').join('/')}`,
        };
        const list = { entity, kind: 'list' as const, field: `Query.${graphql.connection}`, method: 'GET' };
        return [
          { ...list, path, example: path },
          { entity, kind: 'item' as const, field: `Query.${graphql.one}`, method: 'GET', ...ofItem },
          ...changes
            .filter(({ kind }) => offeredChanges(entity).includes(kind))
            .map(({ kind, method, own: suffix }) => ({
              entity,
              kind,
              field: `Mutation.${graphql.changes[kind]}`,
              method,
              ...(suffix === undefined ? ofItem : { path: path + suffix, example: path + suffix }),
            })),
        ];
      });
    const ran: DocumentNode[] = [];
    const sofa = useSofa({
      basePath: '/api',
      schema: restView(app.model),
      routes: Object.fromEntries(
        endpoints.map(({ field, path, method }) => [field, { path, method: method as 'GET' }]),
      ),
      execute: async ({ document }) => {
        ran.push(document);
        return { data: {} };
      },
    });
    const derive = createDeriveOperations(app.model);
    for (const { entity, kind, method, example } of endpoints) {
      ran.length = 0;
      const headers = { 'content-type': 'application/json' };
      const body = ['GET', 'DELETE'].includes(method) ? {} : { headers, body: '{}' };
      await sofa.fetch(`http://localhost/api${example}`, { method, ...body });
      const node = derive(entity)?.[kind]?.node;
      expect(ran.map(print), example).toEqual([node && print(node)]);
    }
    const derived = app.model.entities.flatMap((entity) => Object.keys(derive(entity) ?? {}));
    expect(endpoints).toHaveLength(derived.length);
    expect(endpoints.length).toBeGreaterThan(10);
  });

  it('are complete: no path accepts another method', () => {
    const derive = createDeriveOperations(app.model);
    const tables = app.model.entities.filter(({ routine }) => routine === undefined);
    const served = tables.flatMap((entity) =>
      methods.map(([kind, method]) => {
        const key = kind === 'list' || kind === 'create' ? [] : entity.key.map(() => '1');
        const offered = offeredMethods({ entity, key }, app.model).includes(method);
        return [entity.name, kind, offered, derive(entity)?.[kind] !== undefined] as const;
      }),
    );
    expect(served.filter(([, , offered, derived]) => offered !== derived)).toEqual([]);
    expect(served.filter(([, , offered]) => offered).length).toBeGreaterThan(10);
    const procedures = app.model.entities.filter(({ routine }) => routine !== undefined);
    const run = procedures.map((entity) => [
      entity.name,
      offeredMethods({ entity, key: [] }, app.model),
      Object.keys(derive(entity) ?? {}),
    ]);
    expect(run).toEqual([
      ['TopProducts', ['GET', 'HEAD', 'POST', 'OPTIONS'], ['execute']],
      ['PlaceOrder', ['POST', 'OPTIONS'], ['execute']],
      ['Restock', ['POST', 'OPTIONS'], ['execute']],
    ]);
  });
});

it('use the same copy of @graphql-tools/utils as sofa-api', () => {
  const ours = createRequire(new URL('../../src/server/rest/document/derive-operations.ts', import.meta.url));
  const theirs = createRequire(ours.resolve('sofa-api'));
  expect(ours.resolve('@graphql-tools/utils')).toBe(theirs.resolve('@graphql-tools/utils'));
});
