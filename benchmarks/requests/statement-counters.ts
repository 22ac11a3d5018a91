import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { tapWire } from '../../test/cost/tap-wire.ts';
import type { StoreName } from '../support/store-names.ts';

/** Counts all statements, including `begin` and `discard all`. On SQL Server, it counts batches. */
export interface StatementCounter {
  /** The counted client must use this. */
  readonly connectionString: string;
  count(): Promise<number>;
  close(): Promise<void>;
}

async function countOnWire(connectionString: string): Promise<StatementCounter> {
  const tap = await tapWire(connectionString);
  return {
    connectionString: tap.connectionString,
    count: async () => tap.messages.filter(({ kind }) => kind === 'execute' || kind === 'query').length,
    close: async () => tap.close(),
  };
}

/** Encrypted connections cannot be counted. */
async function countWhereClear(connectionString: string): Promise<StatementCounter | undefined> {
  return /[?&]encrypt=false/i.test(connectionString) ? countOnWire(connectionString) : undefined;
}

/** The server counts the statements of all clients, except those that only prepare. */
async function countOnServer(connectionString: string): Promise<StatementCounter> {
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

type StartCounting = (connectionString: string) => Promise<StatementCounter | undefined>;

export const startCounting: Readonly<Record<StoreName, StartCounting>> = {
  postgres: countOnWire,
  mariadb: countOnServer,
  mysql: countOnServer,
  sqlserver: countWhereClear,
};
