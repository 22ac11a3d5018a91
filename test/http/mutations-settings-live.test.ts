import { describe, expect, it, onTestFinished } from 'vitest';
import { server } from '../support/server.ts';
import { libraryEntities, libraryTables } from './support/library.ts';
import { appService, asPrincipal } from './support/principal-header.ts';
import { type GraphqlOptions, type ServedTables, serveTables } from './support/serve-tables.ts';

const permissions = [{ role: 'anonymous', actions: ['*'] }];

async function serveLibrary(runtime: object): Promise<ServedTables> {
  const served = await serveTables(
    'mutations_settings',
    `${libraryTables}
     create table numbers (id bigint primary key, d numeric(10, 2), day date);
     create table pure (a int, b int, primary key (a, b));
     create table counted (id int generated always as identity primary key);`,
    {
      ...libraryEntities,
      Count: { source: 'numbers', permissions },
      Pure: { source: 'pure', permissions },
      Counted: { source: 'counted', permissions },
    },
    { runtime },
  );
  onTestFinished(() => served.close());
  return served;
}

describe('compatibility: "dab"', () => {
  it('returns connections for many related rows and has no nested inputs', async () => {
    const library = await serveLibrary({ compatibility: 'dab' });
    expect(
      await library.data(
        `mutation { a: createBook(item: { title: "x", author_id: 1 }) { author { name books { items { title } hasNextPage } } chapters { items { no } } }
          b: updateBook(id: 1, item: { title: "y" }) { title labels { items { name } } } c: deleteBook(id: 77) { title }
          d: updateBooks(filter: { id: { eq: 1 } }, item: { pages: 1 }) { affected items { pages chapters(first: 10) { items { no } } } }
          e: createCount(item: { id: 1, day: "2024-01-02" }) { day } }`,
      ),
    ).toEqual({
      a: {
        author: { name: 'Ann', books: { items: [{ title: 'First' }, { title: 'x' }], hasNextPage: false } },
        chapters: { items: [] },
      },
      b: { title: 'y', labels: { items: [] } },
      c: null,
      d: { affected: 1, items: [{ pages: 1, chapters: { items: [] } }] },
      e: { day: '2024-01-02T00:00:00+00:00' },
    });
    const { body } = await library.send('mutation { createBook(item: { title: "x", author: { name: "x" } }) { id } }');
    expect(body.errors?.map(({ message }) => message).join()).toMatch(
      /author_id.* was not provided.*"author" is not defined/,
    );
  });
});

it('nested inputs can be disabled, which makes the foreign key required', async () => {
  const library = await serveLibrary({ graphql: { 'multiple-mutations': { create: { enabled: false } } } });
  const { body } = await library.send('mutation { createBook(item: { title: "x", author: { name: "x" } }) { id } }');
  expect(body.errors?.map(({ message }) => message).join()).toMatch(
    /author_id.* was not provided.*"author" is not defined/,
  );
  expect(await library.data('mutation { createBook(item: { title: "x", author_id: 1 }) { author { name } } }')).toEqual(
    { createBook: { author: { name: 'Ann' } } },
  );
});

it('numbers can be strings in inputs and outputs', async () => {
  const library = await serveLibrary({ numbers: 'string' });
  expect(
    await library.data(
      'mutation { a: createCount(item: { id: 9007199254740993, d: 1.10 }) { id d } b: updateCount(id: "9007199254740993", item: { d: "2.20" }) { id d } }',
    ),
  ).toEqual({ a: { id: '9007199254740993', d: '1.10' }, b: { id: '9007199254740993', d: '2.20' } });
});

it.skipIf(!server.has('outputOfDefaultValues'))('tables with only a key have all mutations', async () => {
  const library = await serveLibrary({});
  expect(
    await library.data(
      `mutation { a: createPure(item: { a: 1, b: 2 }) { a b } b: replacePure(a: 1, b: 2, item: {}) { a b } c: replacePure(a: 3, b: 2, item: { _empty: null }) { a } d: deletePure(a: 1, b: 2) { b }
        e: createCounted(item: {}) { id } f: createCounteds(items: [{}, { _empty: true }]) { affected items { id } } }`,
    ),
  ).toEqual({
    a: { a: 1, b: 2 },
    b: { a: 1, b: 2 },
    c: { a: 3 },
    d: { b: 2 },
    e: { id: 1 },
    f: { affected: 2, items: [{ id: 2 }, { id: 3 }] },
  });
  expect(await library.sql('select a, b from pure')).toEqual([{ a: 3, b: 2 }]);
});

it('variables may have defaults, including whole items', async () => {
  const library = await serveLibrary({});
  expect(
    await library.data(
      `mutation ($i: CreateBookInput! = { title: "d", author_id: 1, chapters: [{ no: 1, title: "c" }] }, $t: String = "dt", $c: [CreateChapterInput!] = { no: 4, title: "dc" }) {
        a: createBook(item: $i) { title chapters { title } } b: createBook(item: { title: $t, author_id: 1, chapters: $c }) { title chapters { no } } }`,
      { variables: { t: 'given' } },
    ),
  ).toEqual({ a: { title: 'd', chapters: [{ title: 'c' }] }, b: { title: 'given', chapters: [{ no: 4 }] } });
});

it('policies with claims restrict creates, updates, and deletes', async () => {
  const served = await serveTables(
    'mutations_settings',
    'create table notes (id int primary key, owner text, team text, t text);',
    {
      Note: {
        source: 'notes',
        permissions: [
          {
            role: 'authenticated',
            actions: [
              'read',
              { action: 'create', policy: { database: '@item.owner eq @claims.userId' } },
              {
                action: 'update',
                policy: { database: '@item.owner eq @claims.userId and @item.team in (@claims.teams)' },
              },
              { action: 'delete', policy: { database: '@item.owner eq @claims.userId' } },
            ],
          },
          { role: 'anonymous', actions: ['read'] },
        ],
      },
    },
    { runtime: { host: { authentication: { provider: 'AppService' } } } },
  );
  onTestFinished(() => served.close());
  const as = (...claims: readonly (readonly [string, string])[]): GraphqlOptions => ({
    role: 'authenticated',
    headers: asPrincipal(appService(claims)),
  });
  const caller = as(['userId', 'u1'], ['teams', 'a'], ['teams', 'b']);
  const two = as(['userId', 'u2'], ['teams', 'z']);
  const create = (id: number, owner: string) =>
    `mutation { createNote(item: { id: ${id}, owner: "${owner}", team: "a" }) { owner } }`;

  expect(await served.data(create(1, 'u1'), caller)).toEqual({ createNote: { owner: 'u1' } });
  expect((await served.error(create(2, 'u1'), two)).code).toBe('Forbidden');
  const without = await served.error(create(2, 'u1'), as());
  expect([without.status, without.code, without.message]).toEqual([
    400,
    'Forbidden',
    expect.stringContaining('"userId"'),
  ]);
  expect(
    (await served.error('mutation { updateNote(id: 1, item: { t: "x" }) { t } }', as(['userId', 'u1']))).message,
  ).toContain('"teams"');

  expect(await served.data('mutation { updateNote(id: 1, item: { team: "b" }) { team } }', caller)).toEqual({
    updateNote: { team: 'b' },
  });
  for (const [item, who, code] of [
    ['team: "c"', caller, 'Forbidden'],
    ['owner: "u2"', caller, 'Forbidden'],
    ['t: "x"', two, 'Forbidden'],
  ] as const) {
    expect((await served.error(`mutation { updateNote(id: 1, item: { ${item} }) { t } }`, who)).code).toBe(code);
  }
  expect(
    (await served.error('mutation { replaceNote(id: 1, item: { owner: "u2", team: "z" }) { id } }', two)).code,
  ).toBe('Forbidden');
  expect(await served.data('mutation { replaceNote(id: 8, item: { owner: "u2", team: "z" }) { id } }', two)).toEqual({
    replaceNote: { id: 8 },
  });
  expect((await served.error('mutation { deleteNote(id: 1) { id } }', two)).code).toBe('Forbidden');
  expect(
    await served.data(
      'mutation { a: deleteNote(id: 99) { id } b: deleteNotes(filter: {}, all: true) { affected items { id } } }',
      two,
    ),
  ).toEqual({
    a: null,
    b: { affected: 1, items: [{ id: 8 }] },
  });
  expect(await served.sql('select id, owner, team, t from notes')).toEqual([
    { id: 1, owner: 'u1', team: 'b', t: null },
  ]);

  const unknown = await served.error(create(3, 'u1'));
  expect([unknown.status, unknown.code]).toEqual([400, 'Unauthenticated']);
});
