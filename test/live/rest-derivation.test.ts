import { type DocumentNode, print } from 'graphql';
import { useSofa } from 'sofa-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createDeriveOperations, restView } from '../../src/server/rest/derive-operations.ts';
import { offeredMethods } from '../../src/server/rest/offered-methods.ts';
import { bootShop } from '../support/boot-shop.ts';
import { describeOn } from '../support/servers.ts';

/** Every endpoint by the path that sofa-api is told to serve it under, with the document that its router runs for it. */
describeOn('postgres', 'REST endpoints', () => {
  let app: Application;
  beforeAll(async () => {
    app = await bootShop('postgres');
  });
  afterAll(() => app.close());

  it('are the operations that the router of sofa-api runs', async () => {
    const endpoints = app.model.entities
      .filter(({ rest }) => rest.enabled)
      .flatMap((entity) => {
        const { graphql, rest, key } = entity;
        const path = `/${rest.path}`;
        return [
          { entity, kind: 'list' as const, field: graphql.connection, path, example: path },
          {
            entity,
            kind: 'one' as const,
            field: graphql.one,
            path: `${path}/${key.map((field) => `:${field.name}`).join('/')}`,
            example: `${path}/${key.map(() => '1').join('/')}`,
          },
        ];
      });
    const ran: DocumentNode[] = [];
    const sofa = useSofa({
      basePath: '/api',
      schema: restView(app.model),
      routes: Object.fromEntries(endpoints.map(({ field, path }) => [`Query.${field}`, { path }])),
      execute: async ({ document }) => {
        ran.push(document);
        return { data: {} };
      },
    });
    const derive = createDeriveOperations(app.model);
    for (const { entity, kind, example } of endpoints) {
      ran.length = 0;
      await sofa.fetch(`http://localhost/api${example}`);
      const node = derive(entity)?.[kind]?.node;
      expect(ran.map(print), example).toEqual([node && print(node)]);
    }
    const derived = app.model.entities.flatMap((entity) => Object.keys(derive(entity) ?? {}));
    expect(endpoints).toHaveLength(derived.length);
    expect(endpoints.length).toBeGreaterThan(10);
  });

  it('are all that is served: no path takes GET without one', () => {
    const derive = createDeriveOperations(app.model);
    const served = app.model.entities.flatMap((entity) =>
      (['list', 'one'] as const).map((kind) => {
        const key = kind === 'one' ? entity.key.map(() => '1') : [];
        const offered = offeredMethods({ entity, key }, app.model).includes('GET');
        return [entity.name, kind, offered, derive(entity)?.[kind] !== undefined] as const;
      }),
    );
    expect(served.filter(([, , offered, derived]) => offered !== derived)).toEqual([]);
    expect(served.filter(([, , offered]) => offered).length).toBeGreaterThan(10);
  });
});
