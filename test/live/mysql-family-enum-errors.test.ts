import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeOn } from '../support/servers.ts';
import { type Served, serveOn } from './serve-on.ts';

/**
 * In a session that is not strict, an enum stores its error value for an unknown label: `''` with the index 0.
 * `odd` has labels that are no GraphQL names, `blank` has the label `''`.
 */
const tables = `
  create table things (
    id int primary key,
    a enum('B','yes','no') not null,
    b enum('YES','NO'),
    odd enum('x y','z w'),
    blank enum('','q'),
    key (b)
  );
  insert into things values
    (1, 'B', 'YES', 'x y', 'q'), (2, 'yes', 'wrong', 'wrong', ''), (3, 'no', null, null, null),
    (4, 'yes', 'NO', 'z w', 'wrong'), (5, 'no', '', '', '');
  create table faults (
    id int primary key,
    a enum('B','yes','no') not null,
    odd enum('x y','z w') not null,
    thing int,
    note varchar(20),
    foreign key (thing) references things (id)
  );
  insert into faults values (1, 'B', 'x y', 1, 'fine'), (2, 'wrong', 'x y', 2, 'a'), (3, 'yes', 'wrong', 3, 'odd');
  create table \`th'i/ngs\` (id int primary key, \`c\\o%l é\` enum('A') not null);
  insert into \`th'i/ngs\` values (1, 'wrong');
  create view seen as select * from faults;
  create function wrong() returns enum('A','B') deterministic return 'wrong';
  create procedure gives(out label enum('A','B')) set label = 'wrong';`;

const anonymousPermissions = [{ role: 'anonymous', actions: ['*'] }];
const entities = {
  Thing: {
    source: 'things',
    permissions: [
      ...anonymousPermissions,
      { role: 'unset', actions: [{ action: 'read', policy: { database: '@item.b eq null' } }] },
      { role: 'set', actions: [{ action: 'read', policy: { database: "not (@item.b eq 'YES')" } }] },
      {
        role: 'changer',
        actions: ['read', { action: 'update', policy: { database: "@item.b ne 'NO'" } }],
      },
    ],
    relationships: { faults: { hasMany: 'Fault' } },
  },
  Fault: {
    source: 'faults',
    permissions: anonymousPermissions,
    relationships: { link: { belongsTo: 'Thing', on: { thing: 'id' } } },
  },
  Quoted: { source: "th'i/ngs", permissions: anonymousPermissions, fields: [{ name: 'c\\o%l é', alias: 'label' }] },
  Seen: { source: { object: 'seen', type: 'view', 'key-fields': ['id'] }, permissions: anonymousPermissions },
  Wrong: {
    source: { type: 'stored-procedure', object: 'wrong' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
  },
  Gives: {
    source: { type: 'stored-procedure', object: 'gives' },
    permissions: [{ role: 'anonymous', actions: ['execute'] }],
  },
};

const JSON_BODY = { 'content-type': 'application/json' };

const FAULT_OF_A =
  /^Column "a" of table "faults" has the error value of its enum \(''\) in a row of the response\. Find these rows with "where `a` = ''" and set a declared value, or declare the column nullable to read them as null\.$/;

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'the error value of an enum', () => {
    let served: Served;
    beforeAll(async () => {
      const host = { mode: 'development', authentication: { provider: 'Simulator' } };
      served = await serveOn(server, 'enum_errors', tables, { runtime: { host }, entities });
    });
    afterAll(() => served?.close());

    const dataOf = async (document: string, variables?: object): Promise<Record<string, never>> => {
      const text = await served.graphql(document, variables && JSON.stringify(variables));
      const { data, errors } = JSON.parse(text);
      expect(errors).toBeUndefined();
      return data;
    };
    const errorOf = async (document: string) => {
      const { data, errors } = JSON.parse(await served.graphql(document));
      expect(data ?? null).toBeNull();
      expect(errors).toHaveLength(1);
      return errors[0];
    };
    const idsOf = async (root: string): Promise<readonly number[]> =>
      ((await dataOf(`{ rows: ${root} { id } }`)).rows as unknown as { id: number }[]).map(({ id }) => id);

    const patch = (path: string, item: object, { role = 'anonymous' } = {}) =>
      served.rest.fetch(`/api/${path}`, { method: 'PATCH', role, headers: JSON_BODY, body: JSON.stringify(item) });

    test('is null in a nullable column', async () => {
      expect(await dataOf('{ things { id b odd blank } }')).toEqual({
        things: [
          { id: 1, b: 'YES', odd: 'x y', blank: 'q' },
          { id: 2, b: null, odd: null, blank: '' },
          { id: 3, b: null, odd: null, blank: null },
          { id: 4, b: 'NO', odd: 'z w', blank: '' },
          { id: 5, b: null, odd: null, blank: '' },
        ],
      });
      const { body } = await served.rest.get('Thing', { $select: 'id,b,odd' });
      expect(body.value[1]).toMatchObject({ id: 2, b: null, odd: null });
    });

    test.each([
      ['b: { isNull: true }', [2, 3, 5]],
      ['b: { isNull: false }', [1, 4]],
      ['b: { eq: null }', [2, 3, 5]],
      ['b: { neq: null }', [1, 4]],
      ['b: { eq: YES }', [1]],
      ['b: { neq: YES }', [4]],
      ['b: { in: [YES, NO] }', [1, 4]],
      ['b: { nin: [YES] }', [4]],
      ['not: { b: { eq: YES } }', [4]],
      ['not: { and: [{ b: { eq: YES } }, { id: { gt: 0 } }] }', [4]],
      ['not: { not: { b: { eq: YES } } }', [1]],
      ['not: { b: { in: [YES] } }', [4]],
      ['not: { b: { isNull: true } }', [1, 4]],
      ['not: { b: { isNull: false } }', [2, 3, 5]],
      ['or: [{ b: { isNull: true } }, { b: { eq: NO } }]', [2, 3, 4, 5]],
      ['odd: { isNull: true }', [2, 3, 5]],
      ['odd: { neq: "x y" }', [4]],
      ['odd: { nin: ["x y"] }', [4]],
      ['not: { odd: { eq: "x y" } }', [4]],
      ['odd: { lt: "z w" }', [1]],
      ['blank: { isNull: true }', [3]],
      ['blank: { eq: "q" }', [1]],
      ['faults: { some: { a: { neq: B } } }', [2, 3]],
    ])('is found like null by { %s }', async (filter, ids) => {
      expect(await idsOf(`things(filter: { ${filter} })`)).toEqual(ids);
    });

    test.each([
      ['b eq null', [2, 3, 5]],
      ['b ne null', [1, 4]],
      ["b ne 'YES'", [4]],
      ["not (b eq 'YES')", [4]],
      ["b in ('YES','NO')", [1, 4]],
      ["not (b in ('YES'))", [4]],
      ['odd eq null', [2, 3, 5]],
    ])('is found like null by $filter=%s', async ($filter, ids) => {
      const { status, body } = await served.rest.get('Thing', { $filter });
      expect(status).toBe(200);
      expect(body.value.map(({ id }) => id)).toEqual(ids);
    });

    test.each([
      ['unset', [2, 3, 5]],
      ['set', [4]],
    ])('is null for the policy of the role "%s"', async (role, ids) => {
      const { body } = await served.rest.get('Thing', {}, { role });
      expect(body.value.map(({ id }) => id)).toEqual(ids);
    });

    test('is the same behind a relationship as in its own row', async () => {
      expect(await idsOf('faults(filter: { link: { b: { isNull: true } } })')).toEqual([2, 3]);
      expect(await idsOf('faults(orderBy: { link: { b: ASC } })')).toEqual([1, 2, 3]);
      expect(await dataOf('{ faults(filter: { id: { eq: 2 } }) { link { b odd } } }')).toEqual({
        faults: [{ link: { b: null, odd: null } }],
      });
    });

    test.each(['b', 'odd'])('is sorted like null in an order by %s, across pages', async (field) => {
      const directions = [
        ['ASC', [1, 4, 2, 3, 5]],
        ['DESC', [2, 3, 5, 4, 1]],
      ] as const;
      for (const [direction, ids] of directions) {
        expect(await idsOf(`things(orderBy: [{ ${field}: ${direction} }, { id: ASC }])`)).toEqual(ids);
        const seen: number[] = [];
        for (let [cursor, hasMore]: [string | null, boolean] = [null, true]; hasMore; ) {
          const { page } = (await dataOf(
            `query ($cursor: String) { page: things_connection(orderBy: [{ ${field}: ${direction} }, { id: ASC }], first: 1, after: $cursor) { items { id } endCursor hasNextPage } }`,
            { cursor },
          )) as unknown as { page: { items: { id: number }[]; endCursor: string; hasNextPage: boolean } };
          seen.push(...page.items.map(({ id }) => id));
          [cursor, hasMore] = [page.endCursor, page.hasNextPage];
        }
        expect(seen).toEqual(ids);
      }
    });

    test('is in the group of null, and in no minimum, maximum, or count', async () => {
      const { things_connection: page } = (await dataOf(`{ things_connection {
        byB: groupBy(fields: [b], orderBy: { fields: { b: ASC } }) { fields { b } aggregations { count } }
        byOdd: groupBy(fields: [odd], orderBy: { fields: { odd: DESC } }) { fields { odd } aggregations { count } }
        all: groupBy {
          aggregations {
            minimum { a b odd } maximum { b odd }
            b: count(field: b) odd: count(field: odd, distinct: true)
          }
        }
      } }`)) as unknown as { things_connection: object };
      const group = (fields: object, count: number) => ({ fields, aggregations: { count } });
      expect(page).toEqual({
        byB: [group({ b: 'YES' }, 1), group({ b: 'NO' }, 1), group({ b: null }, 3)],
        byOdd: [group({ odd: null }, 3), group({ odd: 'z w' }, 1), group({ odd: 'x y' }, 1)],
        all: [
          {
            aggregations: {
              minimum: { a: 'B', b: 'YES', odd: 'x y' },
              maximum: { b: 'NO', odd: 'z w' },
              b: 2,
              odd: 2,
            },
          },
        ],
      });
    });

    test('is null in the response of a write, and stays writable', async () => {
      const changed = await patch('Thing/id/2', { a: 'no' });
      expect(changed).toMatchObject({ status: 200, body: { id: 2, a: 'no', b: null, odd: null } });
      expect(await dataOf('mutation { updateThing(id: 5, item: { a: B }) { id a b odd } }')).toEqual({
        updateThing: { id: 5, a: 'B', b: null, odd: null },
      });
      const hidden = await patch('Thing/id/5', { a: 'no' }, { role: 'changer' });
      expect(hidden.status).toBe(403);
      expect(await dataOf('mutation { updateThing(id: 5, item: { a: no, b: null }) { a b } }')).toEqual({
        updateThing: { a: 'no', b: null },
      });
      await served.session.query("update things set b = '' where id = 5; update things set a = 'yes' where id = 2");
    });

    test('has the ETag of null', async () => {
      const [before] = (await dataOf('{ things(filter: { id: { eq: 5 } }) { _etag } }')).things as unknown as object[];
      await served.session.query('update things set b = null where id = 5');
      const [after] = (await dataOf('{ things(filter: { id: { eq: 5 } }) { _etag } }')).things as unknown as object[];
      await served.session.query("update things set b = '' where id = 5");
      expect(after).toEqual(before);
    });

    test.each([
      '{ faults { id a } }',
      '{ fault_by_pk(id: 2) { a } }',
      '{ faults_connection { items { a } } }',
      '{ things { faults { a } } }',
      '{ things { faults_connection { items { id a } } } }',
      '{ faults_connection { groupBy(fields: [a]) { fields { a } aggregations { count } } } }',
      '{ things { faults_connection { groupBy(fields: [a]) { fields { a } } } } }',
      '{ faults_connection { groupBy { aggregations { minimum { a } maximum { odd } } } } }',
    ])('fails %s in a NOT NULL column, and names it', async (document) => {
      const error = await errorOf(document);
      expect(error.message).toMatch(FAULT_OF_A);
      expect(error.extensions).toMatchObject({ code: 'ApplicationError', status: 400 });
    });

    test('fails a REST response, and names the column', async () => {
      for (const path of ['Fault', 'Fault/id/2']) {
        const { status, body } = await served.rest.get(path);
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ code: 'ApplicationError', message: expect.stringMatching(FAULT_OF_A) });
      }
      const odd = await served.rest.get('Fault/id/3', { $select: 'id,odd' });
      expect(odd.body.error.message).toContain('Column "odd" of table "faults"');
    });

    test('names a column with special characters', async () => {
      const { message } = await errorOf('{ quoteds { label } }');
      expect(message).toContain(`Column "c\\o%l é" of table "th'i/ngs"`);
    });

    test('fails no response without the column', async () => {
      expect(await dataOf('{ faults { id _etag } }')).toMatchObject({ faults: [{ id: 1 }, { id: 2 }, { id: 3 }] });
      expect(await dataOf('{ faults(filter: { a: { neq: B } }, orderBy: { a: ASC }) { id } }')).toEqual({
        faults: [{ id: 2 }, { id: 3 }],
      });
      expect(await dataOf('{ faults(filter: { a: { isNull: true } }) { id } }')).toEqual({ faults: [] });
      expect(await dataOf('{ faults(filter: { id: { eq: 1 } }) { a odd } }')).toEqual({
        faults: [{ a: 'B', odd: 'x y' }],
      });
      const { body } = await served.rest.get('Fault', { $select: 'id,note' });
      expect(body.value).toHaveLength(3);
    });

    test('rolls back a write whose response it fails', async () => {
      const error = await errorOf('mutation { updateFault(id: 2, item: { note: "lost" }) { note a } }');
      expect(error.message).toMatch(FAULT_OF_A);
      const rest = await patch('Fault/id/2', { note: 'lost' });
      expect(rest).toMatchObject({ status: 400, body: { error: { code: 'ApplicationError' } } });
      expect(
        await errorOf(
          'mutation { updateFaults(filter: { id: { gt: 1 } }, item: { note: "lost" }) { affected items { a } } }',
        ),
      ).toMatchObject({ extensions: { code: 'ApplicationError' } });
      expect(await errorOf('mutation { deleteFault(id: 2) { a } }')).toMatchObject({
        extensions: { code: 'ApplicationError' },
      });
      const [rows] = await served.session.query('select note from faults order by id');
      expect(rows).toEqual([{ note: 'fine' }, { note: 'a' }, { note: 'odd' }]);
    });

    test('can be corrected over the API', async () => {
      expect(await dataOf('mutation { updateFault(id: 2, item: { a: yes }) { id a } }')).toEqual({
        updateFault: { id: 2, a: 'yes' },
      });
      await served.session.query("update faults set a = '' where id = 2");
      const mended = await patch('Fault/id/2', { a: 'no' });
      expect(mended).toMatchObject({ status: 200, body: { id: 2, a: 'no', odd: 'x y' } });
      await served.session.query("update faults set a = '' where id = 2");
    });

    test('is null in a view', async () => {
      expect(await dataOf('{ seens { id a odd } }')).toEqual({
        seens: [
          { id: 1, a: 'B', odd: 'x y' },
          { id: 2, a: null, odd: 'x y' },
          { id: 3, a: 'yes', odd: null },
        ],
      });
    });

    test('is null in the result of a routine', async () => {
      for (const path of ['Wrong', 'Gives']) {
        const { status, body } = await served.rest.fetch(`/api/${path}`, {
          method: 'POST',
          headers: JSON_BODY,
          body: '{}',
        });
        expect({ path, status }).toEqual({ path, status: 200 });
        expect(Object.values(body.value[0] ?? {})).toEqual([null]);
      }
    });
  });
});
