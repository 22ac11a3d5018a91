import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

/** Status and code of a change over REST. */
async function change(
  { origin }: ServedTasks,
  method: string,
  id: number,
  { role = 'half', headers = {} }: { role?: string; headers?: Readonly<Record<string, string>> } = {},
) {
  const response = await fetch(`${origin}/api/Task/${id}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-role': role, ...headers },
    ...(method !== 'DELETE' && { body: JSON.stringify({ title: 'changed' }) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const { error } = text === '' ? {} : JSON.parse(text);
  return { status: response.status, code: error?.code, details: error?.details };
}

const update = (id: number, more = '') =>
  `mutation { x: updateTask(id: ${id}, item: { title: "changed" }${more}) { id } }`;
const remove = (id: number, more = '') => `mutation { x: deleteTask(id: ${id}${more}) { id } }`;

// The role `half` reads what is not done, changes what is not of rank 5 (that of task 1), and deletes all but task 2.
describe('rows that a role may read, and not change', () => {
  let tasks: ServedTasks;

  beforeAll(async () => {
    tasks = await serveTasks('forbidden_rows');
  });
  beforeEach(() => tasks.reset());
  afterAll(() => tasks.close());

  const byHalf = { role: 'half' };

  it('are Forbidden over GraphQL', async () => {
    const updated = await tasks.error(update(1), byHalf);
    expect([updated.status, updated.code, updated.path]).toEqual([200, 'Forbidden', ['x']]);
    expect(updated.message).toBe('The role "half" may not update this "Task".');
    expect(updated.details).toEqual({ entity: 'Task', policy: 'update' });
    const deleted = await tasks.error(remove(2), byHalf);
    expect([deleted.status, deleted.code, deleted.path]).toEqual([200, 'Forbidden', ['x']]);
    expect(deleted.message).toBe('The role "half" may not delete this "Task".');
    expect(deleted.details).toEqual({ entity: 'Task', policy: 'delete' });
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
    expect(await tasks.task(1)).toMatchObject({ title: 'one' });
  });

  it('are Forbidden over REST, by every method', async () => {
    const forbidden = (policy: string) => ({ status: 403, code: 'Forbidden', details: { entity: 'Task', policy } });
    expect(await change(tasks, 'PATCH', 1)).toEqual(forbidden('update'));
    expect(await change(tasks, 'PUT', 1)).toEqual(forbidden('update'));
    expect(await change(tasks, 'DELETE', 2)).toEqual(forbidden('delete'));
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
  });

  it('are Forbidden where the policy is unknown of them', async () => {
    const unknown = await tasks.error('mutation { x: updateOwner(id: 3, item: { name: "x" }) { id } }', byHalf);
    expect(unknown.code).toBe('Forbidden');
    expect(await tasks.data('mutation { x: updateOwner(id: 1, item: { name: "x" }) { id } }', byHalf)).toEqual({
      x: { id: 1 },
    });
  });

  it('are Forbidden whatever If-Match says, which is judged after the policy', async () => {
    for (const tag of ['*', await tasks.tagOf(1, 'half'), 'other']) {
      const { code } = await tasks.error(update(1, `, ifMatch: "${tag}"`), byHalf);
      expect(code).toBe('Forbidden');
      const replaced = `mutation { replaceTask(id: 1, item: { title: "x" }, ifMatch: "${tag}") { id } }`;
      expect((await tasks.error(replaced, byHalf)).code).toBe('Forbidden');
      expect((await tasks.error(remove(2, `, ifMatch: "${tag}"`), byHalf)).code).toBe('Forbidden');
    }
    for (const method of ['PATCH', 'PUT']) {
      const { status } = await change(tasks, method, 1, { headers: { 'if-match': '"other-tag"' } });
      expect([method, status]).toEqual([method, 403]);
    }
    expect(await change(tasks, 'DELETE', 2, { headers: { 'if-match': '*' } })).toMatchObject({ status: 403 });
    const ofAllowed = await tasks.error(update(2, ', ifMatch: "other"'), byHalf);
    expect(ofAllowed.code).toBe('PreconditionFailed');
    expect((await tasks.error(remove(1, ', ifMatch: "other"'), byHalf)).code).toBe('PreconditionFailed');
  });

  it('are not there where they are hidden, but for PUT', async () => {
    await tasks.sql('update tasks set done = true');
    expect((await tasks.error(update(1), byHalf)).code).toBe('ItemNotFound');
    expect(await tasks.data(remove(2), byHalf)).toEqual({ x: null });
    expect((await tasks.error(update(1, ', ifMatch: "*"'), byHalf)).code).toBe('PreconditionFailed');
    expect(await change(tasks, 'PATCH', 1)).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await change(tasks, 'DELETE', 2)).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await change(tasks, 'PUT', 1)).toMatchObject({ status: 403, code: 'Forbidden' });
    expect(await tasks.task(1)).toMatchObject({ title: 'one' });
  });

  it('are not there for a role that may not read at all', async () => {
    const blind = { role: 'blind' };
    expect((await tasks.error(update(1), blind)).code).toBe('ItemNotFound');
    expect(await tasks.data(remove(2), blind)).toEqual({ x: null });
    expect(await change(tasks, 'PATCH', 1, blind)).toMatchObject({ status: 404 });
    expect(await change(tasks, 'DELETE', 2, blind)).toMatchObject({ status: 404 });
    expect(await tasks.data(update(2), blind)).toEqual({ x: null });
    expect(await tasks.task(2)).toMatchObject({ title: 'changed' });
  });

  it('are passed over by changes of many', async () => {
    const { updateTasks } = await tasks.data(
      'mutation { updateTasks(filter: {}, all: true, item: { note: "x" }) { affected } }',
      byHalf,
    );
    expect(updateTasks).toEqual({ affected: 3 });
    const { deleteTasks } = await tasks.data('mutation { deleteTasks(filter: {}, all: true) { affected } }', byHalf);
    expect(deleteTasks).toEqual({ affected: 3 });
    expect(await tasks.ids()).toEqual([2]);
  });

  it('undo what the same operation did before', async () => {
    const { code, path } = await tasks.error(
      'mutation { a: updateTask(id: 2, item: { title: "changed" }) { id } b: deleteTask(id: 2) { id } }',
      byHalf,
    );
    expect([code, path]).toEqual(['Forbidden', ['b']]);
    expect(await tasks.task(2)).toMatchObject({ title: 'two' });
  });
});

describe('rows that a role may read, and not change, for clients of Data API builder', () => {
  let tasks: ServedTasks;

  beforeAll(async () => {
    tasks = await serveTasks('forbidden_rows_dab', { compatibility: 'dab' });
  });
  beforeEach(() => tasks.reset());
  afterAll(() => tasks.close());

  it('are not found over GraphQL and by DELETE, and forbidden by PATCH and PUT', async () => {
    const { code, status } = await tasks.error(update(1), { role: 'half' });
    expect([status, code]).toEqual([200, 'ItemNotFound']);
    expect(await tasks.data(remove(2), { role: 'half' })).toEqual({ x: null });
    expect(await change(tasks, 'DELETE', 2)).toMatchObject({ status: 404, code: 'ItemNotFound' });
    const forbidden = { status: 403, code: 'DatabasePolicyFailure' };
    expect(await change(tasks, 'PATCH', 1)).toMatchObject(forbidden);
    expect(await change(tasks, 'PUT', 1)).toMatchObject(forbidden);
    expect(await change(tasks, 'PATCH', 1, { headers: { 'if-match': '*' } })).toMatchObject(forbidden);
    expect(await change(tasks, 'PUT', 1, { headers: { 'if-match': '*' } })).toMatchObject(forbidden);
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
    expect(await tasks.task(1)).toMatchObject({ title: 'one' });
  });
});
