import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

let tasks: ServedTasks;

beforeAll(async () => {
  tasks = await serveTasks('mutations_update');
});
beforeEach(() => tasks.reset());
afterAll(() => tasks.close());

describe('update', () => {
  it('changes only the given fields, and returns the state after the write', async () => {
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
    expect(await tasks.task(1)).toEqual({ title: 'uno', note: 'none', rank: null, done: false });
    expect(await tasks.task(2)).toEqual({ title: 'two', note: 'none', rank: 3, done: false });
  });

  it('accepts a composite key', async () => {
    expect(
      await tasks.data('mutation { updatePart(task_id: 1, no: 2, item: { what: "z" }) { no what task { title } } }'),
    ).toEqual({ updatePart: { no: 2, what: 'z', task: { title: 'one' } } });
    expect((await tasks.sql('select * from parts order by 1, 2')).map(({ what }) => what)).toEqual(['a', 'z', 'c']);
  });

  it('returns the unchanged row for an empty item', async () => {
    expect(await tasks.data('mutation { updateTask(id: 2, item: {}) { title } }')).toEqual({
      updateTask: { title: 'two' },
    });
    const { code } = await tasks.error('mutation { updateTask(id: 22, item: {}) { title } }');
    expect(code).toBe('ItemNotFound');
  });

  it('returns ItemNotFound for a missing or hidden row', async () => {
    const missing = await tasks.error('mutation { x: updateTask(id: 99, item: { title: "x" }) { id } }', {
      role: 'half',
    });
    expect([missing.status, missing.code, missing.path]).toEqual([200, 'ItemNotFound', ['x']]);
    await tasks.sql('update tasks set done = true where id = 3');
    const hidden = await tasks.error('mutation { x: updateTask(id: 3, item: { title: "x" }) { id } }', {
      role: 'half',
    });
    expect({ ...hidden, text: '' }).toEqual({ ...missing, text: '' });
    expect(await tasks.task(3)).toMatchObject({ title: 'three' });
  });

  it('has no input for the key', async () => {
    const { code, message } = await tasks.error('mutation { updateTask(id: 1, item: { id: 7 }) { id } }');
    expect([code, message]).toEqual([
      'InvalidField',
      expect.stringContaining('"id" is not defined by type "UpdateTaskInput"'),
    ]);
  });

  it('returns null if the role cannot read the row, or no longer can', async () => {
    expect(
      await tasks.data('mutation { updateTask(id: 1, item: { title: "w" }) { title } }', { role: 'writer' }),
    ).toEqual({
      updateTask: null,
    });
    expect(await tasks.task(1)).toMatchObject({ title: 'w' });
    expect(
      await tasks.data('mutation { updateTask(id: 2, item: { done: true }) { id done } }', { role: 'half' }),
    ).toEqual({
      updateTask: null,
    });
    expect(await tasks.task(2)).toMatchObject({ done: true });
  });

  it('returns ItemNotFound for a hidden row that the update policy allows', async () => {
    await tasks.sql('update tasks set done = true where id = 3');
    const { code } = await tasks.error('mutation { updateTask(id: 3, item: { title: "unseen" }) { id title } }', {
      role: 'half',
    });
    expect(code).toBe('ItemNotFound');
    expect(await tasks.task(3)).not.toMatchObject({ title: 'unseen' });
  });

  it('returns Forbidden if the changed row violates the policy', async () => {
    const { status, code, path } = await tasks.error('mutation { updateTask(id: 2, item: { rank: 5 }) { id } }', {
      role: 'half',
    });
    expect([status, code, path]).toEqual([200, 'Forbidden', ['updateTask']]);
    expect(await tasks.task(2)).toMatchObject({ rank: 3 });
  });
});
