import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Feature, server } from '../support/server.ts';
import { libraryEntities, libraryTables } from './support/library.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let library: ServedTables;

/** Maximum number of rows of a hundred values in a statement, and the error message for one more. */
const most =
  inject('server') === 'sqlserver'
    ? { rows: 20, said: /maximum of 2097 values, found 2101/ }
    : { rows: 655, said: /maximum of 65535 values, found 65600/ };

const wide = Array.from({ length: 100 }, (_, index) => `c${index}`);

beforeAll(async () => {
  library = await serveTables(
    'mutations_create',
    `${libraryTables}
     create table wide (id serial primary key, ${wide.map((name) => `${name} int`).join(', ')});
     create table stamps (id serial primary key, at timestamptz not null default now());
     create table loose (name text, size int);
     create table pairs (a text, b int, note text, primary key (a, b));`,
    {
      ...libraryEntities,
      Wide: { source: 'wide', permissions: [{ role: 'anonymous', actions: ['*'] }] },
      Stamp: { source: 'stamps', permissions: [{ role: 'anonymous', actions: ['*'] }] },
      Loose: { source: 'loose', permissions: [{ role: 'anonymous', actions: ['*'] }] },
      Pair: { source: 'pairs', permissions: [{ role: 'anonymous', actions: ['*'] }] },
    },
  );
});
afterAll(() => library.close());

describe('one row', () => {
  it.skipIf(!server.has('exactJsonNumbers'))(
    'gets defaults for omitted fields, NULL for null, and generated values',
    async () => {
      const { createBook, other } = await library.data(
        `mutation ($price: Decimal, $pages: Int) {
        createBook(item: { title: "One", author_id: 1, price: $price, pages: null, doc: { a: [1, 123456789012345678901.25] } }) {
          id slug pages price tags added doc publisher { name } _etag }
        other: createBook(item: { title: "Two", author_id: 1, price: 12345678.10, pages: $pages, tags: [], doc: null }) {
          slug pages price tags doc }
      }`,
      );
      expect(createBook).toEqual({
        id: expect.any(Number),
        slug: 'one',
        pages: null,
        price: null,
        tags: ['new'],
        added: '2024-01-01T00:00:00+00:00',
        doc: { a: [1, Number('123456789012345678901.25')] },
        publisher: null,
        _etag: expect.any(String),
      });
      expect(other).toEqual({ slug: 'two', pages: 100, price: 12345678.1, tags: [], doc: null });
      expect(
        await library.sql(
          "select pages, price, tags, doc::text as doc from books where title in ('One', 'Two') order by id",
        ),
      ).toEqual([
        {
          pages: null,
          price: null,
          tags: ['new'],
          doc: expect.stringMatching(/^\{"a": ?\[1, ?123456789012345678901\.25\]\}$/),
        },
        { pages: 100, price: '12345678.10', tags: [], doc: null },
      ]);
    },
  );

  it('returns the ETag that a reader sees', async () => {
    const { createBook } = await library.data(
      'mutation { createBook(item: { title: "Tag", author_id: 1 }) { id _etag } }',
    );
    const { id, _etag } = createBook as { id: number; _etag: string };
    const { book_by_pk } = await library.data(`{ book_by_pk(id: ${id}) { _etag } }`);
    expect(book_by_pk).toEqual({ _etag });
  });

  it('may consist of defaults only', async () => {
    const { createStamp, createStamps } = await library.data(
      'mutation { createStamp(item: {}) { at } createStamps(items: [{}, {}]) { affected items { at } } }',
    );
    const stamp = { at: expect.any(String) };
    expect(createStamp).toEqual(stamp);
    expect(createStamps).toEqual({ affected: 2, items: [stamp, stamp] });
    expect(await library.sql('select count(*)::int as n from stamps')).toEqual([{ n: 3 }]);
  });

  it.skipIf(!server.has('insertReturning'))('may be created in a table without a key', async () => {
    const data = await library.data(
      'mutation { createLoose(item: { name: "a", size: 1 }) { name size } createLooses(items: [{ name: "b" }, { size: 3 }]) { affected items { name size } } }',
    );
    expect(data).toEqual({
      createLoose: { name: 'a', size: 1 },
      createLooses: {
        affected: 2,
        items: [
          { name: 'b', size: null },
          { name: null, size: 3 },
        ],
      },
    });
    const { __schema } = (await library.data('{ __schema { mutationType { fields { name } } } }')) as {
      __schema: { mutationType: { fields: { name: string }[] } };
    };
    expect(__schema.mutationType.fields.map(({ name }) => name).filter((name) => name.includes('Loose'))).toEqual([
      'createLoose',
      'createLooses',
    ]);
  });

  it('returns Conflict if the key exists', async () => {
    await library.data('mutation { createPair(item: { a: "x", b: 1 }) { a } }');
    const error = await library.error('mutation { createPair(item: { a: "x", b: 1, note: "again" }) { a } }');
    expect([error.status, error.code, error.path]).toEqual([200, 'Conflict', ['createPair']]);
    expect(await library.sql('select * from pairs')).toEqual([{ a: 'x', b: 1, note: null }]);
  });

  it('has no input for fields that the database generates', async () => {
    for (const [entity, item] of [
      ['Author', 'name: "x", id: 5'],
      ['Book', 'title: "x", author_id: 1, slug: "y"'],
      ['Publisher', 'name: "x", id: 5'],
    ]) {
      const { code, message } = await library.error(`mutation { create${entity}(item: { ${item} }) { __typename } }`);
      expect([code, message]).toEqual(['InvalidField', expect.stringContaining('is not defined by type')]);
    }
  });

  const invalid: readonly (readonly [title: string, item: string, code: string | undefined, ...needs: Feature[]])[] = [
    ['a missing required field', 'author_id: 1', 'BadRequest'],
    ['null for a NOT NULL column', 'title: null, author_id: 1', 'BadRequest'],
    ['null for a column with a default', 'title: "x", author_id: 1, tags: null', 'ConstraintViolated'],
    ['a foreign key without a row', 'title: "x", author_id: 4711', 'ConstraintViolated'],
    ['a number out of range', 'title: "x", author_id: 1, price: 1234567890.1', undefined],
    ['an integer out of range', 'title: "x", author_id: 1, pages: 3000000000', 'BadRequest'],
    ['a string for a number', 'title: "x", author_id: "1"', 'BadRequest'],
    ['a number for a string', 'title: 5, author_id: 1', 'BadRequest'],
    ['an invalid list of strings', 'title: "x", author_id: 1, tags: [["x"]]', 'BadRequest', 'arrays'],
    ['a NUL', 'title: "a\\u0000b", author_id: 1', 'BadRequest'],
    ['half of a surrogate pair', 'title: "a\\ud800b", author_id: 1', 'BadRequest'],
    ['a NUL within JSON', 'title: "x", author_id: 1, doc: { a: ["\\u0000"] }', 'BadRequest'],
    ['an invalid date', 'title: "x", author: { name: "x", born: "2024-02-30" }', 'BadRequest'],
    ['an invalid timestamp', 'title: "x", author_id: 1, added: "yesterday"', 'BadRequest'],
  ];
  for (const [title, item, code, ...needs] of invalid) {
    it.skipIf(!server.has(...needs))(`rejects ${title}`, async () => {
      const [before] = await library.sql('select count(*) as n from books');
      const error = await library.error(`mutation { createBook(item: { ${item} }) { id } }`);
      expect(error.code).toBe(code ?? error.code);
      expect(['BadRequest', 'ConstraintViolated']).toContain(error.code);
      expect(error.text).not.toMatch(/insert|select|"w"/);
      const [after] = await library.sql('select count(*) as n from books');
      expect(after).toEqual(before);
    });
  }
});

describe('many rows', () => {
  it('keep their order, and may have different fields', async () => {
    const { createAuthors } = await library.data(
      'mutation ($items: [CreateAuthorInput!]!) { createAuthors(items: $items) { affected items { id name born boss { name } } } }',
      { variables: { items: [{ name: 'z' }, { name: 'a', born: '1970-01-02' }, { boss_id: 1, name: 'm' }] } },
    );
    const { affected, items } = createAuthors as { affected: number; items: { id: number; name: string }[] };
    expect(affected).toBe(3);
    expect(items).toMatchObject([
      { name: 'z', born: null, boss: null },
      { name: 'a', born: '1970-01-02', boss: null },
      { name: 'm', born: null, boss: { name: 'Ann' } },
    ]);
    const ids = items.map(({ id }) => id);
    expect(ids.toSorted((left, right) => left - right)).toEqual(ids);
  });

  it('may be an empty list', async () => {
    expect(
      await library.data(
        'mutation ($none: [CreateBookInput!]!) { a: createBooks(items: []) { affected items { id } __typename } b: createBooks(items: $none) { items { id } } }',
        { variables: { none: [] } },
      ),
    ).toEqual({ a: { affected: 0, items: [], __typename: 'BookChanges' }, b: { items: [] } });
  });

  it.skipIf(!server.has('insertReturning'))('may be a single item instead of a list', async () => {
    expect(
      await library.data('mutation { createLooses(items: { name: "alone" }) { affected items { name } } }'),
    ).toEqual({
      createLooses: { affected: 1, items: [{ name: 'alone' }] },
    });
  });

  it('are created together or not at all', async () => {
    const [before] = await library.sql('select count(*) as n from publishers');
    const error = await library.error(
      'mutation { createPublishers(items: [{ name: "new" }, { name: "Old House" }]) { affected } }',
    );
    expect([error.code, error.path]).toEqual(['Conflict', ['createPublishers']]);
    expect(error.details).toMatchObject({ constraint: 'publishers_name_key' });
    expect(await library.sql('select count(*) as n from publishers')).toEqual([before]);
  });

  it('are at most as many as a page allows, including nested rows', async () => {
    const names = (size: number, prefix: string) =>
      Array.from({ length: size }, (_, index) => ({ name: `${prefix}${index}` }));
    const send = 'mutation ($items: [CreateLabelInput!]!) { createLabels(items: $items) { affected items { name } } }';
    const { createLabels } = await library.data(send, { variables: { items: names(1000, 'n') } });
    expect(createLabels).toEqual({ affected: 1000, items: names(1000, 'n') });
    const over = await library.error(send, { variables: { items: names(1001, 'o') } });
    expect([over.status, over.code]).toEqual([400, 'LimitExceeded']);
    expect(over.message).toMatch(/maximum of 1000 new rows/);
    const nested = await library.error(
      'mutation ($chapters: [CreateChapterInput!]) { createBook(item: { title: "big", author_id: 1, chapters: $chapters }) { id } }',
      { variables: { chapters: Array.from({ length: 1000 }, (_, no) => ({ no, title: 't' })) } },
    );
    expect([nested.code, nested.message]).toEqual([
      'LimitExceeded',
      expect.stringMatching(/maximum of 1000 new rows, found 1001/),
    ]);
    expect(
      await library.sql(
        "select (select count(*) from labels where name like 'o%')::int as o, (select count(*) from books where title = 'big')::int as big",
      ),
    ).toEqual([{ o: 0, big: 0 }]);
  });

  it('are rejected with more values than a statement can have', async () => {
    const row = Object.fromEntries(wide.map((name, index) => [name, index]));
    const send = 'mutation ($items: [CreateWideInput!]!) { createWides(items: $items) { affected items { id c99 } } }';
    const { createWides } = await library.data(send, {
      variables: { items: Array.from({ length: most.rows }, () => row) },
    });
    expect((createWides as { affected: number }).affected).toBe(most.rows);
    const { status, code, message } = await library.error(send, {
      variables: { items: Array.from({ length: most.rows + 1 }, () => row) },
    });
    expect([status, code, message]).toEqual([400, 'LimitExceeded', expect.stringMatching(most.said)]);
    expect(await library.sql('select count(*)::int as n from wide')).toEqual([{ n: most.rows }]);
  });
});
