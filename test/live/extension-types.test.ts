import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';
import { describeOn } from '../support/servers.ts';

const ddl = `
  create schema extensions;
  create schema app;
  create extension ltree schema extensions;
  create extension citext schema extensions;
  create extension hstore schema extensions;
  create extension isn schema extensions;
  -- Its operators of int[] match better than those of pg_catalog, and fail on NULL.
  create extension intarray schema app;
  create table app.tree (path extensions.ltree primary key, email extensions.citext unique, attrs extensions.hstore);
  insert into app.tree values ('a', 'Ann@X.org', 'a=>1'), ('a.b', 'bob@x.org', null), ('a.b.c', 'CAT@x.org', '');
  create domain app.email as extensions.citext check (value::text like '%@%');
  create table app.leaf (id serial primary key, mail app.email references app.tree (email), up extensions.ltree);
  insert into app.leaf (mail, up) values ('ANN@x.org', 'a'), ('bob@X.ORG', 'a.b');
  create table app.follower (tree extensions.ltree references app.tree, leaf int references app.leaf, primary key (tree, leaf));
  insert into app.follower values ('a', 1), ('a.b', 1);
  create table app.person (
    id serial primary key, email extensions.citext not null unique, numbers int[], isbn extensions.isbn, other varchar
  );
  insert into app.person (email, numbers, isbn, other) values ('Ann@x.org', '{1,2}', '0-306-40615-2', 'ANN@X.ORG'),
    ('bob@x.org', '{1,null}', '0-19-853453-1', 'bob@x.org'), ('CAT@x.org', '{}', null, null),
    ('dan@x.org', null, '0-19-853453-1', null), ('EVE@x.org', '{2}', null, null);
  create index on app.person (email, id);
  -- cid has an equality, and no operator for its contrary.
  create table app.visit (id serial primary key, email extensions.citext, command cid);
  insert into app.visit (email, command) values ('b', '1'), ('A', '1'), ('B', '2'), ('c', null);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const many = (entity: string, link = {}): object => ({ cardinality: 'many', 'target.entity': entity, ...link });
const toOne = (entity: string, link = {}): object => ({ cardinality: 'one', 'target.entity': entity, ...link });
const entities = {
  Tree: {
    source: 'app.tree',
    permissions,
    relationships: {
      mailed: many('Leaf'),
      followers: many('Leaf', { 'linking.object': 'app.follower' }),
      below: many('Leaf', { 'source.fields': ['path'], 'target.fields': ['up'] }),
    },
  },
  Leaf: { source: 'app.leaf', permissions, relationships: { owner: toOne('Tree') } },
  Person: {
    source: 'app.person',
    permissions,
    // A citext column compared with text is compared as text.
    relationships: { same: many('Person', { 'source.fields': ['email'], 'target.fields': ['other'] }) },
  },
  Visit: { source: 'app.visit', permissions },
};

describe.each(['app', 'app, extensions', 'extensions, app, pg_catalog'])('with the search path %s', (path) => {
  describeOn('postgres', 'types of extensions', () => {
    let served: ServedTables;
    beforeAll(async () => {
      const set = `do $$ begin execute format('alter database %I set search_path = ${path}', current_database()); end $$`;
      served = await serveTables('extension_types', `${ddl}${set}`, entities);
    });
    afterAll(async () => {
      expect(served.logged).toEqual([]);
      await served.close();
    });

    it.each([
      [
        'leaves { id mail owner { email } }',
        [
          { id: 1, mail: 'ANN@x.org', owner: { email: 'Ann@X.org' } },
          { id: 2, mail: 'bob@X.ORG', owner: { email: 'bob@x.org' } },
        ],
      ],
      [
        'trees { path mailed { id } followers { id } below { id } }',
        [
          { path: 'a', mailed: [{ id: 1 }], followers: [{ id: 1 }], below: [{ id: 1 }] },
          { path: 'a.b', mailed: [{ id: 2 }], followers: [{ id: 1 }], below: [{ id: 2 }] },
          { path: 'a.b.c', mailed: [], followers: [], below: [] },
        ],
      ],
      ['trees(filter: { email: { eq: "ANN@X.ORG" } }) { path }', [{ path: 'a' }]],
      ['trees(filter: { email: { neq: "ANN@X.ORG" } }) { path }', [{ path: 'a.b' }, { path: 'a.b.c' }]],
      ['trees(filter: { email: { in: ["BOB@X.ORG"] } }) { path }', [{ path: 'a.b' }]],
      ['trees(filter: { email: { startsWith: "ca" } }) { path }', [{ path: 'a.b.c' }]],
      [
        'trees(filter: { email: { contains: "@x.ORG" } }) { path }',
        [{ path: 'a' }, { path: 'a.b' }, { path: 'a.b.c' }],
      ],
      ['trees(filter: { path: { gt: "a" } }) { path }', [{ path: 'a.b' }, { path: 'a.b.c' }]],
      ['trees(filter: { attrs: { eq: "a=>1" } }) { path }', [{ path: 'a' }]],
      ['trees(filter: { attrs: { in: ["", "a=>1"] } }) { path }', [{ path: 'a' }, { path: 'a.b.c' }]],
      ['leaves(filter: { mail: { eq: "Bob@x.org" } }) { id }', [{ id: 2 }]],
      ['leaves(filter: { owner: { email: { eq: "Bob@x.org" } } }) { id }', [{ id: 2 }]],
      [
        'people(filter: { email: { gt: "bob@x.org" } }, orderBy: { email: DESC }) { email }',
        ['EVE@x.org', 'dan@x.org', 'CAT@x.org'].map((email) => ({ email })),
      ],
      ['people(filter: { numbers: { hasAll: [1] } }) { id }', [{ id: 1 }, { id: 2 }]],
      ['people(filter: { numbers: { hasAny: [2, 3] } }) { id }', [{ id: 1 }, { id: 5 }]],
      ['people(filter: { isbn: { gte: "0-306-40615-2" } }) { id }', [{ id: 1 }]],
      ['people(filter: { isbn: { eq: "0-19-853453-1" } }) { id }', [{ id: 2 }, { id: 4 }]],
      ['visits(filter: { command: { eq: "1" } }) { id }', [{ id: 1 }, { id: 2 }]],
      ['visits(filter: { command: { neq: "1" } }) { id }', [{ id: 3 }]],
      ['visits(filter: { command: { nin: ["1"] } }) { id }', [{ id: 3 }]],
      ['people(filter: { same: { some: { id: { gt: 0 } } } }) { id }', [{ id: 2 }]],
    ])('compare by their own operators in "%s"', async (document, rows) => {
      const answer = await served.data(`{ rows: ${document} }`);
      expect(answer.rows).toEqual(rows);
    });

    it('groups equal values, and shows the same spelling regardless of row order', async () => {
      const document =
        '{ visits_connection { groupBy(fields: [email], orderBy: { fields: { email: ASC } }) { fields { email } } } }';
      const groupBy = ['A', 'B', 'c'].map((email) => ({ fields: { email } }));
      expect(await served.data(document)).toEqual({ visits_connection: { groupBy } });
    });

    it('takes the minimum and maximum by the order of the type', async () => {
      const document =
        '{ trees_connection { groupBy { aggregations { minimum { path email } maximum { path email } } } } }';
      const aggregations = {
        minimum: { path: 'a', email: 'Ann@X.org' },
        maximum: { path: 'a.b.c', email: 'CAT@x.org' },
      };
      expect(await served.data(document)).toEqual({ trees_connection: { groupBy: [{ aggregations }] } });
    });

    it.each(['ASC', 'DESC'])('pages in the order of citext, %s', async (direction) => {
      const found: unknown[] = [];
      for (let after: unknown = null; ; ) {
        const document = `query ($after: String) {
          people_connection(first: 1, after: $after, orderBy: { email: ${direction} }) { endCursor hasNextPage items { id } }
        }`;
        const { people_connection: page } = await served.data(document, { variables: { after } });
        const { endCursor, hasNextPage, items } = page as {
          endCursor: string;
          hasNextPage: boolean;
          items: { id: number }[];
        };
        found.push(...items.map(({ id }) => id));
        if (!hasNextPage) break;
        after = endCursor;
      }
      expect(found).toEqual(direction === 'ASC' ? [1, 2, 3, 4, 5] : [5, 4, 3, 2, 1]);
    });

    it('finds, updates, and creates rows by a key of such a type', async () => {
      expect(await served.data('{ tree_by_pk(path: "a.b") { email } }')).toEqual({
        tree_by_pk: { email: 'bob@x.org' },
      });
      const item = await fetch(`${served.origin}/api/Tree/path/a.b`);
      expect([item.status, await item.json()]).toMatchObject([200, { email: 'bob@x.org' }]);
      const document =
        'mutation { createTree(item: { path: "z", email: "z@x.org" }) { path } updateTree(path: "z", item: { email: "y@x.org" }) { email } deleteTree(path: "z") { email } }';
      expect(await served.data(document)).toEqual({
        createTree: { path: 'z' },
        updateTree: { email: 'y@x.org' },
        deleteTree: { email: 'y@x.org' },
      });
    });
  });
});
