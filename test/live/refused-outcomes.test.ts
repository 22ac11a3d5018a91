import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ServedTables, serveTables } from '../http/support/serve-tables.ts';

// `code` is text that a rule casts to a number, so that the cast error contains text of the client.
const DDL = `
  create table notes (
    id int primary key,
    body text not null,
    weight int,
    code text check (code::int > 0),
    told_at int
  );
  create table drawers (id int, label text not null);
  create table letters (id int primary key, body text not null);
  create function keep_out() returns trigger language plpgsql as $$
    begin if new.body = 'lost' then return null; end if; return new; end
  $$;
  create trigger keep_out before insert on letters for each row execute function keep_out();
  create table parents (id int primary key);
  create table children (
    id int primary key,
    parent int constraint of_parent references parents deferrable initially deferred,
    weight int not null
  );
`;

const light = { action: 'create', policy: { database: '@item.weight lt 100' } };
const stillLight = { action: 'update', policy: { database: '@item.weight lt 100' } };
const never = (action: string) => ({ action, policy: { database: '@item.weight lt 100 and 1 eq 2' } });

const ENTITIES = {
  Note: {
    source: 'notes',
    permissions: [
      { role: 'anonymous', actions: ['read', light, stillLight] },
      { role: 'nobody', actions: ['read', never('create'), never('update')] },
    ],
  },
  Drawer: {
    source: { object: 'drawers', 'key-fields': ['id'] },
    permissions: [{ role: 'anonymous', actions: ['*'] }],
  },
  Letter: { source: 'letters', permissions: [{ role: 'anonymous', actions: ['create'] }] },
  Child: { source: 'children', permissions: [{ role: 'anonymous', actions: ['read', light] }] },
};

let served: ServedTables;

beforeAll(async () => {
  served = await serveTables('refused_outcomes', DDL, ENTITIES);
});
beforeEach(async () => {
  await served.sql('truncate notes, drawers, letters, children, parents');
  await served.sql("insert into notes values (1, 'first', 50), (2, 'heavy', 500)");
  await served.sql("insert into drawers values (1, 'left'), (1, 'right'), (2, 'top')");
});
afterAll(() => served.close());

const create = (item: string) => `mutation { made: createNote(item: ${item}) { id body } }`;
const update = (id: number, item: string) => `mutation { changed: updateNote(id: ${id}, item: ${item}) { body } }`;
const notes = () => served.sql('select id, body, weight from notes order by id');
const untouched = [
  { id: 1, body: 'first', weight: 50 },
  { id: 2, body: 'heavy', weight: 500 },
];

it.each([
  ['false', '{ id: 9, body: "x", weight: 100 }'],
  ['unknown', '{ id: 9, body: "x" }'],
])('a row for which the policy is %s is not created', async (_, item) => {
  const { code, path } = await served.error(create(item));
  expect([code, path]).toEqual(['Forbidden', ['made']]);
  expect(await notes()).toEqual(untouched);
});

it('a row cannot be changed into one that the policy forbids', async () => {
  const { code, path, details } = await served.error(update(1, '{ weight: 100, body: "x" }'));
  expect([code, path, details]).toEqual(['Forbidden', ['changed'], expect.objectContaining({ entity: 'Note' })]);
  expect(await notes()).toEqual(untouched);
  expect(await served.data(update(1, '{ weight: 99, body: "x" }'))).toEqual({ changed: { body: 'x' } });
});

it('a missing row is reported as missing, even if no row could satisfy the policy', async () => {
  const options = { role: 'nobody' };
  // A database may choose another plan for a prepared statement after this many executions.
  for (let time = 0; time < 8; time += 1) {
    expect((await served.error(update(9, '{ body: "x" }'), options)).code).toBe('ItemNotFound');
    expect((await served.error(update(1, '{ body: "x" }'), options)).code).toBe('Forbidden');
    expect((await served.error(create('{ id: 9, body: "x", weight: 1 }'), options)).code).toBe('Forbidden');
  }
  expect(await notes()).toEqual(untouched);
});

it('client text in a database error is not mistaken for a policy violation', async () => {
  const codes = ['onCheckFailed', 'onCheckFailed 0', 'elephant'].map((code) =>
    served.error(create(`{ id: 9, body: "x", weight: 1, code: "${code}" }`)),
  );
  const errors = (await Promise.all(codes)).map(({ code, message }) => ({ code, message }));
  expect(errors).toEqual(Array(3).fill({ code: 'BadRequest', message: errors[2]?.message }));
});

it('changes and deletes none of several rows with one key', async () => {
  const changed = await served.error('mutation { updateDrawer(id: 1, item: { label: "x" }) { label } }');
  const deleted = await served.error('mutation { deleteDrawer(id: 1) { label } }');
  expect([changed, deleted].map(({ code, path }) => [code, path])).toEqual([
    ['Conflict', ['updateDrawer']],
    ['Conflict', ['deleteDrawer']],
  ]);
  expect(await served.sql('select label from drawers order by label')).toEqual([
    { label: 'left' },
    { label: 'right' },
    { label: 'top' },
  ]);
  expect(await served.data('mutation { updateDrawer(id: 2, item: { label: "x" }) { label } }')).toEqual({
    updateDrawer: { label: 'x' },
  });
});

it('creates none of several rows if a trigger skips one', async () => {
  const send = (bodies: readonly string[]) =>
    `mutation { createLetters(items: [${bodies.map((body, id) => `{ id: ${id}, body: "${body}" }`)}]) { affected } }`;
  const { code, path } = await served.error(send(['a', 'lost', 'b']));
  expect([code, path]).toEqual(['ApplicationError', ['createLetters']]);
  expect(await served.sql('select id from letters')).toEqual([]);
  expect(await served.data(send(['a', 'b']))).toEqual({ createLetters: { affected: 2 } });
});

it('a constraint that fails at the commit is reported by its name', async () => {
  const send = (weight: number) =>
    served.error(`mutation { createChild(item: { id: 1, parent: 7, weight: ${weight} }) { id } }`);
  const { code, path, details } = await send(1);
  expect([code, path, details.constraint]).toEqual(['ConstraintViolated', ['createChild'], 'of_parent']);
  expect((await send(100)).code).toBe('Forbidden');
  expect(await served.sql('select * from children')).toEqual([]);
});
