import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

let tasks: ServedTables;

const ddl = `
  create table owners (id int primary key, name text not null, country text);
  create table tasks (
    id int primary key, owner_id int references owners, title text not null, note text default 'none', rank int,
    done boolean not null default false, changed int not null default 0
  );
  create table parts (task_id int references tasks on delete cascade, no int, what text, primary key (task_id, no));
  create table bulk (id int primary key, n int);`;

const rows = `
  truncate owners, tasks, parts, bulk;
  insert into owners values (1, 'Ann', 'NL'), (2, 'Ben', 'FR'), (3, 'Cas', null);
  insert into tasks (id, owner_id, title, rank) values (1, 1, 'one', 5), (2, 1, 'two', 3), (3, 2, 'three', null), (4, null, 'four', 1);
  insert into parts values (1, 1, 'a'), (1, 2, 'b'), (3, 1, 'c');`;

beforeAll(async () => {
  const everything = { role: 'anonymous', actions: ['*'] };
  const writer = { role: 'writer', actions: ['create', 'update', 'delete'] };
  const half = {
    role: 'half',
    actions: [
      'create',
      { action: 'read', policy: { database: '@item.done eq false' } },
      { action: 'update', policy: { database: '@item.rank ne 5 or @item.rank eq null' } },
      { action: 'delete', policy: { database: '@item.id ne 2' } },
    ],
  };
  tasks = await serveTables('mutations_rows', ddl, {
    Owner: { source: 'owners', permissions: [everything], relationships: { tasks: { hasMany: 'Task' } } },
    Task: {
      source: 'tasks',
      permissions: [everything, writer, half],
      relationships: { owner: { belongsTo: 'Owner' }, parts: { hasMany: 'Part' } },
    },
    Part: { source: 'parts', permissions: [everything, writer], relationships: { task: { belongsTo: 'Task' } } },
    Bulk: { source: 'bulk', permissions: [everything] },
  });
});
beforeEach(() => tasks.sql(rows).then(() => undefined));
afterAll(() => tasks.close());

const task = async (id: number): Promise<unknown> =>
  (await tasks.sql('select title, note, rank, done from tasks where id = $1', [id]))[0];
const ids = async (where = 'true'): Promise<unknown> =>
  (await tasks.sql(`select id from tasks where ${where} order by id`)).map(({ id }) => id);
const tagOf = async (id: number, role = 'anonymous'): Promise<string> => {
  const { task_by_pk } = await tasks.data(`{ task_by_pk(id: ${id}) { _etag } }`, { role });
  return (task_by_pk as { _etag: string })._etag;
};

describe('update', () => {
  it('changes what is given and nothing else, and gives what is true afterwards', async () => {
    const { updateTask } = await tasks.data(
      `mutation ($note: String) { updateTask(id: 1, item: { title: "uno", rank: null, owner_id: 2, note: $note }) {
        id title note rank done owner { name tasks { id title } tasks_connection { totalCount } } parts { no } __typename } }`,
    );
    expect(updateTask).toEqual({
      id: 1,
      title: 'uno',
      note: 'none',
      rank: null,
      done: false,
      owner: {
        name: 'Ben',
        tasks: [
          { id: 1, title: 'uno' },
          { id: 3, title: 'three' },
        ],
        tasks_connection: { totalCount: 2 },
      },
      parts: [{ no: 1 }, { no: 2 }],
      __typename: 'Task',
    });
    expect(await task(1)).toEqual({ title: 'uno', note: 'none', rank: null, done: false });
    expect(await task(2)).toEqual({ title: 'two', note: 'none', rank: 3, done: false });
  });

  it('by a composite key', async () => {
    expect(
      await tasks.data('mutation { updatePart(task_id: 1, no: 2, item: { what: "z" }) { no what task { title } } }'),
    ).toEqual({ updatePart: { no: 2, what: 'z', task: { title: 'one' } } });
    expect((await tasks.sql('select * from parts order by 1, 2')).map(({ what }) => what)).toEqual(['a', 'z', 'c']);
  });

  it('of nothing gives the row as it is', async () => {
    expect(await tasks.data('mutation { updateTask(id: 2, item: {}) { title } }')).toEqual({
      updateTask: { title: 'two' },
    });
    const { code } = await tasks.error('mutation { updateTask(id: 22, item: {}) { title } }');
    expect(code).toBe('ItemNotFound');
  });

  it('of what is missing, or of what the policy hides, is ItemNotFound', async () => {
    const missing = await tasks.error('mutation { x: updateTask(id: 99, item: { title: "x" }) { id } }', {
      role: 'half',
    });
    expect([missing.status, missing.code, missing.path]).toEqual([200, 'ItemNotFound', ['x']]);
    const hidden = await tasks.error('mutation { x: updateTask(id: 1, item: { title: "x" }) { id } }', {
      role: 'half',
    });
    expect({ ...hidden, text: '' }).toEqual({ ...missing, text: '' });
    expect(await task(1)).toMatchObject({ title: 'one' });
  });

  it('knows no key among what is given', async () => {
    const { code, message } = await tasks.error('mutation { updateTask(id: 1, item: { id: 7 }) { id } }');
    expect([code, message]).toEqual([
      'InvalidField',
      expect.stringContaining('"id" is not defined by type "UpdateTaskInput"'),
    ]);
  });

  it('gives null where the role may not read, or no longer sees the row', async () => {
    expect(
      await tasks.data('mutation { updateTask(id: 1, item: { title: "w" }) { title } }', { role: 'writer' }),
    ).toEqual({
      updateTask: null,
    });
    expect(await task(1)).toMatchObject({ title: 'w' });
    expect(
      await tasks.data('mutation { updateTask(id: 2, item: { done: true }) { id done } }', { role: 'half' }),
    ).toEqual({
      updateTask: null,
    });
    expect(await task(2)).toMatchObject({ done: true });
  });

  it('a row that it may not see, but may change, gives null', async () => {
    await tasks.sql('update tasks set done = true where id = 3');
    expect(
      await tasks.data('mutation { updateTask(id: 3, item: { title: "unseen" }) { id title } }', { role: 'half' }),
    ).toEqual({
      updateTask: null,
    });
    expect(await task(3)).toMatchObject({ title: 'unseen' });
  });

  it('what it must fulfil afterwards, too', async () => {
    const { status, code, path } = await tasks.error('mutation { updateTask(id: 2, item: { rank: 5 }) { id } }', {
      role: 'half',
    });
    expect([status, code, path]).toEqual([200, 'Forbidden', ['updateTask']]);
    expect(await task(2)).toMatchObject({ rank: 3 });
  });
});

describe('ifMatch', () => {
  it.each([
    ['update', (tag: string) => `updateTask(id: 1, item: { title: "new" }, ifMatch: ${tag}) { title }`, 'new'],
    ['replace', (tag: string) => `replaceTask(id: 1, item: { title: "new" }, ifMatch: ${tag}) { title }`, 'new'],
    ['delete', (tag: string) => `deleteTask(id: 1, ifMatch: ${tag}) { title }`, undefined],
  ])('of %s', async (_, write, after) => {
    const tag = await tagOf(1);
    for (const wrong of ['"0"', '""', `"${tag}x"`, JSON.stringify(await tagOf(2)), '"**"', '"it\'s"']) {
      const { status, code, path } = await tasks.error(`mutation { x: ${write(wrong)} }`);
      expect([wrong, status, code, path]).toEqual([wrong, 200, 'PreconditionFailed', ['x']]);
      expect(await task(1)).toMatchObject({ title: 'one' });
    }
    const missing = await tasks.error(`mutation { ${write('"*"').replace('id: 1', 'id: 99')} }`);
    expect(missing.code).toBe('PreconditionFailed');
    expect(await tasks.data(`mutation { x: ${write(JSON.stringify(tag))} }`)).toEqual({ x: { title: after ?? 'one' } });
    expect(await task(1)).toEqual(after === undefined ? undefined : expect.objectContaining({ title: after }));
    if (after === undefined) return;
    expect((await tasks.error(`mutation { ${write(JSON.stringify(tag))} }`)).code).toBe('PreconditionFailed');
    expect(await tasks.data(`mutation { x: ${write('"*"')} }`)).toEqual({ x: { title: 'new' } });
  });

  it('absent or null asks nothing', async () => {
    expect(
      await tasks.data(
        'mutation ($absent: String) { a: updateTask(id: 1, item: { rank: 1 }, ifMatch: $absent) { rank } b: updateTask(id: 1, item: { rank: 2 }, ifMatch: null) { rank } }',
      ),
    ).toEqual({ a: { rank: 1 }, b: { rank: 2 } });
  });

  it('of who may not read can only be *', async () => {
    const tag = await tagOf(1);
    const { code } = await tasks.error(
      `mutation { updateTask(id: 1, item: { title: "x" }, ifMatch: "${tag}") { id } }`,
      {
        role: 'writer',
      },
    );
    expect(code).toBe('PreconditionFailed');
    expect(
      await tasks.data('mutation { updateTask(id: 1, item: { title: "x" }, ifMatch: "*") { id } }', { role: 'writer' }),
    ).toEqual({ updateTask: null });
    expect(await task(1)).toMatchObject({ title: 'x' });
  });

  it('of a row that is not seen never matches by its tag', async () => {
    const [tag, ofHalf] = [await tagOf(3), await tagOf(3, 'half')];
    await tasks.sql('update tasks set done = true where id = 3');
    for (const guess of [tag, ofHalf, await tagOf(3)]) {
      const { code } = await tasks.error(
        `mutation { updateTask(id: 3, item: { title: "x" }, ifMatch: "${guess}") { id } }`,
        {
          role: 'half',
        },
      );
      expect(code).toBe('PreconditionFailed');
    }
    expect(await task(3)).toMatchObject({ title: 'three' });
  });

  it('of a row that may not be changed tells nothing', async () => {
    const tag = await tagOf(1, 'half');
    for (const asked of [tag, '*', 'x']) {
      const { code } = await tasks.error(
        `mutation { updateTask(id: 1, item: { title: "x" }, ifMatch: "${asked}") { id } }`,
        {
          role: 'half',
        },
      );
      expect(code).toBe('PreconditionFailed');
    }
  });

  it('the new tag is that of the next reader', async () => {
    const { updateTask } = await tasks.data('mutation { updateTask(id: 1, item: { title: "t" }) { _etag } }');
    expect(updateTask).toEqual({ _etag: await tagOf(1) });
  });
});

describe('replace', () => {
  it('gives what is left out its default or NULL', async () => {
    const { replaceTask } = await tasks.data(
      'mutation { replaceTask(id: 1, item: { title: "re", owner_id: 3 }) { id title note rank done owner { name } parts { no } } }',
    );
    expect(replaceTask).toEqual({
      id: 1,
      title: 're',
      note: 'none',
      rank: null,
      done: false,
      owner: { name: 'Cas' },
      parts: [{ no: 1 }, { no: 2 }],
    });
    expect(await task(1)).toEqual({ title: 're', note: 'none', rank: null, done: false });
  });

  it('creates what is missing', async () => {
    expect(
      await tasks.data(
        'mutation { replaceTask(id: 9, item: { title: "nine", note: null, owner_id: 1 }) { id title note owner { tasks { id } } } }',
      ),
    ).toEqual({
      replaceTask: { id: 9, title: 'nine', note: null, owner: { tasks: [{ id: 1 }, { id: 2 }, { id: 9 }] } },
    });
    expect(await task(9)).toEqual({ title: 'nine', note: null, rank: null, done: false });
  });

  it('of a composite key', async () => {
    const send = 'mutation { replacePart(task_id: 3, no: 7, item: { what: "new" }) { what task { parts { no } } } }';
    const expected = { replacePart: { what: 'new', task: { parts: [{ no: 1 }, { no: 7 }] } } };
    expect(await tasks.data(send)).toEqual(expected);
    expect(await tasks.data(send)).toEqual(expected);
    expect(await tasks.data('mutation { replacePart(task_id: 3, no: 7, item: {}) { what } }')).toEqual({
      replacePart: { what: null },
    });
  });

  it('asks for what a new row needs', async () => {
    const { code, message } = await tasks.error('mutation { replaceTask(id: 1, item: { note: "x" }) { id } }');
    expect([code, message]).toEqual(['BadRequest', expect.stringContaining('"ReplaceTaskInput.title"')]);
  });

  it('ifNoneMatch creates only', async () => {
    const send = (id: number, tag: string) =>
      `mutation { x: replaceTask(id: ${id}, item: { title: "n" }, ifNoneMatch: ${tag}) { id title } }`;
    const { status, code, path } = await tasks.error(send(1, '"*"'));
    expect([status, code, path]).toEqual([200, 'PreconditionFailed', ['x']]);
    expect(await task(1)).toMatchObject({ title: 'one' });
    expect(await tasks.data(send(11, '"*"'))).toEqual({ x: { id: 11, title: 'n' } });
    const other = await tasks.error(send(1, '"abc"'));
    expect([other.status, other.code, other.message]).toEqual([
      400,
      'BadRequest',
      '"ifNoneMatch" takes "*" alone, found "abc".',
    ]);
    expect(await tasks.data(send(1, 'null'))).toEqual({ x: { id: 1, title: 'n' } });
    const both = await tasks.error(
      'mutation { replaceTask(id: 1, item: { title: "n" }, ifNoneMatch: "*", ifMatch: "*") { id } }',
    );
    expect(both.code).toBe('BadRequest');
    const byVariable = await tasks.error(
      'mutation ($tag: String) { replaceTask(id: 1, item: { title: "n" }, ifNoneMatch: $tag) { id } }',
      { variables: { tag: 'W/"x"' } },
    );
    expect([byVariable.status, byVariable.code]).toEqual([400, 'BadRequest']);
  });

  it('of a row that may not be changed is Forbidden, and of one that may not become so', async () => {
    for (const [id, item] of [
      [1, 'title: "x"'],
      [2, 'title: "x", rank: 5'],
    ]) {
      const { status, code, path } = await tasks.error(
        `mutation { replaceTask(id: ${id}, item: { ${item} }) { id } }`,
        { role: 'half' },
      );
      expect([status, code, path]).toEqual([200, 'Forbidden', ['replaceTask']]);
    }
    expect([await task(1), await task(2)]).toMatchObject([{ title: 'one' }, { title: 'two', rank: 3 }]);
  });

  it('gives null where the role may not read', async () => {
    const send = (id: number) => `mutation { replaceTask(id: ${id}, item: { title: "w" }) { title } }`;
    expect(await tasks.data(send(1), { role: 'writer' })).toEqual({ replaceTask: null });
    expect(await tasks.data(send(12), { role: 'writer' })).toEqual({ replaceTask: null });
    expect([await task(1), await task(12)]).toMatchObject([{ title: 'w' }, { title: 'w' }]);
  });
});

describe('delete', () => {
  it('gives the row as it was, with what goes with it', async () => {
    expect(
      await tasks.data(
        'mutation { deleteTask(id: 1) { title owner { name tasks { id } } parts { no what } parts_connection { totalCount } _etag } }',
      ),
    ).toEqual({
      deleteTask: {
        title: 'one',
        owner: { name: 'Ann', tasks: [{ id: 1 }, { id: 2 }] },
        parts: [
          { no: 1, what: 'a' },
          { no: 2, what: 'b' },
        ],
        parts_connection: { totalCount: 2 },
        _etag: expect.any(String),
      },
    });
    expect(await ids()).toEqual([2, 3, 4]);
    expect(await tasks.sql('select * from parts')).toEqual([{ task_id: 3, no: 1, what: 'c' }]);
  });

  it('of what is missing or hidden is null', async () => {
    expect(
      await tasks.data('mutation { a: deleteTask(id: 99) { id } b: deleteTask(id: 2) { id } }', { role: 'half' }),
    ).toEqual({ a: null, b: null });
    expect(await ids()).toEqual([1, 2, 3, 4]);
  });

  it('gives null where the role may not read, and the row is gone', async () => {
    expect(await tasks.data('mutation { deleteTask(id: 3) { id } }', { role: 'writer' })).toEqual({ deleteTask: null });
    expect(await ids()).toEqual([1, 2, 4]);
  });

  it('of what others refer to is refused', async () => {
    const { status, code, details } = await tasks.error('mutation { deleteOwner(id: 1) { id } }');
    expect([status, code]).toEqual([200, 'ConstraintViolated']);
    expect(details).toMatchObject({ constraint: 'tasks_owner_id_fkey' });
  });
});

describe('updateTasks and deleteTasks', () => {
  it('change the rows of the filter, in order of their keys', async () => {
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
    expect(await ids("note = 'n' and rank = 7")).toEqual([1, 2]);
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
    expect(await ids()).toEqual([2, 4]);
  });

  it('can keep no row', async () => {
    expect(
      await tasks.data(
        `mutation { a: updateTasks(filter: { or: [] }, item: { title: "x" }) { affected items { id } }
          b: deleteTasks(filter: { id: { in: [] } }) { affected items { id } }
          c: deleteTasks(filter: { rank: { gt: null } }) { affected } }`,
      ),
    ).toEqual({ a: { affected: 0, items: [] }, b: { affected: 0, items: [] }, c: { affected: 0 } });
    expect(await ids()).toEqual([1, 2, 3, 4]);
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
  ])('a filter of %s is refused, unless all is said', async (filter) => {
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
      expect(await ids("note <> 'changed'")).toEqual([1, 2, 3, 4]);
      const [changed] = Object.values(await tasks.data(`mutation { ${write(', all: true')} }`));
      await tasks.sql("update tasks set note = 'none'");
      expect(changed).toEqual({ affected: 4 });
    }
    expect(await ids()).toEqual([]);
  });

  it.each([
    ['$f: TaskFilterInput!', '$f', { f: {} }],
    ['$f: TaskFilterInput!', '$f', { f: { and: [] } }],
    ['$f: TaskFilterInput!', '$f', { f: { title: null, owner: { name: {} } } }],
    ['$f: TaskFilterInput!', '{ and: [$f] }', { f: {} }],
    ['$f: StringFilterInput', '{ title: $f }', { f: {} }],
    ['$f: StringFilterInput', '{ title: $f }', { f: null }],
    ['$f: [TaskFilterInput!]', '{ and: $f }', { f: [] }],
  ])('a variable %s in %s that asks nothing is refused: %o', async (definition, filter, variables) => {
    const { code, message } = await tasks.error(
      `mutation (${definition}) { deleteTasks(filter: ${filter}) { affected } }`,
      { variables },
    );
    expect([code, message]).toEqual(['BadRequest', expect.stringContaining('"all: true"')]);
    expect(await ids()).toEqual([1, 2, 3, 4]);
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
  ])('an absent variable %s in %s is refused', async (definition, filter) => {
    for (const write of [
      `updateTasks(filter: ${filter}, item: { title: "x" }, all: true) { affected }`,
      `deleteTasks(filter: ${filter}, all: true) { affected }`,
    ]) {
      const { status, code, message } = await tasks.error(`mutation (${definition}) { ${write} }`);
      expect([status, code, message]).toEqual([400, 'BadRequest', expect.stringMatching(/"\$x" is absent/)]);
    }
    expect(await ids("title <> 'x'")).toEqual([1, 2, 3, 4]);
  });

  it('a default is no absence', async () => {
    expect(await tasks.data('mutation ($x: Int = 3) { deleteTasks(filter: { id: { eq: $x } }) { affected } }')).toEqual(
      { deleteTasks: { affected: 1 } },
    );
    expect(await ids()).toEqual([1, 2, 4]);
  });

  it('null is a value', async () => {
    expect(
      await tasks.data('mutation ($x: Int) { deleteTasks(filter: { rank: { eq: $x } }) { affected } }', {
        variables: { x: null },
      }),
    ).toEqual({ deleteTasks: { affected: 1 } });
    expect(await ids()).toEqual([1, 2, 4]);
  });

  it('touch what the role may see and may change alone', async () => {
    await tasks.sql('update tasks set done = true where id = 4');
    expect(
      await tasks.data(
        'mutation { updateTasks(filter: {}, all: true, item: { note: "h" }) { affected items { id } } }',
        { role: 'half' },
      ),
    ).toEqual({ updateTasks: { affected: 2, items: [{ id: 2 }, { id: 3 }] } });
    expect(await ids("note = 'h'")).toEqual([2, 3]);
    expect(
      await tasks.data('mutation { deleteTasks(filter: {}, all: true) { affected items { id } } }', { role: 'half' }),
    ).toEqual({ deleteTasks: { affected: 2, items: [{ id: 1 }, { id: 3 }] } });
    expect(await ids()).toEqual([2, 4]);
  });

  it('what is not seen any more is affected, and no item', async () => {
    expect(
      await tasks.data(
        'mutation { updateTasks(filter: { id: { in: [2, 3] } }, item: { done: true }) { affected items { id } } }',
        { role: 'half' },
      ),
    ).toEqual({ updateTasks: { affected: 2, items: [] } });
  });

  it('one row that does not fit afterwards is all of them', async () => {
    const { code } = await tasks.error(
      'mutation { updateTasks(filter: { id: { gt: 1 } }, item: { rank: 5 }) { affected } }',
      { role: 'half' },
    );
    expect(code).toBe('Forbidden');
    expect(await ids('rank = 5')).toEqual([1]);
  });

  it('who may not read cannot filter, but can say all', async () => {
    const send = (filter: string) =>
      `mutation { updateTasks(filter: ${filter}, all: true, item: { note: "w" }) { affected items { id } __typename } }`;
    const { status, code } = await tasks.error(send('{ id: { eq: 1 } }'), { role: 'writer' });
    expect([status, code]).toEqual([400, 'Forbidden']);
    expect(await tasks.data(send('{}'), { role: 'writer' })).toEqual({
      updateTasks: { affected: 4, items: null, __typename: 'TaskChanges' },
    });
  });

  it('affect as many rows as there are, and give a page of them', async () => {
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

  it('of nothing', async () => {
    expect(
      await tasks.data('mutation { updateTasks(filter: { id: { lt: 3 } }, item: {}) { affected items { title } } }'),
    ).toEqual({
      updateTasks: { affected: 2, items: [{ title: 'one' }, { title: 'two' }] },
    });
  });
});
