import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { startMariadb } from '../support/mariadb-server.ts';
import { startMysql } from '../support/mysql-server.ts';
import { describeOn } from '../support/servers.ts';
import type { DatabaseServer } from '../support/start-mysql-family.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const start = { mariadb: startMariadb, mysql: startMysql };

const settings = ['character-set-server=latin1', 'collation-server=latin1_swedish_ci'];

const rows = [
  { id: 1, name: 'b', title: 'Ж' },
  { id: 2, name: 'é', title: '😀' },
  { id: 3, name: 'a', title: 'é' },
  { id: 4, name: 'A', title: 'a' },
  { id: 5, name: '?', title: '?' },
  { id: 6, name: 'É', title: null },
  { id: 7, name: null, title: 'Ж' },
];

const tables = `
  create database words; use words;
  create table words (
    id int auto_increment primary key, name varchar(20), title varchar(20) character set utf8mb4,
    tint enum('grün', 'rot') default 'grün', lower_name varchar(20) as (lower(name)) stored, key (name)
  );
  insert into words (id, name, title) values ${rows.map(({ id, name, title }) => `(${id}, ${name && `'${name}'`}, ${title && `'${title}'`})`).join(', ')};
  create table converted (id int auto_increment primary key, wide varchar(9) character set utf8mb4, narrow varchar(9) as (convert(wide using latin1)) stored);
  create table tags (name varchar(20) primary key, note text);
  create table uses (id int auto_increment primary key, tag varchar(20), note text, foreign key (tag) references tags (name));
  insert into tags values ('é', 'ü'), ('ß', null);
  insert into uses (tag, note) values ('é', 'ö'), ('é', null), ('ß', 'ä');
  create view named as select id, name, concat(name, '-', title) as both_texts from words;
  create procedure echo(in given varchar(20)) reads sql data select given;`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const readByPolicy = {
  role: 'accents',
  actions: [{ action: 'read', policy: { database: "@item.name eq 'é' or @item.title eq 'Ж'" } }],
};

const entities = {
  Word: { source: 'words', permissions: [...permissions, readByPolicy] },
  Converted: { source: 'converted', permissions },
  Tag: { source: 'tags', permissions, relationships: { uses: { hasMany: 'Use' } } },
  Use: { source: 'uses', permissions: [{ role: 'anonymous', actions: ['*'] }] },
  Named: {
    source: { object: 'named', type: 'view', 'key-fields': ['id'] },
    permissions: [{ role: 'anonymous', actions: ['read'] }],
  },
  Echo: {
    source: { object: 'echo', type: 'stored-procedure' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
    rest: { methods: ['GET'] },
    graphql: { operation: 'query' },
  },
};

describe.each(['mariadb', 'mysql'] as const)('on %s', (name) => {
  describeOn(name, 'a server and a database whose character set is latin1', () => {
    let folder: string;
    let server: DatabaseServer;
    let session: Connection;
    let rest: ServedRest;

    beforeAll(async () => {
      folder = await makeTemporaryFolder();
      const started = await start[name](join(folder, 'server'), { settings });
      if (started === undefined) throw new Error(`${name} is not installed.`);
      server = started;
      const uri = server.connectionString;
      session = await createConnection({ uri, multipleStatements: true, charset: 'utf8mb4' });
      await session.query(tables);
      rest = await serveRest(
        await bootFile({
          'data-source': { 'database-type': name, 'connection-string': `${uri}/words`, 'text-equality': 'exact' },
          runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
          entities,
        }),
      );
    });
    afterAll(async () => {
      await rest?.close();
      await session?.end();
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const query = async (document: string, variables = {}) => {
      const body = JSON.stringify({ query: document, variables });
      const headers = { 'content-type': 'application/json' };
      return JSON.parse((await rest.fetch('/graphql', { method: 'POST', headers, body })).text);
    };
    const data = async (document: string, variables = {}) => {
      const answer = await query(document, variables);
      expect(answer.errors).toBeUndefined();
      return answer.data;
    };
    const send = (method: string, path: string, item?: object) =>
      rest.fetch(`/api/${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(item && { body: JSON.stringify(item) }),
      });
    /** Returns ids in the order of a column, as the server sorts it, NULL last. */
    const sortedBy = async (column: string): Promise<readonly number[]> => {
      const [found] = await session.query<RowDataPacket[]>(
        `select id from words.words order by ${column} is null, ${column}, id`,
      );
      return found.map(({ id }) => Number(id));
    };

    test('uses latin1 by default', async () => {
      const [found] = await session.query<RowDataPacket[]>(
        "select collation_name as collation from information_schema.columns where table_name = 'words' and column_name = 'name'",
      );
      expect(found).toEqual([{ collation: 'latin1_swedish_ci' }]);
    });

    test.each([
      ['eq: "é"', [2]],
      ['eq: "Ж"', []],
      ['neq: "Ж"', [1, 2, 3, 4, 5, 6]],
      ['neq: "a"', [1, 2, 4, 5, 6]],
      ['in: ["é", "Ж", "?"]', [2, 5]],
      ['nin: ["é", "Ж"]', [1, 3, 4, 5, 6]],
      ['contains: "é"', [2]],
      ['icontains: "É"', [2, 6]],
      ['startsWith: "Ж"', []],
      ['gte: "a"', [1, 2, 3, 4, 6]],
      ['lt: "b"', [3, 4, 5]],
      ['lt: "Ж"', [1, 2, 3, 4, 5, 6]],
      ['isNull: true', [7]],
    ])('filters the latin1 column: %s', async (filter, ids) => {
      const { words } = await data(`{ words(filter: { name: { ${filter} } }, orderBy: { id: ASC }) { id } }`);
      expect(words).toEqual(ids.map((id) => ({ id })));
    });

    test.each([
      ['eq: "Ж"', [1, 7]],
      ['in: ["😀", "é"]', [2, 3]],
      ['contains: "😀"', [2]],
      ['neq: "Ж"', [2, 3, 4, 5]],
    ])('filters the utf8mb4 column: %s', async (filter, ids) => {
      const { words } = await data(`{ words(filter: { title: { ${filter} } }, orderBy: { id: ASC }) { id } }`);
      expect(words).toEqual(ids.map((id) => ({ id })));
    });

    test('reads rows, views, nested rows, procedures, and by policies', async () => {
      expect(await data('{ words(orderBy: { id: ASC }) { id name title } }')).toEqual({ words: rows });
      expect(await data('{ words(filter: { id: { eq: 2 } }) { tint lower_name } }')).toEqual({
        words: [{ tint: 'grün', lower_name: 'é' }],
      });
      expect((await rest.get('Named', { $filter: "both_texts eq 'é-😀'" })).body).toEqual({
        value: [{ id: 2, name: 'é', both_texts: 'é-😀' }],
      });
      expect(await data('{ tags(orderBy: { name: ASC }) { name note uses(orderBy: { id: ASC }) { note } } }')).toEqual({
        tags: [
          { name: 'é', note: 'ü', uses: [{ note: 'ö' }, { note: null }] },
          { name: 'ß', note: null, uses: [{ note: 'ä' }] },
        ],
      });
      expect((await rest.get('Echo', { given: 'é' })).body).toEqual({ value: [{ result: { given: 'é' } }] });
      expect((await rest.get('Echo', { given: 'Ж' })).status).toBe(400);
      const { body } = await rest.get('Word', { $select: 'id', $filter: "name eq title or title eq 'Ж'" });
      expect(body).toEqual({ value: [{ id: 1 }, { id: 5 }, { id: 7 }] });
      expect((await rest.get('Word', { $select: 'id' }, { role: 'accents' })).body).toEqual({
        value: [{ id: 1 }, { id: 2 }, { id: 7 }],
      });
    });

    test.each(['name', 'title', 'lower_name'])('walks pages in the order of %s', async (column) => {
      const found: unknown[] = [];
      for (let after: unknown = null; ; ) {
        const { words_connection: page } = await data(
          `query ($after: String) { words_connection(first: 2, after: $after, orderBy: [{ ${column}: ASC }, { id: ASC }]) { endCursor hasNextPage items { id } } }`,
          { after },
        );
        found.push(...page.items.map(({ id }: { id: number }) => id));
        if (!page.hasNextPage) break;
        after = page.endCursor;
      }
      expect(found).toEqual(await sortedBy(column));
    });

    test('groups exactly, and returns the minimum and maximum', async () => {
      const { words_connection } = await data(`{ words_connection {
        names: groupBy(fields: [name]) { fields { name } aggregations { count } }
        titles: groupBy(fields: [title]) { fields { title } aggregations { count } }
        all: groupBy { aggregations { names: count(field: name, distinct: true) titles: count(field: title, distinct: true) minimum { name } maximum { name } } }
      } }`);
      const groups = (key: 'name' | 'title') =>
        [...new Set(rows.map((row) => row[key]))].map((text) => ({
          fields: { [key]: text },
          aggregations: { count: rows.filter((row) => row[key] === text).length },
        }));
      expect(words_connection.names).toHaveLength(groups('name').length);
      expect(words_connection.names).toEqual(expect.arrayContaining(groups('name')));
      expect(words_connection.titles).toHaveLength(groups('title').length);
      expect(words_connection.titles).toEqual(expect.arrayContaining(groups('title')));
      expect(words_connection.all).toEqual([
        { aggregations: { names: 6, titles: 5, minimum: { name: '?' }, maximum: { name: 'é' } } },
      ]);
    });

    test('writes representable values, and rejects others', async () => {
      expect(
        await data('mutation { createWord(item: { name: "ü", title: "Ж😀", tint: "rot" }) { name title tint } }'),
      ).toEqual({
        createWord: { name: 'ü', title: 'Ж😀', tint: 'rot' },
      });
      expect(
        await data(
          'mutation { updateWords(filter: { name: { eq: "ü" }, title: { eq: "Ж😀" } }, item: { name: "ö" }) { affected } }',
        ),
      ).toEqual({ updateWords: { affected: 1 } });
      const refused = await query('mutation { createWord(item: { name: "Ж" }) { id } }');
      expect(refused.errors[0].extensions.code).toBe('BadRequest');
      expect(await data('mutation { deleteWords(filter: { name: { in: ["ö", "Ж"] } }) { affected } }')).toEqual({
        deleteWords: { affected: 1 },
      });
      expect((await send('PUT', `Tag/name/${encodeURIComponent('ö')}`, { note: 'ñ' })).status).toBe(201);
      expect(await send('GET', `Tag/name/${encodeURIComponent('ö')}`)).toMatchObject({
        status: 200,
        body: { name: 'ö', note: 'ñ' },
      });
      expect((await send('PUT', `Tag/name/${encodeURIComponent('Ж')}`, { note: 'ñ' })).status).toBe(400);
      expect((await send('GET', `Tag/name/${encodeURIComponent('Ж')}`)).status).toBe(404);
      expect((await send('DELETE', `Tag/name/${encodeURIComponent('ö')}`)).status).toBe(204);
      const many = 'mutation { createTags(items: [{ name: "x", note: "é" }, { name: "ý" }]) { items { name note } } }';
      expect(await data(many)).toEqual({
        createTags: {
          items: [
            { name: 'x', note: 'é' },
            { name: 'ý', note: null },
          ],
        },
      });
    });

    test('computes columns, and rejects values that an expression cannot convert', async () => {
      expect(await send('POST', 'Converted', { wide: 'é' })).toMatchObject({ status: 201, body: { narrow: 'é' } });
      const { status, body } = await send('POST', 'Converted', { wide: 'Ж' });
      // MySQL replaces the character.
      expect([status, name === 'mysql' ? body.narrow : body.error.code]).toEqual(
        name === 'mysql' ? [201, '?'] : [400, 'BadRequest'],
      );
    });
  });
});
