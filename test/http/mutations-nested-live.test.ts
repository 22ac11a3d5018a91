import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { server } from '../support/server.ts';
import { libraryEntities, libraryTables } from './support/library.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let library: ServedTables;

beforeAll(async () => {
  library = await serveTables('mutations_nested', libraryTables, libraryEntities);
});
afterAll(() => library.close());

const count = async (table: string): Promise<number> => {
  const [row] = await library.sql(`select count(*)::int as n from ${table}`);
  return row?.n as number;
};

describe('a nested create', () => {
  it('inserts a referenced parent first', async () => {
    const { createBook } = await library.data(
      'mutation { createBook(item: { title: "P", author: { name: "Cleo" } }) { title slug pages tags author { name books { title } } } }',
    );
    expect(createBook).toEqual({
      title: 'P',
      slug: 'p',
      pages: 100,
      tags: ['new'],
      author: { name: 'Cleo', books: [{ title: 'P' }] },
    });
    expect(
      await library.sql("select a.name from books b join authors a on a.id = b.author_id where b.title = 'P'"),
    ).toEqual([{ name: 'Cleo' }]);
  });

  it('inserts children and grandchildren with composite keys', async () => {
    const { createBook } = await library.data(
      `mutation ($chapters: [CreateChapterInput!]) {
        createBook(item: { title: "G", author_id: 1, chapters: $chapters }) {
          chapters { no title remarks { says chapter { title } } }
          chapters_connection { totalCount groupBy { aggregations { max(field: no) } } }
        } }`,
      {
        variables: {
          chapters: [
            { no: 2, title: 'two', remarks: [{ says: 'a' }, { says: 'b' }] },
            { no: 1, title: 'one', remarks: [] },
            { no: 3, title: 'three' },
          ],
        },
      },
    );
    expect(createBook).toEqual({
      chapters: [
        { no: 1, title: 'one', remarks: [] },
        {
          no: 2,
          title: 'two',
          remarks: [
            { says: 'a', chapter: { title: 'two' } },
            { says: 'b', chapter: { title: 'two' } },
          ],
        },
        { no: 3, title: 'three', remarks: [] },
      ],
      chapters_connection: { totalCount: 3, groupBy: [{ aggregations: { max: 3 } }] },
    });
    expect(
      await library.sql(
        "select r.says, r.chapter_no from remarks r join books b on b.id = r.book_id where b.title = 'G' order by r.id",
      ),
    ).toEqual([
      { says: 'a', chapter_no: 2 },
      { says: 'b', chapter_no: 2 },
    ]);
  });

  it('inserts related rows of a junction, whether it is an entity or a plain table', async () => {
    const { createBook } = await library.data(
      `mutation { createBook(item: {
          title: "J", author_id: 1, labels: [{ name: "x" }, { name: "y" }], shelves: [{ code: "B1" }, { code: "B2" }]
        }) { labels { name } bookLabels { since label { name } } shelves { code books { title } } } }`,
    );
    expect(createBook).toEqual({
      labels: [{ name: 'x' }, { name: 'y' }],
      bookLabels: [
        { since: '2024-02-02', label: { name: 'x' } },
        { since: '2024-02-02', label: { name: 'y' } },
      ],
      shelves: [
        { code: 'B1', books: [{ title: 'J' }] },
        { code: 'B2', books: [{ title: 'J' }] },
      ],
    });
  });

  it('inserts junction rows with other columns, and with the other side by its key', async () => {
    const { createBook } = await library.data(
      `mutation { createBook(item: {
          title: "L", author_id: 1, bookLabels: [{ label_id: 1, since: "2000-01-01" }, { label: { name: "z" }, since: "2001-01-01" }]
        }) { bookLabels { since label { name } } } }`,
    );
    expect(createBook).toEqual({
      bookLabels: [
        { since: '2000-01-01', label: { name: 'classic' } },
        { since: '2001-01-01', label: { name: 'z' } },
      ],
    });
  });

  it('inserts parents of two foreign keys to one table', async () => {
    const { createBook } = await library.data(
      `mutation { createBook(item: { title: "T", author: { name: "writes" }, editor: { name: "edits" } }) {
          author { name } editor { name edited { title } books { title } } } }`,
    );
    expect(createBook).toEqual({
      author: { name: 'writes' },
      editor: { name: 'edits', edited: [{ title: 'T' }], books: [] },
    });
  });

  it('inserts nested rows of the same table', async () => {
    const { createAuthor } = await library.data(
      `mutation { createAuthor(item: {
          name: "middle", boss: { name: "top", boss: { name: "very top" } }, staff: [{ name: "low", staff: [{ name: "lowest" }] }]
        }) { boss { name boss { name boss { name } } staff { name } } staff { name boss { name } staff { name } } } }`,
    );
    expect(createAuthor).toEqual({
      boss: { name: 'top', boss: { name: 'very top', boss: null }, staff: [{ name: 'middle' }] },
      staff: [{ name: 'low', boss: { name: 'middle' }, staff: [{ name: 'lowest' }] }],
    });
  });

  it('inserts the only child of a one-to-one relationship', async () => {
    const { createBook } = await library.data(
      'mutation { createBook(item: { title: "O", author_id: 1, cover: { colour: "red" } }) { cover { colour book { title } } } }',
    );
    expect(createBook).toEqual({ cover: { colour: 'red', book: { title: 'O' } } });
  });

  it('inserts a parent with further children', async () => {
    const { createBook } = await library.data(
      `mutation { createBook(item: { title: "S", author: { name: "Sue", books: [{ title: "S2" }] } }) { author { books { title } } } }`,
    );
    expect(createBook).toEqual({ author: { books: [{ title: 'S2' }, { title: 'S' }] } });
  });

  it('inserts the nested rows of each of several items', async () => {
    const { createBooks } = await library.data(
      `mutation { createBooks(items: [
          { title: "M1", author: { name: "m1" }, chapters: [{ no: 1, title: "m1c" }] },
          { title: "M2", author_id: 2 },
          { title: "M3", author: { name: "m3" }, labels: [{ name: "m3l" }] }
        ]) { affected items { title author { name } chapters { title } labels { name } } __typename } }`,
    );
    expect(createBooks).toEqual({
      affected: 3,
      items: [
        { title: 'M1', author: { name: 'm1' }, chapters: [{ title: 'm1c' }], labels: [] },
        { title: 'M2', author: { name: 'Ben' }, chapters: [], labels: [] },
        { title: 'M3', author: { name: 'm3' }, chapters: [], labels: [{ name: 'm3l' }] },
      ],
      __typename: 'BookChanges',
    });
  });

  it('inserts nothing for null and empty lists', async () => {
    const before = await Promise.all(['chapters', 'authors', 'labels'].map(count));
    const { createBook } = await library.data(
      'mutation { createBook(item: { title: "N", author_id: 1, editor: null, chapters: [], labels: null, cover: null }) { editor { name } chapters { no } cover { colour } } }',
    );
    expect(createBook).toEqual({ editor: null, chapters: [], cover: null });
    expect(await Promise.all(['chapters', 'authors', 'labels'].map(count))).toEqual(before);
  });

  it('inserts nothing for absent variables', async () => {
    const { createBook } = await library.data(
      `mutation ($editor: CreateAuthorInput, $chapters: [CreateChapterInput!], $born: Date) {
        createBook(item: { title: "V", author: { name: "V", born: $born }, editor: $editor, chapters: $chapters }) {
          author { born } editor { name } chapters { no } } }`,
    );
    expect(createBook).toEqual({ author: { born: null }, editor: null, chapters: [] });
  });
});

describe('a contradictory or incomplete nested create', () => {
  it.each([
    [
      'a key and the row itself',
      'title: "c", author_id: 1, author: { name: "c" }',
      /"author_id" of "Book" is set by nesting/,
    ],
    [
      'a key of NULL and the row itself',
      'title: "c", author_id: 1, editor_id: null, editor: { name: "c" }',
      /"editor_id" of "Book"/,
    ],
    [
      'a child that names its parent',
      'title: "c", author_id: 1, chapters: [{ book_id: 1, no: 1, title: "c" }]',
      /"book_id" of "Chapter" is set by nesting/,
    ],
    [
      'a child that creates another parent',
      'title: "c", author_id: 1, chapters: [{ no: 1, title: "c", book: { title: "d", author_id: 1 } }]',
      /"book_id" of "Chapter" would be set by two nested items/,
    ],
    ['neither a key nor the row', 'title: "c"', /"author_id" of "Book"\. Set it, or nest "author"/],
    ['null for a required row', 'title: "c", author: null', /Missing value for "author_id" of "Book"/],
    [
      'a child without a required field',
      'title: "c", author_id: 1, chapters: [{ no: 1, title: "c", remarks: [{ says: "c" }] }], bookLabels: [{}]',
      /"label_id" of "BookLabel"\. Set it, or nest "label"/,
    ],
  ])('is rejected before any write: %s', async (_, item, pattern) => {
    const before = await Promise.all(['books', 'authors', 'chapters'].map(count));
    const { status, code, message, details } = await library.error(
      `mutation { x: createBook(item: { ${item} }) { id } }`,
    );
    expect([details.path, details.item]).toEqual([
      ['x'],
      expect.stringMatching(/^item(?:\.(?:chapters|bookLabels)\[0\])?$/),
    ]);
    expect([status, code]).toEqual([400, 'BadRequest']);
    expect(message).toMatch(pattern);
    expect(await Promise.all(['books', 'authors', 'chapters'].map(count))).toEqual(before);
  });

  it('a child created on its own requires its parent', async () => {
    const { code, message } = await library.error('mutation { createChapter(item: { no: 1, title: "c" }) { no } }');
    expect([code, message]).toEqual([
      'BadRequest',
      'Missing value for "book_id" of "Chapter". Set it, or nest "book".',
    ]);
  });

  it.each([
    [
      'a grandchild of two items',
      '{ title: "F1", author_id: 1 }, { title: "F2", author: { name: "F" }, chapters: [{ no: 1, title: "a" }, { no: 1, title: "b" }] }',
      'Conflict',
    ],
    [
      'a parent',
      '{ title: "F1", author_id: 1, publisher: { name: "F" } }, { title: "F2", author_id: 1, publisher: { name: "Old House" } }',
      'Conflict',
    ],
    ['a check', '{ title: "F1", author_id: 1, publisher: { name: "F", founded: 1 } }', 'ConstraintViolated'],
    [
      'a missing key',
      '{ title: "F1", author_id: 1, labels: [{ name: "F" }], bookLabels: [{ label_id: 999 }] }',
      'ConstraintViolated',
    ],
  ])('a nested create is rolled back if the database rejects %s', async (_, items, code) => {
    const tables = ['books', 'authors', 'publishers', 'chapters', 'labels'];
    const before = await Promise.all(tables.map(count));
    const error = await library.error(`mutation { x: createBooks(items: [${items}]) { affected } }`);
    expect([error.status, error.code, error.path]).toEqual([200, code, ['x']]);
    expect(await Promise.all(tables.map(count))).toEqual(before);
  });
});

it.skipIf(!server.has('preparedStatements', 'preparedStatementsView'))(
  'equal writes share a prepared statement',
  async () => {
    const served = await serveTables(
      'mutations_prepared',
      `${libraryTables} create function prepared() returns setof text language sql as 'select name from pg_prepared_statements';`,
      {
        ...libraryEntities,
        Prepared: {
          source: { object: 'prepared', type: 'stored-procedure' },
          permissions: [{ role: 'anonymous', actions: ['execute'] }],
        },
      },
      { source: { pool: { max: 1 } } },
    );
    // Runs in the only session of the pool, which writes use too.
    const prepared = async (): Promise<number> => {
      const { executePrepared } = await served.data('mutation { executePrepared { __typename } }');
      return (executePrepared as unknown[]).length;
    };
    // The driver prepares a statement after a few executions.
    for (let run = 0; run < 4; run += 1) await prepared();
    const before = await prepared();
    const items = Array.from({ length: 20 }, (_, n) => ({
      title: `t${n}`,
      author: { name: `a${n}` },
      labels: [{ name: `l${n}` }],
    }));
    const { createBooks } = await served.data(
      'mutation ($items: [CreateBookInput!]!) { createBooks(items: $items) { items { title author { name } labels { name } } } }',
      { variables: { items } },
    );
    expect(createBooks).toEqual({ items });
    // Statements for an author, a book, a label, the junction, and the lookup of the book.
    expect((await prepared()) - before).toBe(5);
    await served.close();
  },
);
