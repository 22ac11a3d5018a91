import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { type ChangeSignals, createChangeSignals } from '../../src/live/signals/change-signals.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import { dataText, runDocument } from '../support/run-document.ts';
import { describeOn } from '../support/servers.ts';

const TABLES = `
  create table tasks (id int primary key, title text not null);
  create table parts (id int primary key, task_id int references tasks (id) on delete cascade, what text);
  create table notes (id int primary key, what text);`;

const permissions = [{ role: 'anonymous', actions: ['*'] }];

const ENTITIES = {
  Task: { source: 'tasks', permissions },
  Chore: { source: 'tasks', permissions },
  Part: { source: 'parts', permissions },
  Note: { source: 'notes', permissions },
};

const TASKS = ['Chore', 'Task'];

/** Milliseconds. */
const SHORT = 500;

/** An instance of the service, with the changes that it has received. */
interface Instance {
  readonly application: Application;
  readonly signals: ChangeSignals;
  /** Lost connections. */
  readonly warnings: readonly string[];
  /** Entities of all signals, or `anything`. */
  readonly changed: Set<string>;
  write(document: string): Promise<void>;
  close(): Promise<void>;
}

let tables: Tables;

async function start(settings: object, entities: object = ENTITIES): Promise<Instance> {
  const warnings: string[] = [];
  const application = await bootFile({
    'data-source': tables.source,
    // Without versions of tables, which require a second.
    runtime: { live: { 'fallback-ms': SHORT, signals: settings } },
    entities,
  });
  application.observers.add({ signalsLost: ({ source }) => void warnings.push(source) });
  const signals = createChangeSignals(application);
  const changed = new Set<string>();
  signals.listen(({ entities: names }) => {
    for (const name of names ?? ['anything']) changed.add(name);
  });
  await signals.start();
  return {
    application,
    signals,
    warnings,
    changed,
    write: async (document) => {
      dataText(await runDocument(application, document));
    },
    close: async () => {
      await signals.close();
      await application.close();
    },
  };
}

/** Waits for a signal, and forgets all signals. */
async function expectSignal({ changed }: Instance, names: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect([...changed].sort()).toEqual([...names].sort()), 30_000);
  changed.clear();
}

/** Waits until both instances are connected, which counts as a change of anything. */
async function untilConnected(instances: readonly Instance[]): Promise<void> {
  for (const instance of instances) await expectSignal(instance, ['anything']);
}

const sql = (text: string): Promise<unknown> => tables.session.rows(text);

beforeAll(async () => {
  tables = await createTables('change_signals', TABLES);
});
afterAll(() => tables.session.close());

beforeEach(async () => {
  await sql('delete from parts');
  await sql('delete from tasks');
  await sql("insert into tasks values (1, 'one')");
  await sql("insert into parts values (1, 1, 'a')");
});

describe('signals of one instance', () => {
  let one: Instance;
  beforeAll(async () => {
    one = await start({});
  });
  afterAll(() => one.close());

  it('name all entities of a changed table', async () => {
    await one.write('mutation { updateTask(id: 1, item: { title: "x" }) { id } }');
    await expectSignal(one, TASKS);
    await one.write(
      'mutation { createPart(item: { id: 2, task_id: 1 }) { id } updateTask(id: 1, item: { title: "y" }) { id } }',
    );
    await expectSignal(one, [...TASKS, 'Part']);
  });

  it('are not sent for reads and rolled back mutations', async () => {
    await one.write('{ task_by_pk(id: 1) { id } }');
    const result = await runDocument(one.application, 'mutation { createTask(item: { id: 1, title: "x" }) { id } }');
    expect(result).toMatchObject({ kind: 'failed', apiError: { code: 'Conflict' } });
    await one.write('mutation { createPart(item: { id: 3 }) { id } }');
    await expectSignal(one, ['Part']);
  });

  it('leave the short interval in place', () => {
    expect(one.signals.fallbackMs(['Task'])).toBe(SHORT);
  });
});

describeOn('redis', 'signals through Redis', () => {
  let redis: RedisServer;
  let instances: readonly [Instance, Instance];
  beforeAll(async () => {
    redis = await startRedis(inject('redis') ?? '');
    instances = [await start({ redis: redis.url }), await start({ redis: redis.url })];
    await untilConnected(instances);
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    await redis.stop();
  });

  it('reach the other instance', async () => {
    const [one, two] = instances;
    await one.write('mutation { updateTask(id: 1, item: { title: "x" }) { id } }');
    await expectSignal(two, TASKS);
    await expectSignal(one, TASKS);
  });

  it('report anything after Redis was restarted, with one warning', async () => {
    const [one, two] = instances;
    await redis.kill();
    await expect.poll(() => one.warnings).toHaveLength(1);
    // The loss counts as a change of anything, so that live queries use the short interval.
    await untilConnected(instances);
    await one.write('mutation { updateTask(id: 1, item: { title: "y" }) { id } }');
    await expectSignal(one, TASKS);
    await redis.restart();
    await untilConnected(instances);
    await two.write('mutation { createPart(item: { id: 4 }) { id } }');
    await expectSignal(one, ['Part']);
    expect(one.warnings).toEqual(['redis']);
    two.changed.clear();
  });
});

/** SQL blocks of the page. */
const blocks = [
  ...readFileSync(new URL('../../docs/live-signals.md', import.meta.url), 'utf8').matchAll(/```sql\n([^`]*)```/g),
].map(([, text = '']) => text.replaceAll('orders', 'tasks'));

describe.skipIf(inject('server') !== 'postgres')('signals through PostgreSQL', () => {
  let instances: readonly [Instance, Instance];
  beforeEach(async () => {
    instances = [await start({ notify: 'joinery' }), await start({ notify: 'joinery' })];
    await untilConnected(instances);
  });
  afterEach(async () => {
    for (const instance of instances) await instance.close();
    await sql('drop function if exists joinery_notify() cascade');
  });

  /** Installs the trigger as the page describes. */
  async function installTrigger(): Promise<void> {
    const [createFunction = '', createTrigger = ''] = blocks;
    await sql(createFunction);
    await sql(createTrigger);
  }

  /** Process IDs of the sessions that listen. */
  const listeners = (): Promise<readonly Record<string, unknown>[]> =>
    tables.session.rows(
      "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query ~* '^(listen|select 1$|.*pg_notify|.*tgargs)'",
    );

  it('reach the other instance', async () => {
    const [one, two] = instances;
    await one.write('mutation { updateTask(id: 1, item: { title: "x" }) { id } }');
    await expectSignal(two, TASKS);
    await expectSignal(one, TASKS);
  });

  it('report writes outside of the service, cascades, and truncation, with the trigger of the page', async () => {
    const [one] = instances;
    await installTrigger();
    await sql(
      "create trigger joinery_notify after insert or update or delete or truncate on parts for each statement execute function joinery_notify('joinery')",
    );
    await sql("update tasks set title = 'z'");
    await expectSignal(one, TASKS);
    await sql('delete from tasks where id = 1');
    await expectSignal(one, [...TASKS, 'Part']);
    await sql('truncate parts');
    await expectSignal(one, ['Part']);
    const remove = blocks.find((block) => block.startsWith('drop ')) ?? '';
    await sql('drop trigger joinery_notify on parts');
    for (const statement of remove.split(';').filter((text) => text.trim() !== '')) await sql(statement);
    await sql("insert into notes values (1000, 'not notified')");
    await sql('select pg_notify(\'joinery\', \'{"schema":"public","table":"notes"}\')');
    await expectSignal(one, ['Note']);
  });

  it('use the long interval only while the trigger is complete and enabled', async () => {
    const [one] = instances;
    await installTrigger();
    one.signals.watch(new Set(['Task', 'Part']));
    await expect.poll(() => one.signals.fallbackMs(['Task'])).toBe(30_000);
    expect(one.signals.fallbackMs(['Chore'])).toBe(30_000);
    expect(one.signals.fallbackMs(['Task', 'Part'])).toBe(SHORT);
    one.signals.watch(new Set());
    for (const change of [
      'alter table tasks disable trigger joinery_notify',
      "drop trigger joinery_notify on tasks; create trigger joinery_notify after insert or update on tasks for each statement execute function joinery_notify('joinery')",
      "drop trigger joinery_notify on tasks; create trigger joinery_notify after insert or update or delete or truncate on tasks for each statement execute function joinery_notify('other')",
    ]) {
      await sql(change);
      one.signals.watch(new Set(['Task']));
      await expect.poll(() => one.signals.fallbackMs(['Task'])).toBe(SHORT);
      one.signals.watch(new Set());
    }
  });

  it('miss nothing when the session is killed', async () => {
    const [one] = instances;
    await installTrigger();
    one.signals.watch(new Set(['Task']));
    await expect.poll(() => one.signals.fallbackMs(['Task'])).toBe(30_000);
    const found = await listeners();
    expect(found).toHaveLength(2);
    for (const { pid } of found) await sql(`select pg_terminate_backend(${pid})`);
    await sql("update tasks set title = 'while disconnected'");
    // The change may also arrive as a notification, if the session was faster.
    await expect.poll(() => one.changed.has('anything')).toBe(true);
    await expect.poll(() => one.signals.fallbackMs(['Task'])).toBe(30_000);
    one.changed.clear();
    await sql("update tasks set title = 'reconnected'");
    await expectSignal(one, TASKS);
    expect(one.warnings).toEqual(['notify']);
  });

  it('treat an unreadable payload as a change of anything', async () => {
    const [one] = instances;
    await sql("select pg_notify('joinery', 'unreadable')");
    await expectSignal(one, ['anything']);
  });
});
