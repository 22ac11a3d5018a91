import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedTables, serveTables } from './support/serve-tables.ts';

/** Rows that PostgreSQL triggers or row-level security prevent from being written. */
let served: ServedTables;

const ddl = `
  create table soft (id serial primary key, a text, deleted_at timestamptz);
  create function soft_f() returns trigger language plpgsql as
    $$ begin update soft set deleted_at = '2024-01-01' where id = old.id; return null; end $$;
  create trigger soft_t before delete on soft for each row execute function soft_f();

  create table skip (id int primary key, a text);
  create function skip_f() returns trigger language plpgsql as
    $$ begin if new.a = 'skip' then return null; end if; return new; end $$;
  create trigger skip_t before insert or update on skip for each row execute function skip_f();

  create table parted (id int primary key, a text) partition by range (id);
  create table parted_low partition of parted for values from (0) to (100);
  create table parted_high partition of parted for values from (100) to (200);
  create trigger skip_t before insert or update on parted_low for each row execute function skip_f();

  create view shown as select id, a from skip;
  create function nothing_f() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger nothing_t instead of insert or update or delete on shown for each row execute function nothing_f();

  create table archive (id int primary key, a text, gone boolean not null default false);
  create view live as select id, a from archive where not gone;
  create function archive_f() returns trigger language plpgsql as
    $$ begin update archive set gone = true where id = old.id; return old; end $$;
  create trigger archive_t instead of delete on live for each row execute function archive_f();

  create table cities (id int primary key, a text);
  create table capitals (primary key (id)) inherits (cities);
  create view all_cities as select tableoid::regclass::text as source, id, a from cities;

  create table hidden (id int generated always as identity primary key, a text);
  create table hidden_kids (id int generated always as identity primary key, hidden_id int references hidden, a text);
  create view silent as select id, a from hidden;
  create function silent_f() returns trigger language plpgsql as $$ begin insert into hidden (a) values (new.a); return new; end $$;
  create trigger silent_t instead of insert on silent for each row execute function silent_f();

  create table walled (id int primary key, a text, state text not null default 'open');
  alter table walled enable row level security; alter table walled force row level security;
  create policy reading on walled for select using (true);
  create policy adding on walled for insert with check (state = 'open');
  create policy changing on walled for update using (state = 'open') with check (true);
  create policy removing on walled for delete using (state = 'gone');

  create table labels (id int primary key, a text);
  create table skip_labels (skip_id int references skip, label_id int references labels, primary key (skip_id, label_id));
  create trigger nothing_t before insert on skip_labels for each row execute function nothing_f();`;

const permissions = [
  { role: 'anonymous', actions: ['*'] },
  {
    role: 'living',
    actions: [{ action: 'read', policy: { database: '@item.deleted_at eq null' } }, 'update', 'delete'],
  },
  { role: 'blind', actions: ['update', 'delete', 'create'] },
];
const plain = [permissions[0], permissions[2]];
const view = (object: string) => ({
  source: { object, type: 'view', 'key-fields': ['id'] },
  operations: ['create', 'read', 'update', 'delete'],
  permissions: plain,
});

beforeAll(async () => {
  served = await serveTables('kept_rows', ddl, {
    Soft: { source: 'soft', permissions },
    Skip: {
      source: 'skip',
      permissions: plain,
      relationships: { labels: { hasMany: 'Label', through: 'skip_labels' } },
    },
    Parted: { source: 'parted', permissions: plain },
    Shown: view('shown'),
    Live: view('live'),
    City: { source: 'cities', permissions: plain },
    AnyCity: {
      source: { object: 'all_cities', type: 'view', 'key-fields': ['source', 'id'] },
      operations: ['read'],
      permissions: [{ role: 'anonymous', actions: ['read'] }],
    },
    Silent: {
      ...view('silent'),
      operations: ['create', 'read'],
      permissions: [
        permissions[0],
        { role: 'bound', actions: ['read', { action: 'create', policy: { database: "@item.a ne 'x'" } }] },
      ],
      relationships: { kids: { hasMany: 'HiddenKid', on: { id: 'hidden_id' } } },
    },
    HiddenKid: { source: 'hidden_kids', permissions: plain },
    Walled: { source: 'walled', permissions: plain },
    Label: { source: 'labels', permissions: plain },
  });
});
beforeEach(() =>
  served
    .sql(
      `truncate soft, skip, parted, archive, labels, skip_labels restart identity; alter table walled no force row level security; truncate walled;
       insert into soft (a) values ('s1'), ('s2'), ('s3');
       insert into skip values (1, 'one'), (2, 'two'); insert into parted values (1, 'one'), (101, 'two');
       insert into archive values (1, 'one'); insert into walled values (1, 'one', 'open'), (2, 'two', 'shut'), (3, 'three', 'gone');
       alter table walled force row level security;`,
    )
    .then(() => undefined),
);
afterAll(() => served.close());

const call = async (method: string, path: string, body?: object, headers: object = {}) => {
  const response = await fetch(`${served.origin}/api/${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { error } = text === '' ? {} : JSON.parse(text);
  return { status: response.status, code: error?.code, message: error?.message };
};

const refused = (entity: string, verb: string) => ({
  status: 400,
  code: 'ApplicationError',
  message: `The database prevented the "${entity}" from being ${verb}.`,
});

/** Returns all tables, to verify that nothing has changed. */
const state = () =>
  served.sql(
    `select json_build_array(
      (select json_agg(s order by id) from soft s), (select json_agg(s order by id) from skip s), (select json_agg(p order by id) from parted p),
      (select json_agg(a order by id) from archive a), (select json_agg(l) from labels l), (select json_agg(l) from skip_labels l))::text as all`,
  );

describe('a write over REST that the database skips', () => {
  it.each([
    ['DELETE', 'Soft/2', undefined, 'deleted'],
    ['PATCH', 'Skip/1', { a: 'skip' }, 'changed'],
    ['PUT', 'Skip/1', { a: 'skip' }, 'changed'],
    ['PUT', 'Skip/9', { a: 'skip' }, 'created'],
    ['POST', 'Skip', { id: 9, a: 'skip' }, 'created'],
    ['PATCH', 'Parted/1', { a: 'skip' }, 'changed'],
    ['PUT', 'Parted/9', { a: 'skip' }, 'created'],
    ['DELETE', 'Shown/1', undefined, 'deleted'],
    ['PATCH', 'Shown/1', { a: 'x' }, 'changed'],
    ['POST', 'Shown', { id: 9, a: 'x' }, 'created'],
  ])('returns an error and changes nothing: %s %s', async (method, path, body, verb) => {
    const before = await state();
    expect(await call(method, path, body)).toEqual(refused(path.split('/')[0] ?? '', verb));
    expect(await call(method, path, body, { 'x-api-role': 'blind' })).toEqual(refused(path.split('/')[0] ?? '', verb));
    expect(await state()).toEqual(before);
  });

  it('is distinct from a missing row and from a written row', async () => {
    expect(await call('DELETE', 'Soft/9')).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await call('PATCH', 'Skip/9', { a: 'x' })).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await call('DELETE', 'Shown/9')).toMatchObject({ status: 404, code: 'ItemNotFound' });
    expect(await call('PATCH', 'Skip/1', { a: 'x' })).toMatchObject({ status: 200 });
    expect(await call('PUT', 'Parted/101', { a: 'skip' })).toMatchObject({ status: 200 });
    expect(await call('DELETE', 'Skip/2')).toMatchObject({ status: 204 });
    expect(await call('PATCH', 'Skip/1', { a: 'y' }, { 'if-match': '"other"' })).toMatchObject({ status: 412 });
  });

  it('succeeds for DELETE if the trigger of a view reports the row', async () => {
    expect(await call('DELETE', 'Live/1')).toMatchObject({ status: 204 });
    expect(await served.sql('select gone from archive')).toEqual([{ gone: true }]);
    expect(await call('DELETE', 'Live/1')).toMatchObject({ status: 404 });
  });
});

describe('a write over GraphQL that the database skips', () => {
  it.each([
    ['deleteSoft(id: 1) { id }', 'anonymous', 'the "Soft" from being deleted'],
    ['deleteSoft(id: 1) { id }', 'living', 'the "Soft" from being deleted'],
    [
      'deleteSofts(filter: { a: { eq: "s3" } }) { affected items { id } }',
      'anonymous',
      'rows of "Soft" from being deleted',
    ],
    ['deleteSofts(filter: {}, all: true) { affected }', 'living', 'rows of "Soft" from being deleted'],
    ['updateSkip(id: 1, item: { a: "skip" }) { id }', 'anonymous', 'the "Skip" from being changed'],
    [
      'updateSkips(filter: {}, all: true, item: { a: "skip" }) { affected }',
      'blind',
      'rows of "Skip" from being changed',
    ],
    [
      'updateParteds(filter: { id: { gt: 0 } }, item: { a: "skip" }) { affected }',
      'anonymous',
      'rows of "Parted" from being changed',
    ],
    ['replaceSkip(id: 1, item: { a: "skip" }) { id }', 'anonymous', 'the "Skip" from being changed'],
    ['replaceSkip(id: 9, item: { a: "skip" }) { id }', 'anonymous', 'the "Skip" from being created'],
    ['createSkip(item: { id: 9, a: "skip" }) { id }', 'anonymous', 'the "Skip" from being created'],
    [
      'createSkips(items: [{ id: 8, a: "a" }, { id: 9, a: "skip" }]) { affected }',
      'anonymous',
      'the "Skip" from being created',
    ],
    [
      'createSkip(item: { id: 9, a: "a", labels: [{ id: 1, a: "b" }] }) { id }',
      'anonymous',
      'the "Skip" from being related',
    ],
    ['deleteShowns(filter: { id: { eq: 1 } }) { affected }', 'anonymous', 'rows of "Shown" from being deleted'],
  ])('returns an error and changes nothing: %s as %s', async (field, role, expected) => {
    const before = await state();
    const { status, code, message, path } = await served.error(`mutation { x: ${field} }`, { role });
    expect([status, code, path]).toEqual([200, 'ApplicationError', ['x']]);
    expect(message).toContain(`The database prevented ${expected}`);
    expect(await state()).toEqual(before);
  });

  it('is distinct from a missing row and from written rows', async () => {
    expect(
      await served.data(
        `mutation { a: deleteSoft(id: 9) { id } b: deleteSofts(filter: { id: { eq: 9 } }) { affected } c: updateSkips(filter: {}, all: true, item: { a: "x" }) { affected items { id } }
          d: deleteSkips(filter: {}, all: true) { affected items { a } } }`,
      ),
    ).toEqual({
      a: null,
      b: { affected: 0 },
      c: { affected: 2, items: [{ id: 1 }, { id: 2 }] },
      d: { affected: 2, items: [{ a: 'x' }, { a: 'x' }] },
    });
  });
});

describe('a write that row-level security of the database skips', () => {
  it('returns an error, unlike a missing or a written row', async () => {
    expect(await call('PATCH', 'Walled/2', { a: 'x' })).toEqual(refused('Walled', 'changed'));
    expect(await call('PUT', 'Walled/2', { a: 'x' })).toEqual(refused('Walled', 'changed'));
    expect(await call('DELETE', 'Walled/1')).toEqual(refused('Walled', 'deleted'));
    expect(await call('POST', 'Walled', { id: 9, state: 'shut' })).toMatchObject({ status: 403, code: 'Forbidden' });
    expect(await call('PATCH', 'Walled/9', { a: 'x' })).toMatchObject({ status: 404 });
    expect(await call('DELETE', 'Walled/9')).toMatchObject({ status: 404 });
    expect(await call('PATCH', 'Walled/1', { a: 'x' })).toMatchObject({ status: 200 });
    expect(await call('PUT', 'Walled/9', { a: 'x' })).toMatchObject({ status: 201 });
    expect(await call('DELETE', 'Walled/3')).toMatchObject({ status: 204 });
    expect((await served.sql('select a from walled order by id')).map(({ a }) => a)).toEqual(['x', 'two', 'x']);
  });
});

describe('a key shared by several rows through table inheritance', () => {
  beforeAll(() =>
    served
      .sql("insert into cities values (1, 'a'), (3, 'c'); insert into capitals values (1, 'b'), (2, 'd')")
      .then(() => undefined),
  );

  it('returns Conflict for a write, which changes nothing', async () => {
    for (const method of ['PATCH', 'DELETE'])
      expect(await call(method, 'City/1', method === 'PATCH' ? { a: 'x' } : undefined)).toMatchObject({
        status: 409,
        code: 'Conflict',
      });
    expect(await call('PATCH', 'City/2', { a: 'e' })).toMatchObject({ status: 200 });
    expect((await served.sql('select a from cities order by a')).map(({ a }) => a)).toEqual(['a', 'b', 'c', 'e']);
  });

  it('is unique together with the table, so that cursors skip no row of such a view', async () => {
    const observed: unknown[] = [];
    for (let after: unknown = null; ; ) {
      const { page } = (await served.data(
        'query ($after: String) { page: anyCities_connection(first: 1, after: $after) { items { source id } endCursor hasNextPage } }',
        { variables: { after } },
      )) as { page: { items: unknown[]; endCursor: string; hasNextPage: boolean } };
      observed.push(...page.items);
      if (!page.hasNextPage) break;
      after = page.endCursor;
    }
    expect(observed).toEqual([
      { source: 'capitals', id: 1 },
      { source: 'capitals', id: 2 },
      { source: 'cities', id: 1 },
      { source: 'cities', id: 3 },
    ]);
  });
});

it('updates of contended rows with a trigger report no row as skipped by the database', async () => {
  const move = (from: string, to: string) =>
    served.send(`mutation { updateSkips(filter: { a: { eq: "${from}" } }, item: { a: "${to}" }) { affected } }`);
  const end = Date.now() + 4000;
  const client = async (from: string, to: string): Promise<readonly unknown[]> => {
    const errors: unknown[] = [];
    while (Date.now() < end) errors.push(...((await move(from, to)).body.errors ?? []));
    return errors;
  };
  const clients = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? client('one', 'uno') : client('uno', 'one'),
  );
  expect((await Promise.all(clients)).flat()).toEqual([]);
});

describe('a view trigger that does not report the key of a new row', () => {
  it('leaves the response empty, and makes a create with a policy Forbidden', async () => {
    expect(await served.data('mutation { createSilent(item: { a: "y" }) { a } }')).toEqual({ createSilent: null });
    expect(await call('POST', 'Silent', { a: 'z' })).toMatchObject({ status: 201 });
    const { code } = await served.error('mutation { createSilent(item: { a: "y" }) { a } }', { role: 'bound' });
    expect(code).toBe('Forbidden');
    expect((await served.sql('select a from hidden order by a')).map(({ a }) => a)).toEqual(['y', 'z']);
  });

  it('rejects nested rows, which have no key to refer to, and creates nothing', async () => {
    const { code, message } = await served.error(
      'mutation { createSilent(item: { a: "w", kids: [{ a: "kid" }] }) { a } }',
    );
    expect([code, message]).toEqual(['ApplicationError', expect.stringContaining('no value for "id"')]);
    expect(await served.sql("select a from hidden where a = 'w'")).toEqual([]);
    expect(await served.sql('select a from hidden_kids')).toEqual([]);
  });
});
