import { type ServedTables, serveTables } from './serve-tables.ts';

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

export interface ServedTasks extends ServedTables {
  /** Restores the initial rows. */
  reset(): Promise<void>;
  task(id: number): Promise<unknown>;
  ids(where?: string): Promise<unknown>;
  tagOf(id: number, role?: string): Promise<string>;
}

/**
 * Serves tasks with owners and parts. `writer` may do everything but read. `half` reads tasks not done, updates tasks
 * without rank 5, and deletes all but the second. `blind` has the same policies, but can neither read nor create.
 * @param runtime keys of `runtime` in addition to `host`
 */
export async function serveTasks(name: string, runtime: object = {}): Promise<ServedTasks> {
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
  const blind = {
    role: 'blind',
    actions: half.actions.filter((action) => typeof action !== 'string' && action.action !== 'read'),
  };
  const entities = {
    Owner: {
      source: 'owners',
      permissions: [
        everything,
        { role: 'half', actions: ['read', { action: 'update', policy: { database: "@item.country eq 'NL'" } }] },
      ],
      relationships: { tasks: { hasMany: 'Task' } },
    },
    Task: {
      source: 'tasks',
      permissions: [everything, writer, half, blind],
      relationships: { owner: { belongsTo: 'Owner' }, parts: { hasMany: 'Part' } },
    },
    Part: { source: 'parts', permissions: [everything, writer], relationships: { task: { belongsTo: 'Task' } } },
    Bulk: { source: 'bulk', permissions: [everything] },
  };
  const served = await serveTables(name, ddl, entities, { runtime });
  return {
    ...served,
    reset: async () => {
      await served.sql(rows);
    },
    task: async (id) => (await served.sql('select title, note, rank, done from tasks where id = $1', [id]))[0],
    ids: async (where = 'true') =>
      (await served.sql(`select id from tasks where ${where} order by id`)).map((row) => row.id),
    tagOf: async (id, role = 'anonymous') => {
      const { task_by_pk } = await served.data(`{ task_by_pk(id: ${id}) { _etag } }`, { role });
      return (task_by_pk as { _etag: string })._etag;
    },
  };
}
