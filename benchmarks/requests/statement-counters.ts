import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { tapWire } from '../../test/cost/tap-wire.ts';
import type { StoreName } from '../support/store-names.ts';

/** Tells what a database is told to run: every statement, `begin` and `discard all` too; of SQL Server every batch. */
export interface StatementCounter {
  /** By which the database is asked by whoever is counted. */
  readonly connectionString: string;
  /** Statements so far. */
  count(): Promise<number>;
  close(): Promise<void>;
}

/** Looks at what passes on the wire. */
async function countOnWire(connectionString: string): Promise<StatementCounter> {
  const tap = await tapWire(connectionString);
  return {
    connectionString: tap.connectionString,
    count: async () => tap.messages.filter(({ kind }) => kind === 'execute' || kind === 'query').length,
    close: async () => tap.close(),
  };
}

/** What is encrypted nobody can count. */
async function countWhereClear(connectionString: string): Promise<StatementCounter | undefined> {
  return /[?&]encrypt=false/i.test(connectionString) ? countOnWire(connectionString) : undefined;
}

/** Asks the server, which counts what all clients send but for what they prepare. */
async function askServer(connectionString: string): Promise<StatementCounter> {
  const connection = await createConnection(connectionString);
  let own = 0;
  return {
    connectionString,
    count: async () => {
      own += 1;
      const [[row]] = await connection.query<RowDataPacket[]>("show global status like 'Questions'");
      return Number(row?.Value) - own;
    },
    close: () => connection.end(),
  };
}

/** Undefined where it cannot be told. */
type StartCounting = (connectionString: string) => Promise<StatementCounter | undefined>;

export const startCounting: Readonly<Record<StoreName, StartCounting>> = {
  postgres: countOnWire,
  mariadb: askServer,
  mysql: askServer,
  sqlserver: countWhereClear,
};
