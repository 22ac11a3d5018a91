import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

let tasks: ServedTasks;

beforeAll(async () => {
  tasks = await serveTasks('mutations_if_match');
});
beforeEach(() => tasks.reset());
afterAll(() => tasks.close());

describe('ifMatch', () => {
  it.each([
    ['update', (tag: string) => `updateTask(id: 1, item: { title: "new" }, ifMatch: ${tag}) { title }`, 'new'],
    ['replace', (tag: string) => `replaceTask(id: 1, item: { title: "new" }, ifMatch: ${tag}) { title }`, 'new'],
    ['delete', (tag: string) => `deleteTask(id: 1, ifMatch: ${tag}) { title }`, undefined],
  ])('rejects other tags and accepts the current tag in %s', async (_, write, after) => {
    const tag = await tasks.tagOf(1);
    for (const wrong of ['"0"', '""', `"${tag}x"`, JSON.stringify(await tasks.tagOf(2)), '"**"', '"it\'s"']) {
      const { status, code, path } = await tasks.error(`mutation { x: ${write(wrong)} }`);
      expect([wrong, status, code, path]).toEqual([wrong, 200, 'PreconditionFailed', ['x']]);
      expect(await tasks.task(1)).toMatchObject({ title: 'one' });
    }
    const missing = await tasks.error(`mutation { ${write('"*"').replace('id: 1', 'id: 99')} }`);
    expect(missing.code).toBe('PreconditionFailed');
    expect(await tasks.data(`mutation { x: ${write(JSON.stringify(tag))} }`)).toEqual({ x: { title: after ?? 'one' } });
    expect(await tasks.task(1)).toEqual(after === undefined ? undefined : expect.objectContaining({ title: after }));
    if (after === undefined) return;
    expect((await tasks.error(`mutation { ${write(JSON.stringify(tag))} }`)).code).toBe('PreconditionFailed');
    expect(await tasks.data(`mutation { x: ${write('"*"')} }`)).toEqual({ x: { title: 'new' } });
  });

  it('has no effect if it is absent or null', async () => {
    expect(
      await tasks.data(
        'mutation ($absent: String) { a: updateTask(id: 1, item: { rank: 1 }, ifMatch: $absent) { rank } b: updateTask(id: 1, item: { rank: 2 }, ifMatch: null) { rank } }',
      ),
    ).toEqual({ a: { rank: 1 }, b: { rank: 2 } });
  });

  it('accepts only * for a role without read permission', async () => {
    const tag = await tasks.tagOf(1);
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
    expect(await tasks.task(1)).toMatchObject({ title: 'x' });
  });

  it('never matches the tag of a hidden row', async () => {
    const [tag, ofHalf] = [await tasks.tagOf(3), await tasks.tagOf(3, 'half')];
    await tasks.sql('update tasks set done = true where id = 3');
    for (const guess of [tag, ofHalf, await tasks.tagOf(3)]) {
      const { code } = await tasks.error(
        `mutation { updateTask(id: 3, item: { title: "x" }, ifMatch: "${guess}") { id } }`,
        {
          role: 'half',
        },
      );
      expect(code).toBe('PreconditionFailed');
    }
    expect(await tasks.task(3)).toMatchObject({ title: 'three' });
  });

  it('changes to a tag that equals the one of the next reader', async () => {
    const { updateTask } = await tasks.data('mutation { updateTask(id: 1, item: { title: "t" }) { _etag } }');
    expect(updateTask).toEqual({ _etag: await tasks.tagOf(1) });
  });
});
