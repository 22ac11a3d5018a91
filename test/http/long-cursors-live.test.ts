import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { MAX_CURSOR_BYTES } from '../../src/scalars/cursor.ts';
import { server } from '../support/server.ts';
import { follow } from './support/follow-links.ts';
import { queryString, type ServedRest, serveRest } from './support/serve-rest.ts';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

const MAX_URL = 16_384;

/** Repetitions of a word that is a key, divided by three. Keys of SQL Server have at most 900 bytes. */
const OFTEN = inject('server') === 'sqlserver' ? 60 : 4000;

/**
 * Strings around and far beyond the capacity of a cursor, with every character that JSON escapes; some are equal, some
 * NULL.
 */
const ddl = `
  create table boards (id int primary key, name text);
  insert into boards select i, 'board ' || i from generate_series(1, 3) i;
  create table notes (id int primary key, board_id int references boards, title varchar, body varchar not null, hidden boolean not null default false);
  insert into notes (id, board_id, title, body) select i, 1 + i % 3,
    case i % 5 when 0 then null when 1 then repeat(concat('"\\ü', i / 20), 400) when 2 then repeat('a', 600 + i)
      when 3 then concat(repeat(cast('\u0001é' as varchar), 30000), i / 10) else concat('short ', i / 10) end,
    concat(repeat(cast(case when i % 2 = 0 then 'b' else '語' end as varchar), 20000), i / 7)
  from generate_series(1, 90) i;
  create table edges (id int primary key, t text);
  insert into edges select i, repeat('e', 1478 + i) from generate_series(1, 40) i;
  create table words (word text primary key, n int);
  insert into words select concat(repeat('"w', i % 4 * ${OFTEN}), i), i / 4 from generate_series(1, 40) i;
  create table marks (n int, t text);
  insert into marks select i, repeat('m', i * 100) from generate_series(1, 23) i;
  create view shown_notes as select * from notes;`;

const all = { role: 'anonymous', actions: ['read'] };
const unseen = { role: 'half', actions: [{ action: 'read', policy: { database: '@item.hidden eq false' } }] };

let tables: ServedTables;
let rest: ServedRest;

describe.skipIf(!server.has('fullTextSort'))('cursors of long strings', () => {
  beforeAll(async () => {
    tables = await serveTables('long_cursors', ddl, {
      Board: {
        source: 'boards',
        permissions: [all, { role: 'half', actions: ['read'] }],
        relationships: { notes: { hasMany: 'Note' } },
      },
      Note: { source: 'notes', permissions: [all, unseen], relationships: { board: { belongsTo: 'Board' } } },
      Word: {
        source: 'words',
        permissions: [all, { role: 'blind', actions: [{ action: 'read', fields: { include: ['n'] } }] }],
      },
      Edge: { source: 'edges', permissions: [all] },
      Mark: { source: 'marks', permissions: [all] },
      Shown: { source: { object: 'shown_notes', type: 'view', 'key-fields': ['id'] }, permissions: [all] },
    });
    rest = await serveRest(tables.application);
  });
  afterAll(async () => {
    await rest.close();
    await tables.close();
  });

  const cursorsIn = (url = ''): readonly string[] =>
    [...url.matchAll(/\$(?:after|before)=([^&>]*)/g)].map(([, cursor = '']) => cursor);

  const walks = [
    ['Note', 'title', 'notes', 'title, id'],
    ['Note', 'title desc,body', 'notes', 'title desc, body, id'],
    ['Note', 'title desc nulls last,body desc', 'notes', 'title desc nulls last, body desc, id'],
    ['Note', 'body,id desc', 'notes', 'body, id desc'],
    ['Note', 'board/name desc,title nulls first', 'notes', 'board_id desc, title nulls first, id'],
    ['Shown', 'title,body desc', 'notes', 'title, body desc, id'],
    ['Word', 'word', 'words', 'word'],
    ['Word', 'n desc', 'words', 'n desc, word'],
  ] as const;

  describe('cursors of long strings', () => {
    it.each(walks)('page through every %s by %s, forwards and backwards', async (entity, $orderby, table, order) => {
      const key = entity === 'Word' ? 'word' : 'id';
      const expected = (await tables.sql(`select ${key} as k from ${table} order by ${order}`)).map((row) => row.k);
      const start = `/api/${entity}${queryString({ $select: key, $orderby, $first: 4 })}`;
      const forwards = await follow(rest, { from: start, by: 'next' });
      expect(forwards.items.map((item) => item[key])).toEqual(expected);
      const last = forwards.pages.at(-2)?.body.nextLink ?? '';
      const backwards = await follow(rest, { from: last, by: 'prev' });
      expect(backwards.pages.toReversed().flatMap(({ body }) => body.value.map((item) => item[key]))).toEqual(expected);
      const links = [...forwards.pages, ...backwards.pages].flatMap(({ body, headers }) => [
        body.nextLink,
        String(headers.link ?? ''),
      ]);
      expect(links.flatMap(cursorsIn).length).toBeGreaterThan(10);
      expect(Math.max(...links.flatMap(cursorsIn).map((cursor) => cursor.length))).toBeLessThanOrEqual(
        MAX_CURSOR_BYTES,
      );
    });

    it('reach but never exceed the maximum length', async () => {
      const from = `/api/Edge${queryString({ $select: 'id', $orderby: 't desc', $first: 1 })}`;
      const { pages, items } = await follow(rest, { from, by: 'next' });
      expect(items.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, index) => 40 - index));
      const lengths = pages.flatMap(({ body }) => cursorsIn(body.nextLink)).map((cursor) => cursor.length);
      expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_CURSOR_BYTES);
      expect(Math.max(...lengths)).toBeGreaterThan(MAX_CURSOR_BYTES - 4);
      expect(Math.min(...lengths)).toBeLessThan(60);
    });

    it('page through the nested list of each row separately', async () => {
      const page = (after: string) =>
        `{ board_by_pk(id: 2) { notes_connection(first: 7, orderBy: [{ title: DESC }, { body: ASC }]${after}) { items { id } hasNextPage hasPreviousPage startCursor endCursor } } }`;
      const ids: unknown[] = [];
      for (let after = ''; ; ) {
        const { board_by_pk } = await tables.data(page(after));
        const { items, hasNextPage, hasPreviousPage, endCursor } = (board_by_pk as { notes_connection: Page })
          .notes_connection;
        expect(hasPreviousPage).toBe(after !== '');
        ids.push(...items.map(({ id }) => id));
        if (!hasNextPage) break;
        after = `, after: "${endCursor}"`;
      }
      const rows = await tables.sql('select id from notes where board_id = 2 order by title desc, body, id');
      expect(ids).toEqual(rows.map(({ id }) => id));
    });

    it('return an error if their row is deleted or hidden', async () => {
      const options = { $select: 'id', $orderby: 'title desc', $filter: 'length(title) gt 2000', $first: 1 };
      const { body } = await rest.get('Note', options, { role: 'half' });
      const id = body.value[0]?.id;
      const next = body.nextLink ?? '';
      expect((await rest.fetch(next, { role: 'half' })).status).toBe(200);
      const document = `{ notes_connection(orderBy: { title: DESC }, after: "${cursorsIn(next)[0]}") { totalCount hasPreviousPage } }`;
      await tables.sql('update notes set hidden = true where id = $1', [id]);
      const refused = await rest.fetch(next, { role: 'half' });
      expect([refused.status, refused.body.error]).toMatchObject([
        400,
        { code: 'BadRequest', message: expect.stringContaining('The row of the cursor no longer exists') },
      ]);
      expect((await tables.error(document, { role: 'half' })).code).toBe('BadRequest');
      expect((await rest.fetch(next)).status, 'a role that sees the row continues').toBe(200);
      await tables.sql('delete from notes where id = $1', [id]);
      expect((await rest.fetch(next)).status).toBe(400);
      const { code, message } = await tables.error(document);
      expect([code, message]).toEqual(['BadRequest', expect.stringContaining('no longer exists')]);
      const last = `{ notes_connection(orderBy: { title: DESC }, last: 2, before: "${cursorsIn(next)[0]}") { items { id } } }`;
      expect((await tables.error(last)).code).toBe('BadRequest');
    });

    it('continue from the current position of a changed row', async () => {
      const options = { $select: 'id', $orderby: 'body', $first: 1 };
      const { body } = await rest.get('Note', options);
      const [first] = body.value;
      const rows = await tables.sql('select id from notes where id <> $1 order by body, id', [first?.id]);
      await tables.sql(
        "update notes set body = concat(repeat(cast('あ' as varchar), 20001), 'last of all') where id = $1",
        [first?.id],
      );
      const behind = await tables.sql(
        'select n.id from notes n, notes o where o.id = $1 and (n.body > o.body or n.body = o.body and n.id > o.id) order by n.body, n.id',
        [first?.id],
      );
      expect((await follow(rest, { from: body.nextLink ?? '', by: 'next' })).items.map(({ id }) => id)).toEqual(
        behind.map(({ id }) => id),
      );
      expect(behind.length).toBeLessThan(rows.length);
    });

    it('are rejected if they are longer than any generated cursor', async () => {
      const forged = Buffer.from(JSON.stringify(['x', 'a'.repeat(2000)])).toString('base64url');
      expect((await rest.get('Note', { $after: forged })).status).toBe(400);
    });
  });

  interface Page {
    readonly items: readonly { readonly id?: number; readonly n?: number }[];
    readonly totalCount: number;
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  }

  describe.each([
    ['without a key', 'marks_connection', 'Mark', 'marks', 'anonymous'],
    ['with an unreadable key', 'words_connection', 'Word', 'words', 'blind'],
  ])('a connection with %s', (_name, field, entity, table, role) => {
    const read = async (paging: string): Promise<Page> => {
      const document = `{ ${field}(orderBy: { n: ASC }, ${paging}) { items { n } totalCount hasNextPage hasPreviousPage startCursor endCursor } }`;
      return (await tables.data(document, { role }))[field] as Page;
    };
    const expected = async () => (await tables.sql(`select n from ${table} order by n`)).map(({ n }) => n);

    it('pages forwards by its cursors', async () => {
      const found: unknown[] = [];
      for (let paging = 'first: 5'; ; ) {
        const page = await read(paging);
        expect(page.hasPreviousPage).toBe(found.length > 0);
        found.push(...page.items.map(({ n }) => n));
        expect(page.hasNextPage).toBe(found.length < page.totalCount);
        if (!page.hasNextPage) break;
        paging = `first: 5, after: "${page.endCursor}"`;
      }
      expect(found).toEqual(await expected());
    });

    it('pages backwards by its cursors', async () => {
      const found: unknown[] = [];
      for (let paging = 'last: 5'; ; ) {
        const page = await read(paging);
        expect(page.hasNextPage).toBe(found.length > 0);
        found.unshift(...page.items.map(({ n }) => n));
        expect(page.hasPreviousPage).toBe(found.length < page.totalCount);
        if (!page.hasPreviousPage) break;
        paging = `last: 5, before: "${page.startCursor}"`;
      }
      expect(found).toEqual(await expected());
    });

    it('has cursors with an offset, and rejects invalid paging arguments', async () => {
      const ns = await expected();
      const page = await read('first: 3, offset: 4');
      expect(page.items.map(({ n }) => n)).toEqual(ns.slice(4, 7));
      expect((await read(`first: 2, after: "${page.startCursor}"`)).items.map(({ n }) => n)).toEqual(ns.slice(5, 7));
      expect((await read(`last: 9, before: "${page.startCursor}"`)).items.map(({ n }) => n)).toEqual(ns.slice(0, 4));
      expect(await read('first: 3, offset: 500')).toMatchObject({ items: [], startCursor: null, endCursor: null });
      for (const paging of [
        `last: 2, after: "${page.endCursor}"`,
        `first: 2, before: "${page.endCursor}"`,
        `first: 2, after: "${page.startCursor}", before: "${page.endCursor}"`,
        `first: 2, after: "${Buffer.from('["x.position", "3"]').toString('base64url')}"`,
      ]) {
        const { code } = await tables.error(`{ ${field}(orderBy: { n: ASC }, ${paging}) { items { n } } }`, { role });
        expect(code, paging).toBe('BadRequest');
      }
      const other = await tables.error(
        `{ ${field}(orderBy: { n: DESC }, after: "${page.endCursor}") { items { n } } }`,
        {
          role,
        },
      );
      expect([other.code, other.message]).toEqual(['BadRequest', expect.stringContaining('another list or order')]);
    });

    it('pages over REST by every link', async () => {
      const ns = await expected();
      const options = { role };
      const from = `/api/${entity}${queryString({ $select: 'n', $orderby: 'n', $first: 5 })}`;
      const forwards = await follow(rest, { from, by: 'next', request: options });
      expect(forwards.items.map(({ n }) => n)).toEqual(ns);
      const end = `/api/${entity}${queryString({ $select: 'n', $orderby: 'n', $last: 5 })}`;
      const backwards = await follow(rest, { from: end, by: 'prev', request: options });
      expect(backwards.pages.toReversed().flatMap(({ body }) => body.value.map(({ n }) => n))).toEqual(ns);
      const start = backwards.pages.at(-1)?.body.nextLink ?? '';
      const again = await follow(rest, { from: start, by: 'next', request: options });
      expect(again.items.map(({ n }) => n)).toEqual(ns.slice(backwards.pages.at(-1)?.body.value.length));
    });
  });

  describe('links', () => {
    /** Returns a URL of this length, with spaces and other characters that links may percent-encode. */
    const urlOf = (length: number, more = ''): string => {
      const start = `/api/Note?$select=id&$orderby=title+desc${more}&$first=2&$filter=id+gt+0+and+title+ne+'`;
      return `${start}${'{"x;|`"}+'.repeat(5000).slice(0, length - start.length - 1)}'`;
    };
    /** Returns the length of the URL in links, which percent-encode each of these characters as three. */
    const grown = (url: string): number => url.length + 2 * (url.match(/["`{|}]/g)?.length ?? 0);

    it('of URLs of the maximum length are accepted', async () => {
      const long = urlOf(3000);
      const url = `${long.slice(0, -1)}${'y'.repeat(MAX_URL - grown(long))}'`;
      expect(grown(url)).toBe(MAX_URL);
      const forwards = await follow(rest, { from: url, by: 'next' });
      expect(forwards.pages.length).toBeGreaterThan(20);
      const last = await rest.fetch(url.replace('$first=2', '$last=2'));
      expect(last.body.value.at(-1)).toEqual(forwards.items.at(-1));
    });

    it('may exceed the URL limit only by their paging options', async () => {
      const { body } = await rest.get('Note', { $select: 'id', $orderby: 'title desc', $first: 2 });
      const cursor = cursorsIn(body.nextLink)[0] ?? '';
      const url = `/api/Note?$orderby=title+desc&$select=id&$filter=title+ne+'`;
      const whole = (length: number) =>
        `${url}${'y'.repeat(length - url.length - 1)}'&$first=1&$after=${cursor}&$before=${cursor}`;
      expect((await rest.fetch(whole(MAX_URL))).status).toBe(200);
      const tooLong = await rest.fetch(whole(MAX_URL + 1));
      expect([tooLong.status, tooLong.body.error.code]).toEqual([414, 'LimitExceeded']);
      expect((await rest.fetch(`${whole(MAX_URL)}${'x'.repeat(3000)}`)).status).toBe(414);
    });
  });
});
