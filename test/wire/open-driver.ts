import { onTestFinished } from 'vitest';
import type { DataSource } from '../../src/config/config.ts';
import { openSqlserver } from '../../src/dialect/sqlserver/driver/open-sqlserver.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { runUnit } from '../../src/store/run-unit.ts';
import { type Playback, TdsServer } from './playback/tds-server.ts';

/** What a source says unless a test says otherwise; times are short, so that what hangs ends. */
const SOURCE: Omit<DataSource, 'connectionString'> = {
  databaseType: 'mssql',
  pool: {
    max: 4,
    changes: 2,
    acquireTimeout: 5_000,
    maxWaiting: 10,
    connectTimeout: 5_000,
    silenceTimeout: 5_000,
    keepAlive: 30_000,
  },
  prepared: true,
  catalogInterval: 0,
  statementTimeout: 30_000,
  tls: { mode: 'disable' },
  textEquality: 'exact',
  sessionContext: false,
};

/** What a test changes of the source. */
export interface Changed {
  readonly pool?: Partial<DataSource['pool']>;
  readonly statementTimeout?: number;
  readonly tls?: DataSource['tls'];
  /** What the URL says behind the database. */
  readonly query?: string;
}

/** The real driver, and the server that it talks to; both end with the test. */
export async function openDriver(
  playback: Playback = {},
  changed: Changed = {},
): Promise<{ driver: Driver; server: TdsServer }> {
  const server = await TdsServer.start(playback);
  const { pool, query = '', ...others } = changed;
  const driver = await openSqlserver({
    ...SOURCE,
    ...others,
    pool: { ...SOURCE.pool, ...pool },
    connectionString: `${server.url}${query}`,
  });
  onTestFinished(async () => {
    await driver.close();
    await server.stop();
  });
  return { driver, server };
}

export const unit = (
  text: string,
  values: readonly unknown[] = [],
  more: Partial<BoundStatement> = {},
): BoundStatement => ({
  settings: {},
  statement: { text, slots: [] },
  values,
  ...more,
});

/** A unit that is a transaction of its own. */
export const owner = (text: string, more: Partial<BoundStatement> = {}): BoundStatement =>
  unit(text, [], { statement: { text, slots: [], managesTransaction: true }, ...more });

export const read = (driver: Driver, one: BoundStatement): Promise<Result> =>
  driver.reads.use((session) => runUnit(session, one));

export const change = (driver: Driver, one: BoundStatement): Promise<Result> =>
  driver.changes.use((session) => session.run(one));

/** What a driver makes of the error of some work. */
export async function meaningOf(driver: Driver, work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) throw new Error('the work did not fail');
  return { error, ...driver.meaning(error) };
}
