import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { describeOn } from '../support/servers.ts';
import { bootTables, connectTo, execute } from './mariadb-support.ts';

const DATABASE = 'mariadb_nested_pages';

/** Strings that JSON escapes, or that another character set would lose. */
const words = ['"', '\\', String.raw`\"`, String.raw`\u0041`, '\u0001\n\t', '[1,2]', '', ' ', "it's", 'é😀\u2028'];

const tables = `
  alter database ${DATABASE} character set latin1;
  create table lists (id int primary key, name varchar(9) character set latin1);
  create table items (id int auto_increment primary key, list int, words varchar(20) character set utf8mb4, foreign key (list) references lists (id));
  insert into lists values (1, 'né'), (2, 'none');`;

describeOn('mariadb', 'pages within rows on MariaDB with another database character set', () => {
  let app: Application;

  beforeAll(async () => {
    const boot = await bootTables(DATABASE, tables, {
      List: { source: 'lists', relationships: { items: { hasMany: 'Item' } } },
      Item: { source: 'items' },
    });
    const session = await connectTo(DATABASE);
    await session.query('insert into items (list, words) values ?', [words.map((text) => [1, text])]);
    await session.end();
    app = await boot();
  });
  afterAll(() => app.close());

  const queryLists = async (page: string): Promise<unknown> =>
    JSON.parse(await execute(app, `{ lists { name page: items_connection${page} } }`));
  const lists = (first: unknown, second: unknown) => ({
    lists: [
      { name: 'né', page: first },
      { name: 'none', page: second },
    ],
  });
  const items = words.map((text) => ({ words: text }));

  test('contain their items in both directions', async () => {
    const expected = lists({ items }, { items: [] });
    expect(await queryLists('(first: 20) { items { words } }')).toEqual(expected);
    expect(await queryLists('(last: 20) { items { words } }')).toEqual(expected);
  });

  test('have page metadata', async () => {
    const selection = '{ items { words } hasPreviousPage totalCount }';
    expect(await queryLists(`(last: 2) ${selection}`)).toEqual(
      lists(
        { items: items.slice(-2), hasPreviousPage: true, totalCount: words.length },
        { items: [], hasPreviousPage: false, totalCount: 0 },
      ),
    );
  });

  test('have groups', async () => {
    const groups = { groupBy: words.map((text) => ({ fields: { words: text } })) };
    const argumentsAndFields = '(orderBy: { id: ASC }) { groupBy(fields: [words]) { fields { words } } }';
    const data = (await queryLists(argumentsAndFields)) as { lists: { page: typeof groups }[] };
    expect(new Set(data.lists[0]?.page.groupBy.map(({ fields }) => fields.words))).toEqual(new Set(words));
  });
});
