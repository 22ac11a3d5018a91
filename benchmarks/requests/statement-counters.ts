import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { tapWire } from '../../test/cost/tap-wire.ts';
import type { StoreName } from '../support/store-names.ts';

/** Tells what a database is told to run: every statement, `begin` and `discard all` too. */
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

export const startCounting: Readonly<Record<StoreName, (connectionString: string) => Promise<StatementCounter>>> = {
  postgres: countOnWire,
  mariadb: askServer,
  mysql: askServer,
};
