import { setTimeout } from 'node:timers/promises';
import { parse } from 'graphql';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { superuser } from '../../src/embedded/cluster.ts';
import { LiveQueries } from '../../src/live/live-queries.ts';
import { createChangeSignals } from '../../src/live/signals/change-signals.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables } from '../support/create-tables.ts';
import { openLocks } from '../support/sql/open-locks.ts';
import { openSession } from '../support/sql/open-session.ts';

/** Milliseconds. Subscribers that receive a change nevertheless did not wait for this interval. */
const NEVER = 3_600_000;

const DDL = `
  create table tasks (id int primary key, title varchar(50) not null);
  create table labels (id int primary key, name varchar(50) not null);
  create table task_labels (task_id int not null references tasks (id), label_id int not null references labels (id),
    primary key (task_id, label_id));
  insert into tasks values (1, 'old');
  insert into labels values (1, 'red'), (2, 'blue');
  insert into task_labels values (1, 1);`;

const permissions = [{ role: 'anonymous', actions: ['read'] }];

/** The junction table is no entity. */
const ENTITIES = {
  Task: {
    source: 'tasks',
    permissions,
    relationships: { labels: { cardinality: 'many', 'target.entity': 'Label', 'linking.object': 'task_labels' } },
  },
  Label: { source: 'labels', permissions },
};

const TRIGGER = `create function joinery_notify() returns trigger language plpgsql as $$ begin
    perform pg_notify(tg_argv[0], json_build_object('schema', tg_table_schema, 'table', tg_table_name)::text);
    return null;
  end $$;`;

const triggerOn = (table: string): string =>
  `create trigger joinery_notify after insert or update or delete or truncate on ${table}
     for each statement execute function joinery_notify('joinery');`;

/** Runs live queries until the test ends. */
async function start(live: object, { ddl = '', entities = ENTITIES }: { ddl?: string; entities?: object } = {}) {
  const { source, session } = await createTables('live_intervals', DDL);
  onTestFinished(() => session.close());
  if (ddl !== '') await session.run(ddl);
  const application = await bootFile({
    'data-source': source,
    runtime: { live: { enabled: true, 'interval-ms': 20, ...live } },
    entities,
  });
  const signals = createChangeSignals(application);
  await signals.start();
  const queries = new LiveQueries(application, signals);
  onTestFinished(async () => {
    queries.close();
    await signals.close();
    await application.close();
  });
  /** Follows a query. Returns its results as JSON. */
  const follow = (query: string, variables: Record<string, unknown> = {}): string[] => {
    const results: string[] = [];
    const identity = { role: 'anonymous', claims: {} };
    const request = { document: parse(query), operationName: undefined, variables, identity };
    const events = queries.subscribe({ request, caller: String(Math.random()), isPatched: false });
    void (async () => {
      for await (const event of events) results.push(event.kind === 'data' ? event.data : event.kind);
    })();
    return results;
  };
  return { follow, queries, signals, session, source };
}

// A shorter interval than that of the queries of versions.
it('reads a cohort at the fallback interval although new subscribers join more often', async () => {
  const { follow, session } = await start({ 'fallback-ms': 900, 'max-per-caller': 10_000 });
  const query = 'query ($n: Int) { tasks(first: $n) { title } }';
  const results = follow(query, { n: 1 });
  await expect.poll(() => results).toHaveLength(1);
  await session.rows("update tasks set title = 'new'");
  for (let joined = 0; results.length < 2 && joined < 200; joined += 1) {
    follow(query, { n: 2 + joined });
    await setTimeout(100);
  }
  expect(results).toEqual(['{"tasks":[{"title":"old"}]}', '{"tasks":[{"title":"new"}]}']);
});

it.skipIf(inject('server') !== 'postgres')(
  'cancels the read of a locked table when its last member leaves',
  async () => {
    const { queries, session, source } = await start({});
    const locks = openLocks('postgres', source['connection-string']);
    onTestFinished(() => locks.close());
    const release = await locks.hold('lock table tasks');
    onTestFinished(() => release('rollback'));
    const request = {
      document: parse('{ tasks { title } }'),
      operationName: undefined,
      variables: {},
      identity: { role: 'anonymous', claims: {} },
    };
    const events = queries.subscribe({ request, caller: 'ada', isPatched: false });
    const first = events.next();
    /** Reads without a limit, which follow the canceled ones. */
    const waiting = () =>
      session.rows(`select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '2 seconds'`);
    await expect.poll(waiting, { timeout: 20_000 }).toHaveLength(1);
    await events.return();
    await first;
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([]);
  },
);

describe.skipIf(inject('server') !== 'postgres')('with a trigger on the tables', () => {
  const live = { 'fallback-ms': 500, signals: { notify: true, 'notified-fallback-ms': NEVER } };

  it('reads results of a junction table that is no entity at the short interval', async () => {
    const { follow, session, signals } = await start(live, {
      ddl: `${TRIGGER} ${triggerOn('tasks')} ${triggerOn('labels')}`,
    });
    const results = follow('{ tasks { labels { name } } }');
    await expect.poll(() => signals.fallbackMs(['Task', 'Label'])).toBe(NEVER);
    await expect.poll(() => results).toHaveLength(1);
    await setTimeout(1_500);
    await session.rows('update task_labels set label_id = 2');
    await expect.poll(() => results.at(-1)).toContain('blue');
  });

  it('reads rows of a policy that depends on the time at the short interval', async () => {
    const { follow, signals } = await start(live, {
      ddl: `${TRIGGER} ${triggerOn('tasks')} ${triggerOn('labels')}
        create table starts (at timestamptz not null);
        insert into starts values (now() + interval '4 seconds');
        alter table tasks enable row level security;
        alter table tasks force row level security;
        create policy started on tasks using (clock_timestamp() > (select at from starts));`,
    });
    const results = follow('{ tasks { title labels { name } } }');
    await expect.poll(() => signals.fallbackMs(['Label'])).toBe(NEVER);
    await expect.poll(() => results.at(-1)).toContain('old');
    expect(results[0]).toBe('{"tasks":[]}');
  });

  it('has the short interval for a table with a foreign partition', async () => {
    const entities = { ...ENTITIES, Reading: { source: { object: 'readings', 'key-fields': ['id'] }, permissions } };
    const ddl = `${TRIGGER} ${triggerOn('tasks')}
      create table readings (id int not null) partition by list (id);
      create table readings_here partition of readings for values in (1);
      ${triggerOn('readings')} ${triggerOn('readings_here')}`;
    const { signals, source } = await start(live, { ddl, entities });
    signals.watch(new Set(['Task', 'Reading']));
    await expect.poll(() => signals.fallbackMs(['Task', 'Reading'])).toBe(NEVER);
    const url = new URL(source['connection-string']);
    url.username = superuser;
    const admin = openSession('postgres', url.href);
    onTestFinished(() => admin.close());
    await admin.run(`create foreign data wrapper elsewhere;
      create server elsewhere foreign data wrapper elsewhere;
      create foreign table readings_elsewhere partition of readings for values in (2) server elsewhere;
      ${triggerOn('readings_elsewhere')}`);
    signals.watch(new Set());
    signals.watch(new Set(['Task', 'Reading']));
    await expect.poll(() => signals.fallbackMs(['Reading'])).toBe(500);
    expect(signals.fallbackMs(['Task'])).toBe(NEVER);
  });
});
