import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';
import { type ServedTasks, serveTasks } from './support/serve-tasks.ts';

/** Returns the status and the code of a write over REST. */
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

// The role `half` reads tasks not done, updates tasks without rank 5 (the rank of task 1), and deletes all but task 2.
describe('rows that a role may read but not write', () => {
  let tasks: ServedTasks;

  beforeAll(async () => {
    tasks = await serveTasks('forbidden_rows');
  });
  beforeEach(() => tasks.reset());
  afterAll(() => tasks.close());

  const byHalf = { role: 'half' };

  it('return Forbidden over GraphQL', async () => {
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

  it('return Forbidden over REST for every method', async () => {
    const forbidden = (policy: string) => ({ status: 403, code: 'Forbidden', details: { entity: 'Task', policy } });
    expect(await change(tasks, 'PATCH', 1)).toEqual(forbidden('update'));
    expect(await change(tasks, 'PUT', 1)).toEqual(forbidden('update'));
    expect(await change(tasks, 'DELETE', 2)).toEqual(forbidden('delete'));
    expect(await tasks.ids()).toEqual([1, 2, 3, 4]);
  });

  it('return Forbidden if the policy evaluates to unknown', async () => {
    const unknown = await tasks.error('mutation { x: updateOwner(id: 3, item: { name: "x" }) { id } }', byHalf);
    expect(unknown.code).toBe('Forbidden');
    expect(await tasks.data('mutation { x: updateOwner(id: 1, item: { name: "x" }) { id } }', byHalf)).toEqual({
      x: { id: 1 },
    });
  });

  it('return Forbidden regardless of If-Match, which is checked after the policy', async () => {
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

  it('are missing if they are hidden, except for PUT', async () => {
    await tasks.sql('update tasks set done = true');
    expect((await tasks.error(update(1), byHalf)).code).toBe('ItemNotFound');
    expect(await tasks.data(remove(2), byHalf)).toEqual({ x: null });
    expect((await tasks.error(update(1, ', ifMatch: "*"'), byHalf)).code).toBe('PreconditionFailed');
    expect(await change(tasks, 'PATCH', 1)).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await change(tasks, 'DELETE', 2)).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await change(tasks, 'PUT', 1)).toMatchObject({ status: 403, code: 'Forbidden' });
    expect(await tasks.task(1)).toMatchObject({ title: 'one' });
  });

  it('are missing for a role without read permission', async () => {
    const blind = { role: 'blind' };
    expect((await tasks.error(update(1), blind)).code).toBe('ItemNotFound');
    expect(await tasks.data(remove(2), blind)).toEqual({ x: null });
    expect(await change(tasks, 'PATCH', 1, blind)).toMatchObject({ status: 404 });
    expect(await change(tasks, 'DELETE', 2, blind)).toMatchObject({ status: 404 });
    expect(await tasks.data(update(2), blind)).toEqual({ x: null });
    expect(await tasks.task(2)).toMatchObject({ title: 'changed' });
  });

  it('are skipped by writes to many rows', async () => {
    const { updateTasks } = await tasks.data(
      'mutation { updateTasks(filter: {}, all: true, item: { note: "x" }) { affected } }',
      byHalf,
    );
    expect(updateTasks).toEqual({ affected: 3 });
    const { deleteTasks } = await tasks.data('mutation { deleteTasks(filter: {}, all: true) { affected } }', byHalf);
    expect(deleteTasks).toEqual({ affected: 3 });
    expect(await tasks.ids()).toEqual([2]);
  });

  it('roll back earlier writes of the same operation', async () => {
    const { code, path } = await tasks.error(
      'mutation { a: updateTask(id: 2, item: { title: "changed" }) { id } b: deleteTask(id: 2) { id } }',
      byHalf,
    );
    expect([code, path]).toEqual(['Forbidden', ['b']]);
    expect(await tasks.task(2)).toMatchObject({ title: 'two' });
  });
});

describe('rows that a role may read but not write, with compatibility "dab"', () => {
  let tasks: ServedTasks;

  beforeAll(async () => {
    tasks = await serveTasks('forbidden_rows_dab', { compatibility: 'dab' });
  });
  beforeEach(() => tasks.reset());
  afterAll(() => tasks.close());

  it('are missing over GraphQL and for DELETE, and forbidden for PATCH and PUT', async () => {
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

const ann = { database: "@item.owner eq 'ann'" };
const never = { database: 'false' };
const hiddenRoles = [
  { role: 'anonymous', actions: ['*'] },
  { role: 'changer', actions: [{ action: 'read', policy: ann }, 'create', 'update', 'delete'] },
  { role: 'bounded', actions: ['create', 'update', 'delete', 'read'].map((action) => ({ action, policy: ann })) },
  { role: 'reader', actions: [{ action: 'read', policy: ann }, 'create'] },
  { role: 'helpless', actions: [{ action: 'read', policy: ann }, 'create', { action: 'update', policy: never }] },
  { role: 'updater', actions: [{ action: 'read', policy: ann }, 'update'] },
  { role: 'creator', actions: ['create'] },
  { role: 'unseeing', actions: ['create', { action: 'update', policy: ann }, { action: 'delete', policy: ann }] },
  // May create rows, but cannot choose the key.
  {
    role: 'keyless',
    actions: [{ action: 'read', policy: ann }, { action: 'create', fields: { exclude: ['id'] } }, 'update'],
  },
];

const notesRows = "insert into notes (id, owner, title) values (1, 'ann', 'a'), (7002, 'ben', 'b')";

/** Rows 1 (of ann) and 7002 (of ben) exist; 7003 does not. */
const notes = {
  ddl: `
    create table notes (id serial primary key, owner varchar(20) not null, title varchar(40) not null);
    create table chosen (id int primary key, owner varchar(20) not null, title varchar(40) not null);`,
  rows: `
    truncate notes, chosen;
    ${inject('server') === 'sqlserver' ? `set identity_insert notes on; ${notesRows}; set identity_insert notes off` : notesRows};
    insert into chosen (id, owner, title) values (1, 'ann', 'a'), (7002, 'ben', 'b');`,
  entities: {
    Note: { source: 'notes', permissions: hiddenRoles },
    Chosen: {
      source: 'chosen',
      graphql: { type: { singular: 'Chosen', plural: 'AllChosen' } },
      permissions: hiddenRoles,
    },
  },
};

describe.each([{ compatibility: 'none' }, { compatibility: 'dab' }])(
  'rows that a role cannot see ($compatibility)',
  (runtime) => {
    let tables: ServedTables;

    beforeAll(async () => {
      const isDab = runtime.compatibility === 'dab';
      tables = await serveTables(`hidden_rows_${runtime.compatibility}`, notes.ddl, notes.entities, {
        runtime: isDab ? runtime : {},
      });
    });
    beforeEach(async () => {
      await tables.sql(notes.rows);
    });
    afterAll(() => tables.close());

    /** Returns everything a client sees of a write, with the key removed. */
    async function answerOf(role: string, id: number, change: Change): Promise<string> {
      const item = '{"owner":"ann","title":"c"}';
      const response =
        'verb' in change
          ? await fetch(`${tables.origin}/graphql`, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-api-role': role },
              body: JSON.stringify({
                query: `mutation { ${change.verb}${change.entity}(id: ${id}, item: { owner: "ann", title: "c" }${change.more}) { __typename } }`,
              }),
            })
          : await fetch(`${tables.origin}/api/${change.entity}/${id}`, {
              method: change.method,
              headers: { 'x-api-role': role, 'content-type': 'application/json', ...change.headers },
              ...(change.method === 'DELETE' ? {} : { body: item }),
            });
      const { date: _, 'server-timing': __, 'x-request-id': ___, ...headers } = Object.fromEntries(response.headers);
      return `${response.status} ${JSON.stringify(headers)} ${(await response.text()).replaceAll(String(id), '<id>')}`;
    }

    const changes = (entity: string): readonly Change[] => {
      const conditions: readonly Readonly<Record<string, string>>[] = [{}, { 'if-match': '*' }, { 'if-match': '"x"' }];
      return [
        ...['', ', ifMatch: "*"', ', ifMatch: "x"', ', ifNoneMatch: "*"'].map((more) => ({
          verb: 'replace',
          entity,
          more,
        })),
        ...['', ', ifMatch: "*"'].map((more) => ({ verb: 'update', entity, more })),
        ...conditions.flatMap((headers) => ['PUT', 'PATCH', 'DELETE'].map((method) => ({ method, entity, headers }))),
        { method: 'PUT', entity, headers: { 'if-none-match': '*' } },
      ];
    };

    it.each(hiddenRoles.slice(1).map(({ role }) => role))(
      'are missing for the role %s if the database generates the key',
      async (role) => {
        for (const change of changes('Note')) {
          const answers = [];
          for (const id of [7002, 7003]) answers.push(await answerOf(role, id, change));
          expect({ change, answer: answers[0] }).toEqual({ change, answer: answers[1] });
          expect(answers[0]).toMatch(/^(200|400|403|404|405|412) /);
        }
        expect(await tables.sql('select id, owner, title from notes order by id')).toEqual([
          { id: 1, owner: 'ann', title: expect.stringMatching(/^[ac]$/) },
          { id: 7002, owner: 'ben', title: 'b' },
        ]);
      },
    );

    it.each(['keyless', 'updater'])('are missing for the role %s, which cannot create rows by PUT', async (role) => {
      for (const change of changes('Chosen')) {
        const answers = [];
        for (const id of [7002, 7003]) answers.push(await answerOf(role, id, change));
        expect({ change, answer: answers[0] }).toEqual({ change, answer: answers[1] });
      }
    });

    it('return Forbidden for PUT if the client chooses the key, and a rejected new row returns the same response', async () => {
      const put = { method: 'PUT', entity: 'Chosen', headers: {} };
      expect(await answerOf('changer', 7002, put)).toMatch(/^403 /);
      const foreign = async (id: number) => {
        const response = await fetch(`${tables.origin}/api/Chosen/${id}`, {
          method: 'PUT',
          headers: { 'x-api-role': 'bounded', 'content-type': 'application/json' },
          body: '{"owner":"ben","title":"c"}',
        });
        return [response.status, await response.text()];
      };
      expect(await foreign(7002)).toEqual([403, expect.any(String)]);
      expect(await foreign(7003)).toEqual(await foreign(7002));
    });

    it('are distinct from rows that the role sees', async () => {
      const put = (headers: Readonly<Record<string, string>>) => ({ method: 'PUT', entity: 'Note', headers });
      expect(await answerOf('changer', 1, put({ 'if-none-match': '*' }))).toMatch(/^412 /);
      expect(await answerOf('reader', 1, put({ 'if-none-match': '*' }))).toMatch(/^412 /);
      expect(await answerOf('reader', 1, put({}))).toMatch(/^403 /);
      expect(await answerOf('helpless', 1, put({}))).toMatch(/^403 /);
      expect(await answerOf('unseeing', 1, put({ 'if-none-match': '*' }))).toMatch(/^412 /);
      expect(await answerOf('creator', 1, put({ 'if-none-match': '*' }))).toMatch(/^404 /);
      expect(await answerOf('changer', 1, put({}))).toMatch(/^200 /);
      expect(await answerOf('keyless', 1, { ...put({}), entity: 'Chosen' })).toMatch(/^200 /);
    });
  },
);

type Change =
  | { readonly verb: string; readonly entity: string; readonly more: string }
  | { readonly method: string; readonly entity: string; readonly headers: Readonly<Record<string, string>> };
