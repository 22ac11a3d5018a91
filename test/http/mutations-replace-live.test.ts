import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

let tasks: ServedTasks;

beforeAll(async () => {
  tasks = await serveTasks('mutations_replace');
});
beforeEach(() => tasks.reset());
afterAll(() => tasks.close());

describe('replace', () => {
  it('sets omitted fields to their default or NULL', async () => {
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
    expect(await tasks.task(1)).toEqual({ title: 're', note: 'none', rank: null, done: false });
  });

  it('creates a missing row', async () => {
    expect(
      await tasks.data(
        'mutation { replaceTask(id: 9, item: { title: "nine", note: null, owner_id: 1 }) { id title note owner { tasks { id } } } }',
      ),
    ).toEqual({
      replaceTask: { id: 9, title: 'nine', note: null, owner: { tasks: [{ id: 1 }, { id: 2 }, { id: 9 }] } },
    });
    expect(await tasks.task(9)).toEqual({ title: 'nine', note: null, rank: null, done: false });
  });

  it('accepts a composite key', async () => {
    const send = 'mutation { replacePart(task_id: 3, no: 7, item: { what: "new" }) { what task { parts { no } } } }';
    const expected = { replacePart: { what: 'new', task: { parts: [{ no: 1 }, { no: 7 }] } } };
    expect(await tasks.data(send)).toEqual(expected);
    expect(await tasks.data(send)).toEqual(expected);
    expect(await tasks.data('mutation { replacePart(task_id: 3, no: 7, item: {}) { what } }')).toEqual({
      replacePart: { what: null },
    });
  });

  it('requires the fields that a new row needs', async () => {
    const { code, message } = await tasks.error('mutation { replaceTask(id: 1, item: { note: "x" }) { id } }');
    expect([code, message]).toEqual(['BadRequest', expect.stringContaining('"ReplaceTaskInput.title"')]);
  });

  it('only creates with ifNoneMatch', async () => {
    const send = (id: number, tag: string) =>
      `mutation { x: replaceTask(id: ${id}, item: { title: "n" }, ifNoneMatch: ${tag}) { id title } }`;
    const { status, code, path } = await tasks.error(send(1, '"*"'));
    expect([status, code, path]).toEqual([200, 'PreconditionFailed', ['x']]);
    expect(await tasks.task(1)).toMatchObject({ title: 'one' });
    expect(await tasks.data(send(11, '"*"'))).toEqual({ x: { id: 11, title: 'n' } });
    const other = await tasks.error(send(1, '"abc"'));
    expect([other.status, other.code, other.message]).toEqual([
      400,
      'BadRequest',
      '"ifNoneMatch" must be "*", found "abc".',
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

  it('returns Forbidden if the policy rejects the row before or after the write', async () => {
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
    expect([await tasks.task(1), await tasks.task(2)]).toMatchObject([{ title: 'one' }, { title: 'two', rank: 3 }]);
  });

  it('returns null for a role without read permission', async () => {
    const send = (id: number) => `mutation { replaceTask(id: ${id}, item: { title: "w" }) { title } }`;
    expect(await tasks.data(send(1), { role: 'writer' })).toEqual({ replaceTask: null });
    expect(await tasks.data(send(12), { role: 'writer' })).toEqual({ replaceTask: null });
    expect([await tasks.task(1), await tasks.task(12)]).toMatchObject([{ title: 'w' }, { title: 'w' }]);
  });
});

describe('delete', () => {
  it('returns the deleted row with its related rows', async () => {
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
    expect(await tasks.ids()).toEqual([2, 3, 4]);
    expect(await tasks.sql('select * from parts')).toEqual([{ task_id: 3, no: 1, what: 'c' }]);
  });

  it('returns null for a missing or hidden row', async () => {
    await tasks.sql('update tasks set done = true where id = 3');
    expect(
      await tasks.data('mutation { a: deleteTask(id: 99) { id } b: deleteTask(id: 3) { id } }', { role: 'half' }),
    ).toEqual({ a: null, b: null });
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
  });

  it('deletes and returns null for a role without read permission', async () => {
    expect(await tasks.data('mutation { deleteTask(id: 3) { id } }', { role: 'writer' })).toEqual({ deleteTask: null });
    expect(await tasks.ids()).toEqual([1, 2, 4]);
  });

  it('returns ConstraintViolated for a referenced row', async () => {
    const { status, code, details } = await tasks.error('mutation { deleteOwner(id: 1) { id } }');
    expect([status, code]).toEqual([200, 'ConstraintViolated']);
    expect(details).toMatchObject({ constraint: 'tasks_owner_id_fkey' });
  });
});
