import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, execute } from './mysql-family-support.ts';

const many = Array.from({ length: 64 }, (_, index) => `'m${index}'`).join(', ');

const tables = `
  create table films (
    id int primary key,
    features set('Trailers', 'Commentaries', 'Deleted Scenes', 'it''s') null,
    many set(${many}) not null default '',
    studio_id int null
  );
  insert into films (id, features, many, studio_id) values
    (1, 'Trailers', 'm0', 1), (2, 'Trailers,Commentaries', 'm0,m63', 1), (3, 'Commentaries', 'm63', 2), (4, '', '', 2),
    (5, null, '', 2), (6, 'Deleted Scenes,it''s', 'm31,m32', null);
  create table studios (id int primary key);
  insert into studios values (1), (2);`;

const entities = {
  Film: { source: 'films', relationships: { studio: { belongsTo: 'Studio', on: { studio_id: 'id' } } } },
  Studio: { source: 'studios', relationships: { films: { hasMany: 'Film', on: { id: 'studio_id' } } } },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'filters on a set', () => {
    let app: Application;

    beforeAll(async () => {
      app = await (await bootTables(server, 'family_sets', tables, entities))();
    });
    afterAll(() => app?.close());

    const films = async (filter: string, variables?: string): Promise<readonly number[]> => {
      const declared = variables === undefined ? '' : '($of: [String])';
      const { films } = JSON.parse(
        await execute(app, `query ${declared} { films(filter: ${filter}) { id } }`, variables),
      );
      return films.map(({ id }: { id: number }) => id);
    };

    test.each([
      ['{ features: { has: "Trailers" } }', [1, 2]],
      ['{ features: { has: "it\'s" } }', [6]],
      ['{ features: { has: null } }', []],
      ['{ features: { hasAny: ["Commentaries", "Deleted Scenes"] } }', [2, 3, 6]],
      ['{ features: { hasAny: [] } }', []],
      ['{ features: { hasAll: ["Trailers", "Commentaries"] } }', [2]],
      ['{ features: { hasAll: ["Trailers", null] } }', [1, 2]],
      ['{ features: { hasAll: [] } }', [1, 2, 3, 4, 6]],
      ['{ not: { features: { has: "Trailers" } } }', [3, 4, 6]],
      ['{ not: { features: { hasAny: [] } } }', [1, 2, 3, 4, 6]],
      ['{ many: { has: "m63" } }', [2, 3]],
      ['{ many: { hasAll: ["m0", "m63"] } }', [2]],
      ['{ many: { hasAny: ["m31", "m0"] } }', [1, 2, 6]],
      ['{ features: { has: "Commentaries", neq: "Commentaries" } }', [2]],
      ['{ many: { eq: "m0,m63" } }', [2]],
      ['{ many: { in: ["m63", "m31,m32"] } }', [3, 6]],
      ['{ many: { gt: "m31,m32" } }', [2, 3]],
    ])('match rows by their members: %s', async (filter, ids) => {
      // A statement is prepared at its third run.
      for (let run = 1; run <= 4; run += 1) expect(await films(filter), `run ${run}`).toEqual(ids);
    });

    test('accept members as a variable, and through relationships', async () => {
      for (const [of, ids] of [
        ['["Trailers"]', [1, 2]],
        ['["Commentaries", "it\'s"]', [2, 3, 6]],
        ['[]', []],
      ] as const) {
        expect(await films('{ features: { hasAny: $of } }', `{ "of": ${of} }`)).toEqual(ids);
      }
      expect(
        JSON.parse(
          await execute(app, '{ studios(filter: { films: { some: { features: { has: "Trailers" } } } }) { id } }'),
        ),
      ).toEqual({ studios: [{ id: 1 }] });
    });

    test.each(['"Trailer"', '"trailers"', '"Trailers,Commentaries"', '""'])(
      'reject a value that is not a member: %s',
      async (value) => {
        const apiError = {
          code: 'BadRequest',
          message: expect.stringContaining("must be one of Trailers, Commentaries, Deleted Scenes, it's, found"),
        };
        await expect(films(`{ features: { has: ${value} } }`)).rejects.toMatchObject(apiError);
        await expect(films(`{ features: { hasAny: [${value}] } }`)).rejects.toMatchObject(apiError);
      },
    );

    test('combine with an order of all 64 members', async () => {
      const pages: number[][] = [];
      for (let after: string | null = null; pages.length < 4; ) {
        const from: string = after === null ? '' : `, after: ${JSON.stringify(after)}`;
        const page = `films_connection(orderBy: [{ many: DESC }], first: 2${from}) { items { id } endCursor hasNextPage }`;
        const { films } = JSON.parse(await execute(app, `{ films: ${page} }`));
        pages.push(films.items.map(({ id }: { id: number }) => id));
        if (!films.hasNextPage) break;
        after = films.endCursor;
      }
      expect(pages).toEqual([
        [2, 3],
        [6, 1],
        [4, 5],
      ]);
    });

    test('have no string operators', () => {
      const [error] = validate(app.schema, parse('{ films(filter: { features: { contains: "Trailers" } }) { id } }'));
      expect(error?.message).toContain('contains');
    });
  });
});
