import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfigurationError } from '../../src/base/problem.ts';
import { bootFile } from '../support/boot-file.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

const DATABASE = 'own-database';

const tables = `
  create table books (id int primary key, title varchar(20));
  create table tags (id int primary key, name varchar(20));
  create table book_tags (book_id int references books (id), tag_id int references tags (id), primary key (book_id, tag_id));
  create view titles as select id, title from books;
  create function double_of(n int) returns int deterministic return 2 * n;
  insert into books values (1, 'one'), (2, 'two'); insert into tags values (1, 'short'); insert into book_tags values (2, 1);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const entities = (database: string) => ({
  Book: {
    source: `${database}.books`,
    permissions,
    relationships: {
      tags: {
        hasMany: 'Tag',
        through: { object: `${database}.book_tags`, sourceOn: { id: 'book_id' }, targetOn: { tag_id: 'id' } },
      },
    },
  },
  Tag: { source: `\`${database}\`.\`tags\``, permissions },
  Title: { source: { object: `${database}.titles`, type: 'view', 'key-fields': ['id'] }, permissions },
  DoubleOf: {
    source: { object: `${database}.double_of`, type: 'stored-procedure' },
    graphql: { operation: 'query' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
  },
});

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'sources that name a database', () => {
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, DATABASE, tables, { entities: entities(DATABASE) });
    });
    afterAll(() => served?.close());

    test('are served if it is the database of the connection', async () => {
      const query =
        '{ books(orderBy: { id: DESC }) { title tags { name } } titles { title } executeDoubleOf(n: 3) { result } }';
      expect(JSON.parse(await served.graphql(query)).data).toEqual({
        books: [
          { title: 'two', tags: [{ name: 'short' }] },
          { title: 'one', tags: [] },
        ],
        titles: [{ title: 'one' }, { title: 'two' }],
        executeDoubleOf: [{ result: 6 }],
      });
      const create = 'mutation { createBook(item: { id: 3, title: "three" }) { title } }';
      expect(JSON.parse(await served.graphql(create)).data).toEqual({ createBook: { title: 'three' } });
    });

    const messagesOf = async (served: object): Promise<readonly string[]> => {
      const source = { 'database-type': server, 'connection-string': `${serverUrl(server)}/${DATABASE}` };
      const { problems } = await bootFile({ 'data-source': source, entities: served }).then(
        () => expect.unreachable(),
        (error: ConfigurationError) => error,
      );
      return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message);
    };
    const message = (name: string, written = `elsewhere.${name}`): string =>
      `"${written}" is in the database "elsewhere", but the connection uses "${DATABASE}". Write "${name}" for the object in "${DATABASE}", create a view of it there, or serve "elsewhere" with another instance.`;

    test('are startup errors if it is another database', async () => {
      expect(await messagesOf(entities('elsewhere'))).toEqual([
        message('books'),
        message('tags', '`elsewhere`.`tags`'),
        message('titles'),
        message('double_of'),
      ]);
    });

    test('a junction in another database is a startup error', async () => {
      const { Book, ...others } = entities(DATABASE);
      const through = { ...Book.relationships.tags.through, object: 'elsewhere.book_tags' };
      const relationships = { tags: { ...Book.relationships.tags, through } };
      expect(await messagesOf({ Book: { ...Book, relationships }, ...others })).toEqual([message('book_tags')]);
    });
  });
});
