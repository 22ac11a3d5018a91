import { onTestFinished } from 'vitest';
import type { DataSource } from '../../src/config/config.ts';
import { openSqlserver } from '../../src/dialect/sqlserver/driver/open-sqlserver.ts';
import type { BoundStatement, Driver } from '../../src/store/driver.ts';
import type { Result } from '../../src/store/result.ts';
import { runOne } from '../../src/store/run-one.ts';
import { type Playback, TdsServer } from './playback/tds-server.ts';

/** Default settings of the source. Timeouts are short, so that a hanging statement ends. */
const SOURCE: Omit<DataSource, 'connectionString'> = {
  databaseType: 'mssql',
  pool: {
    max: 4,
    changes: 2,
    acquireTimeoutMs: 5_000,
    maxWaiting: 10,
    connectTimeout: 5_000,
    silenceTimeoutMs: 5_000,
    keepAlive: 30_000,
  },
  prepared: true,
  catalogIntervalMs: 0,
  statementTimeoutMs: 30_000,
  tls: { mode: 'disable' },
  textEquality: 'exact',
};

/** Settings that a test overrides. */
export interface Changed {
  readonly pool?: Partial<DataSource['pool']>;
  readonly statementTimeoutMs?: number;
  readonly tls?: DataSource['tls'];
  /** Query string of the URL. */
  readonly query?: string;
}

/** Opens the real driver and its playback server. Both are closed after the test. */
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

export const boundStatement = (
  text: string,
  values: readonly unknown[] = [],
  more: Partial<BoundStatement> = {},
): BoundStatement => ({
  settings: {},
  statement: { text, slots: [] },
  values,
  ...more,
});

/** Returns a statement that manages its own transaction. */
export const owner = (text: string, more: Partial<BoundStatement> = {}): BoundStatement =>
  boundStatement(text, [], { statement: { text, slots: [], managesTransaction: true }, ...more });

export const read = (driver: Driver, statement: BoundStatement): Promise<Result> =>
  driver.reads.use((session) => runOne(session, statement));

export const change = (driver: Driver, statement: BoundStatement): Promise<Result> =>
  driver.changes.use((session) => session.run(statement));

/** Returns the driver's meaning of an error. */
export async function meaningOf(driver: Driver, work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) throw new Error('The work did not fail.');
  return { error, ...driver.classify(error) };
}
