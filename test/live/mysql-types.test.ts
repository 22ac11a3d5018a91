import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FamilyName } from '../support/create-on-mysql-family.ts';
import { describeOn } from '../support/servers.ts';
import { type Kind, kindsOf } from './fixtures/mysql-kinds.ts';
import { type Served, serveOn } from './serve-on.ts';

const permissions = [{ role: 'anonymous', actions: ['*'] }];
const json = { 'content-type': 'application/json' };

/** JSON strings are quoted, also in URLs. */
const isText = (value: string): boolean => value.startsWith('"');
const textOf = (value: string): string => (isText(value) ? JSON.parse(value) : value);
const literalOf = (value: string): string => (isText(value) ? `'${textOf(value).replaceAll("'", "''")}'` : value);

const tablesOf = (kinds: readonly Kind[]): string =>
  kinds
    .map(({ type, values, isKey = true }, index) => {
      const rows = (isTable: boolean): string =>
        values.map(([sql], at) => `(${isTable ? `${at + 1}, ` : ''}${sql}${isTable ? '' : `, ${at + 1}`})`).join(', ');
      return `create table of${index} (id int primary key, v ${type});
        insert into of${index} values ${rows(true)}, (${values.length + 1}, null);
        ${isKey ? `create table by${index} (k ${type.replace(/ null$/, '')} not null primary key, n int); insert into by${index} values ${rows(false)};` : ''}`;
    })
    .join('\n');

const entitiesOf = (kinds: readonly Kind[]): object =>
  Object.fromEntries(
    kinds.flatMap(({ isKey = true }, index) => [
      [`Of${index}`, { source: `of${index}`, permissions }],
      ...(isKey ? [[`By${index}`, { source: `by${index}`, permissions }]] : []),
    ]),
  );

const filled = `
  create table cells (
    id int primary key, a int, twice int generated always as (a * 2) virtual, thrice int as (a * 3) stored, unseen varchar(9) invisible default 'h',
    changed timestamp(3) not null default '2001-01-01 00:00:00' on update current_timestamp(3), token char(36) not null default (uuid())
  );`;

describe.each(['mariadb', 'mysql'] as const satisfies readonly FamilyName[])('on %s', (server) => {
  describeOn(server, 'values of each type', () => {
    const kinds = kindsOf(server);
    let served: Served;
    beforeAll(async () => {
      served = await serveOn(server, 'mysql_types', tablesOf(kinds) + filled, {
        entities: { ...entitiesOf(kinds), Cell: { source: 'cells', permissions } },
      });
    });
    afterAll(async () => {
      expect(served.rest.logged.filter(({ level }) => Number(level) >= 50)).toEqual([]);
      await served.close();
    });

    describe.each(kinds.map((kind, index) => [kind.type, kind, index] as const))('%s', (_type, kind, index) => {
      const { values, isKey = true, compares = 'order' } = kind;
      const [entity, list, path] = [`Of${index}`, `of${index}s`, `Of${index}`];
      const texts = values.map(([, text]) => text);
      const ids = (text: string): unknown => {
        const { data, errors } = JSON.parse(text) as { data: Record<string, { id: number }[]>; errors?: unknown };
        return errors ?? data[list]?.map(({ id }) => id);
      };
      const found = async (condition: string): Promise<unknown> =>
        ids(
          await served.graphql(
            `query ($f: ${entity}FilterInput) { ${list}(filter: $f) { id } }`,
            `{"f":{"v":${condition}}}`,
          ),
        );

      test('are read over both APIs', async () => {
        const items = [...texts, 'null'].map((text) => `{"v":${text}}`).join(',');
        expect(await served.graphql(`{ ${list}(orderBy: { id: ASC }) { v } }`)).toBe(`{"data":{"${list}":[${items}]}}`);
        expect((await served.rest.get(path, { $select: 'v', $orderby: 'id' })).text).toBe(`{"value":[${items}]}`);
      });

      test.runIf(compares !== 'nothing')('are found by filters', async () => {
        for (const [at, text] of texts.entries()) {
          expect([text, await found(`{"eq":${text}}`)]).toEqual([text, [at + 1]]);
          expect([text, await found(`{"in":[${text},${text}]}`)]).toEqual([text, [at + 1]]);
          const others = texts.flatMap((_, other) => (other === at ? [] : [other + 1]));
          expect([text, await found(`{"neq":${text}}`)]).toEqual([text, others]);
          expect([text, await found(`{"nin":[${text}]}`)]).toEqual([text, others]);
          const condition = `v eq ${literalOf(text)}`;
          const { body } = await served.rest.get(path, { $filter: condition, $select: 'id' });
          expect([condition, body]).toEqual([condition, { value: [{ id: at + 1 }] }]);
        }
        expect(await found('{"isNull":true}')).toEqual([texts.length + 1]);
      });

      test.runIf(compares === 'order')('are ordered, and cursors continue from them', async () => {
        const above = texts.map((_, at) => at + 1);
        if (kind.isEnum !== true) expect(await found(`{"gt":${texts[0]}}`)).toEqual(above.slice(1));
        for (const [direction, wanted] of [
          ['ASC', [...above, texts.length + 1]],
          ['DESC', [...above, texts.length + 1].toReversed()],
        ] as const) {
          const seen: number[] = [];
          let after: string | null = null;
          for (let page = 0; page < wanted.length; page += 1) {
            const text: string = await served.graphql(
              `query ($a: String) { ${list}_connection(first: 1, after: $a, orderBy: { v: ${direction} }) { items { id } endCursor } }`,
              JSON.stringify({ a: after }),
            );
            const { data, errors } = JSON.parse(text);
            expect(errors).toBeUndefined();
            const { items, endCursor } = data[`${list}_connection`];
            seen.push(...items.map(({ id }: { id: number }) => id));
            after = endCursor;
          }
          expect([direction, seen]).toEqual([direction, wanted]);
          const back = await served.graphql(
            `query ($b: String) { x: ${list}_connection(last: 100, before: $b, orderBy: { v: ${direction} }) { items { id } } }`,
            JSON.stringify({ b: after }),
          );
          expect(JSON.parse(back)).toEqual({ data: { x: { items: wanted.slice(0, -1).map((id) => ({ id })) } } });
        }
      });

      test('are written over both APIs', async () => {
        for (const [at, text] of texts.entries()) {
          const create = `mutation ($item: Create${entity}Input!) { x: create${entity}(item: $item) { v } }`;
          const expected = `{"data":{"x":{"v":${text}}}}`;
          expect(await served.graphql(create, `{"item":{"id":${101 + at},"v":${text}}}`)).toBe(expected);
          const body = `{"id":${201 + at},"v":${text}}`;
          expect((await served.rest.get(path, {}, { method: 'POST', headers: json, body })).text).toBe(body);
          await served.session.query(`insert into of${index} values (${301 + at}, null), (${401 + at}, null)`);
          const update = `mutation ($item: Update${entity}Input!) { x: update${entity}(id: ${301 + at}, item: $item) { v } }`;
          expect(await served.graphql(update, `{"item":{"v":${text}}}`)).toBe(expected);
          const patch = { method: 'PATCH', headers: json, body: `{"v":${text}}` };
          expect((await served.rest.get(`${path}/${401 + at}`, {}, patch)).text).toBe(`{"id":${401 + at},"v":${text}}`);
        }
        const { bytes = 'cast(_.v as binary)' } = kind;
        const [first, second] = ['a', 'b'].map((alias) => bytes.replaceAll('_', alias));
        const [rows] = await served.session.query(
          `select count(*) as n, sum(not (${first} <=> ${second})) as others from of${index} a join of${index} b on b.id = a.id % 100 where a.id > 100`,
        );
        expect(rows).toEqual([{ n: 4 * texts.length, others: '0' }]);
        await served.session.query(`delete from of${index} where id > 100`);
      });

      test.runIf(isKey)('can be keys', async () => {
        for (const [at, text] of texts.entries()) {
          const item = `{"k":${text},"n":${at + 1}}`;
          const byKey = (await served.rest.get(`By${index}/k/${encodeURIComponent(textOf(text))}`)).text;
          expect([text, byKey]).toEqual([text, item]);
          const update = `mutation ($f: By${index}FilterInput!) { x: updateBy${index}s(filter: $f, item: { n: 0 }) { affected items { k } } }`;
          const filter = `{"f":{"k":{"eq":${text}}}}`;
          expect(await served.graphql(update, filter)).toBe(`{"data":{"x":{"affected":1,"items":[{"k":${text}}]}}}`);
          const put = { method: 'PUT', headers: json, body: `{"n":${at + 1}}` };
          expect((await served.rest.get(`By${index}/k/${encodeURIComponent(textOf(text))}`, {}, put)).text).toBe(item);
        }
      });
    });

    test('generated columns are read-only; hidden columns work like others; defaults may be expressions', async () => {
      const { rest } = served;
      const created = await rest.get('Cell', {}, { method: 'POST', headers: json, body: '{"id":1,"a":2}' });
      expect(created.body).toMatchObject({
        ...{ id: 1, a: 2, twice: 4, thrice: 6, unseen: 'h', changed: '2001-01-01T00:00:00+00:00' },
        token: expect.stringMatching(/^[\da-f-]{36}$/),
      });
      for (const name of ['twice', 'thrice']) {
        const updated = await rest.get('Cell', {}, { method: 'POST', headers: json, body: `{"id":2,"${name}":4}` });
        expect([updated.status, updated.body.error.code]).toEqual([400, 'BadRequest']);
      }
      const patched = await rest.get('Cell/1', {}, { method: 'PATCH', headers: json, body: '{"unseen":"seen","a":3}' });
      expect(patched.body).toMatchObject({
        unseen: 'seen',
        twice: 6,
        thrice: 9,
        changed: expect.stringMatching(/^20[2-9]/),
      });
      const found = await served.graphql(
        '{ cells(filter: { thrice: { eq: 9 }, unseen: { startsWith: "s" } }, orderBy: { twice: DESC }) { id } }',
      );
      expect(found).toBe('{"data":{"cells":[{"id":1}]}}');
    });
  });
});
