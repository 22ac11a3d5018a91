import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '../../src/app/application.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { kindOf, startedDialects } from '../support/dialects.ts';
import { readShopConfig } from '../support/shop-config.ts';
import { retryConversion } from '../support/sql/retry-conversion.ts';

export type Dialect = (typeof startedDialects)[number]['name'];

const family = (naps: string) => ({
  slow: `create view naps as ${naps};
    create trigger dawdle before insert on things for each row begin
      declare slept int;
      if new.name = 'slow' then set slept = sleep(30); end if;
    end`,
  sleeping: `select cast(id as char) from information_schema.processlist where state = 'User sleep' and db = database()`,
  end: (session: string) => `kill ${session}`,
  lock: (tables: readonly string[]) => [`lock tables ${tables.map((table) => `${table} write`).join()}`],
  unlock: 'unlock tables',
});

/** SQL per database. Reading row 99 and writing a row named `slow` take a long time. */
const sqlByDialect = {
  postgres: {
    slow: `create view naps as
      select id, pg_sleep(case id when 99 then 30 else 0 end)::text as nap from things;
      create function dawdle() returns trigger language plpgsql as $$ begin
        perform pg_sleep(30);
        return new;
      end $$;
      create trigger dawdle before insert on things for each row when (new.name = 'slow') execute function dawdle();
      create constraint trigger dawdle_late after insert on things deferrable initially deferred
        for each row when (new.name = 'late') execute function dawdle()`,
    sleeping: `select pid::text from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    end: (session: string) => `select pg_terminate_backend(${session})`,
    lock: (tables: readonly string[]) => ['begin', `lock table ${tables.join()}`],
    unlock: 'rollback',
  },
  mariadb: family('select id, sleep(if(id = 99, 30, 0)) as nap from things'),
  // A canceled sleep() returns there, and the statement fails at the next row.
  mysql: family(
    'select id, sum(sleep(if(id = 99, 30, 0))) as nap from things join (select 1 as n union all select 2) twice group by id',
  ),
} as const;

const boundStatement = (text: string): BoundStatement => ({ settings: {}, statement: { text, slots: [] }, values: [] });

/** An application with its own database, and functions that disturb its sessions. */
export interface AppWithFaults {
  readonly app: Application;
  /** Runs a statement and returns the first column. */
  query(text: string): Promise<readonly (string | null | undefined)[]>;
  /** Waits for this many sleeping statements and returns their sessions. */
  waitUntilSleeping(count: number): Promise<readonly string[]>;
  /** Kills the only session whose statement sleeps. */
  endSleeping(): Promise<void>;
  whileLocked(tables: readonly string[], work: () => Promise<void>): Promise<void>;
  /** Closes the connections used next to the application. */
  closeConnections(): Promise<void>;
}

/**
 * Boots tables `things`, `others`, and `thirds` with IDs 1 to 200.
 * @param limits as `runtime.limits`
 */
export async function bootWithFaults(dialect: Dialect, database: string, limits: object = {}): Promise<AppWithFaults> {
  const url = await createDatabase(dialect, database, []);
  const { slow, sleeping, end, lock, unlock } = sqlByDialect[dialect];
  const admin: Driver = await kindOf(dialect).open(readShopConfig(dialect, url).dataSource);
  const query: AppWithFaults['query'] = async (text) => {
    const [set] = await admin.changes.use((session) => session.run(boundStatement(text)));
    return (set?.rows ?? []).map(([value]) => value);
  };
  const ids = Array.from({ length: 200 }, (_, index) => `(${index + 1}, 'row')`).join();
  const tables = ['things', 'others', 'thirds'];
  for (const table of tables) {
    await query(`create table ${table} (id int primary key, name varchar(20))`);
    await query(`insert into ${table} values ${ids}`);
    await query(dialect === 'postgres' ? `analyze ${table}` : `analyze table ${table}`);
  }
  for (const text of slow.split(/;\n +(?=create)/)) await query(text);
  const permissions = [{ role: 'anonymous', actions: ['*'] }];
  const app = await bootFile({
    'data-source': {
      'database-type': startedDialects.find(({ name }) => name === dialect)?.type,
      'connection-string': url,
      pool: { max: 12, changes: 6 },
    },
    runtime: { limits },
    entities: {
      Thing: { source: 'things', permissions },
      Other: { source: 'others', permissions },
      Third: { source: 'thirds', permissions },
      Nap: {
        source: { object: 'naps', type: 'view', 'key-fields': ['id'] },
        permissions: [{ role: 'anonymous', actions: ['read'] }],
      },
    },
  });
  const waitUntilSleeping: AppWithFaults['waitUntilSleeping'] = async (count) => {
    for (;;) {
      const found = await retryConversion(() => query(sleeping));
      if (found.length === count) return found.map(String);
      await delay(5);
    }
  };
  return {
    app,
    query,
    waitUntilSleeping,
    endSleeping: async () => {
      const [session = ''] = await waitUntilSleeping(1);
      await query(end(session));
    },
    whileLocked: (locked, work) =>
      admin.changes.use(async (session) => {
        for (const text of lock(locked)) await session.run(boundStatement(text));
        try {
          await work();
        } finally {
          await session.run(boundStatement(unlock));
        }
      }),
    closeConnections: () => admin.close(),
  };
}
