import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

let tasks: ServedTasks;

beforeAll(async () => {
  tasks = await serveTasks('mutations_many');
});
beforeEach(() => tasks.reset());
afterAll(() => tasks.close());

describe('updateTasks and deleteTasks', () => {
  it('change the rows of the filter, in the order of their keys', async () => {
    await tasks.sql('update tasks set rank = 9 where id = 1');
    expect(
      await tasks.data(
        'mutation { updateTasks(filter: { owner: { country: { eq: "NL" } } }, item: { note: "n", rank: 7 }) { affected items { id note owner { name } } } }',
      ),
    ).toEqual({
      updateTasks: {
        affected: 2,
        items: [
          { id: 1, note: 'n', owner: { name: 'Ann' } },
          { id: 2, note: 'n', owner: { name: 'Ann' } },
        ],
      },
    });
    expect(await tasks.ids("note = 'n' and rank = 7")).toEqual([1, 2]);
    expect(
      await tasks.data(
        'mutation { deleteTasks(filter: { parts: { some: { what: { in: ["a", "c"] } } } }) { affected items { id parts { what } } } }',
      ),
    ).toEqual({
      deleteTasks: {
        affected: 2,
        items: [
          { id: 1, parts: [{ what: 'a' }, { what: 'b' }] },
          { id: 3, parts: [{ what: 'c' }] },
        ],
      },
    });
    expect(await tasks.ids()).toEqual([2, 4]);
  });

  it('may match no row', async () => {
    expect(
      await tasks.data(
        `mutation { a: updateTasks(filter: { or: [] }, item: { title: "x" }) { affected items { id } }
          b: deleteTasks(filter: { id: { in: [0] } }) { affected items { id } }
          c: deleteTasks(filter: { rank: { gt: null } }) { affected } }`,
      ),
    ).toEqual({ a: { affected: 0, items: [] }, b: { affected: 0, items: [] }, c: { affected: 0 } });
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['', '{ id: { nin: [] } }', {}],
    ['', '{ not: { id: { in: [] } } }', {}],
    ['', '{ or: [{ id: { eq: 0 } }, { id: { nin: [] } }] }', {}],
    ['', '{ title: { nin: [null] } }', {}],
    ['($v: [Int])', '{ id: { nin: $v } }', { v: [] }],
    ['($v: [Int])', '{ id: { in: $v } }', { v: [null] }],
    ['($f: TaskFilterInput!)', '$f', { f: { id: { nin: [] } } }],
    ['', '{ title: { contains: "" } }', {}],
    ['($t: String!)', '{ title: { istartsWith: $t } }', { t: '' }],
  ])('reject an empty string or list that could match every row: %s %s', async (definition, filter, variables) => {
    const { status, code, message } = await tasks.error(
      `mutation ${definition} { updateTasks(filter: ${filter}, item: { title: "x" }) { affected } }`,
      { variables },
    );
    expect([status, code, message]).toEqual([
      400,
      'BadRequest',
      expect.stringMatching(/^Empty .* in the filter of a bulk write/),
    ]);
    expect(await tasks.ids("title = 'x'")).toEqual([]);
  });

  it.each([
    '{}',
    '{ and: [] }',
    '{ and: [{}, { and: [] }] }',
    '{ or: [{}] }',
    '{ or: [{ id: { eq: 1 } }, {}] }',
    '{ not: { or: [] } }',
    '{ not: { not: {} } }',
    '{ not: {} }',
    '{ title: {} }',
    '{ title: null }',
    '{ owner: {} }',
    '{ owner: null }',
    '{ owner: { name: {} } }',
    '{ parts: {} }',
    '{ parts: { every: {} } }',
    '{ parts: { every: null, some: null, none: null } }',
    '{ id: { isNull: null } }',
    '{ and: null, or: null, not: null }',
  ])('reject a filter of %s without "all: true"', async (filter) => {
    for (const write of [
      (all: string) => `updateTasks(filter: ${filter}${all}, item: { note: "changed" }) { affected }`,
      (all: string) => `deleteTasks(filter: ${filter}${all}) { affected }`,
    ]) {
      for (const all of ['', ', all: false', ', all: $absent']) {
        const { status, code, message } = await tasks.error(
          `mutation${all.includes('$') ? ' ($absent: Boolean)' : ''} { ${write(all)} }`,
        );
        expect([all, status, code, message]).toEqual([all, 400, 'BadRequest', expect.stringContaining('"all: true"')]);
      }
      expect(await tasks.ids("note <> 'changed'")).toEqual([1, 2, 3, 4]);
      const [changed] = Object.values(await tasks.data(`mutation { ${write(', all: true')} }`));
      await tasks.sql("update tasks set note = 'none'");
      expect(changed).toEqual({ affected: 4 });
    }
    expect(await tasks.ids()).toEqual([]);
  });

  it.each([
    ['$f: TaskFilterInput!', '$f', { f: {} }],
    ['$f: TaskFilterInput!', '$f', { f: { and: [] } }],
    ['$f: TaskFilterInput!', '$f', { f: { title: null, owner: { name: {} } } }],
    ['$f: TaskFilterInput!', '{ and: [$f] }', { f: {} }],
    ['$f: StringFilterInput', '{ title: $f }', { f: {} }],
    ['$f: StringFilterInput', '{ title: $f }', { f: null }],
    ['$f: [TaskFilterInput!]', '{ and: $f }', { f: [] }],
  ])('reject a variable %s in %s that filters nothing: %o', async (definition, filter, variables) => {
    const { code, message } = await tasks.error(
      `mutation (${definition}) { deleteTasks(filter: ${filter}) { affected } }`,
      { variables },
    );
    expect([code, message]).toEqual(['BadRequest', expect.stringContaining('"all: true"')]);
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['$x: Int', '{ id: { eq: $x } }'],
    ['$x: Int', '{ id: { eq: 1 }, rank: { eq: $x } }'],
    ['$x: Int', '{ id: { in: [1, $x] } }'],
    ['$x: [Int!]', '{ id: { in: $x } }'],
    ['$x: IntFilterInput', '{ id: $x }'],
    ['$x: [TaskFilterInput!]', '{ or: $x }'],
    ['$x: TaskFilterInput', '{ not: $x }'],
    ['$x: OwnerFilterInput', '{ owner: $x, id: { eq: 1 } }'],
    ['$x: PartFilterInput', '{ parts: { some: $x } }'],
    ['$x: Boolean', '{ rank: { isNull: $x } }'],
    ['$x: String', '{ owner: { name: { eq: $x } } }'],
  ])('reject an absent variable %s in %s', async (definition, filter) => {
    for (const write of [
      `updateTasks(filter: ${filter}, item: { title: "x" }, all: true) { affected }`,
      `deleteTasks(filter: ${filter}, all: true) { affected }`,
    ]) {
      const { status, code, message } = await tasks.error(`mutation (${definition}) { ${write} }`);
      expect([status, code, message]).toEqual([400, 'BadRequest', expect.stringMatching(/Missing variable "\$x"/)]);
    }
    expect(await tasks.ids("title <> 'x'")).toEqual([1, 2, 3, 4]);
  });

  it('accept a variable with a default', async () => {
    expect(await tasks.data('mutation ($x: Int = 3) { deleteTasks(filter: { id: { eq: $x } }) { affected } }')).toEqual(
      { deleteTasks: { affected: 1 } },
    );
    expect(await tasks.ids()).toEqual([1, 2, 4]);
  });

  it('accept null as a value', async () => {
    expect(
      await tasks.data('mutation ($x: Int) { deleteTasks(filter: { rank: { eq: $x } }) { affected } }', {
        variables: { x: null },
      }),
    ).toEqual({ deleteTasks: { affected: 1 } });
    expect(await tasks.ids()).toEqual([1, 2, 4]);
  });

  it('change only rows that the role may read and write', async () => {
    await tasks.sql('update tasks set done = true where id = 4');
    expect(
      await tasks.data(
        'mutation { updateTasks(filter: {}, all: true, item: { note: "h" }) { affected items { id } } }',
        { role: 'half' },
      ),
    ).toEqual({ updateTasks: { affected: 2, items: [{ id: 2 }, { id: 3 }] } });
    expect(await tasks.ids("note = 'h'")).toEqual([2, 3]);
    expect(
      await tasks.data('mutation { deleteTasks(filter: {}, all: true) { affected items { id } } }', { role: 'half' }),
    ).toEqual({ deleteTasks: { affected: 2, items: [{ id: 1 }, { id: 3 }] } });
    expect(await tasks.ids()).toEqual([2, 4]);
  });

  it('count a row that becomes hidden as affected but return no item', async () => {
    expect(
      await tasks.data(
        'mutation { updateTasks(filter: { id: { in: [2, 3] } }, item: { done: true }) { affected items { id } } }',
        { role: 'half' },
      ),
    ).toEqual({ updateTasks: { affected: 2, items: [] } });
  });

  it('fail as a whole if one changed row violates the policy', async () => {
    const { code } = await tasks.error(
      'mutation { updateTasks(filter: { id: { gt: 1 } }, item: { rank: 5 }) { affected } }',
      { role: 'half' },
    );
    expect(code).toBe('Forbidden');
    expect(await tasks.ids('rank = 5')).toEqual([1]);
  });

  it('reject a filter of a role without read permission, but accept "all: true"', async () => {
    const send = (filter: string) =>
      `mutation { updateTasks(filter: ${filter}, all: true, item: { note: "w" }) { affected items { id } __typename } }`;
    const { status, code } = await tasks.error(send('{ id: { eq: 1 } }'), { role: 'writer' });
    expect([status, code]).toEqual([400, 'Forbidden']);
    expect(await tasks.data(send('{}'), { role: 'writer' })).toEqual({
      updateTasks: { affected: 4, items: null, __typename: 'TaskChanges' },
    });
  });

  it('change any number of rows and return one page of them', async () => {
    await tasks.sql('insert into bulk select n, 0 from generate_series(1, 1500) n order by n desc');
    const { updateBulks } = await tasks.data(
      'mutation { updateBulks(filter: { n: { eq: 0 } }, item: { n: 1 }) { affected items { id n } } }',
    );
    const { affected, items } = updateBulks as { affected: number; items: { id: number; n: number }[] };
    expect([affected, items.length, items[0], items[999]]).toEqual([1500, 1000, { id: 1, n: 1 }, { id: 1000, n: 1 }]);
    const { deleteBulks } = await tasks.data(
      'mutation { deleteBulks(filter: {}, all: true) { items { id } affected } }',
    );
    const gone = deleteBulks as { affected: number; items: { id: number }[] };
    expect([gone.affected, gone.items.length, gone.items[999]]).toEqual([1500, 1000, { id: 1000 }]);
    expect(await tasks.sql('select count(*)::int as n from bulk')).toEqual([{ n: 0 }]);
  });

  it('return unchanged rows for an empty item', async () => {
    expect(
      await tasks.data('mutation { updateTasks(filter: { id: { lt: 3 } }, item: {}) { affected items { title } } }'),
    ).toEqual({
      updateTasks: { affected: 2, items: [{ title: 'one' }, { title: 'two' }] },
    });
  });
});
