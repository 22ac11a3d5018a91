import { Client } from 'pg';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { type Tap, tapWire, type WireMessage } from './tap-wire.ts';

/** An application on its own PostgreSQL database, with a tap between them. */
export interface Tapped {
  readonly app: Application;
  readonly tap: Tap;
  /** Counts the messages of this kind since the messages were last cleared. */
  count(kind: WireMessage['kind']): number;
  /** Runs work in a separate session. */
  asAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param sql creates the tables of the entities; @param pool as in the configuration */
export async function bootTapped(
  database: string,
  sql: string,
  entities: Readonly<Record<string, unknown>>,
  pool: Readonly<Record<string, number>> = {},
): Promise<Tapped> {
  const url = await createDatabase('postgres', database, []);
  const asAdmin: Tapped['asAdmin'] = async (work) => {
    const admin = new Client({ connectionString: url });
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.end();
    }
  };
  await asAdmin((admin) => admin.query(sql));
  const tap = await tapWire(url);
  const app = await bootFile({
    // No catalog polling: only the test sends statements.
    'data-source': {
      'database-type': 'postgresql',
      'connection-string': tap.connectionString,
      pool,
      'catalog-interval-ms': 0,
    },
    entities,
  });
  return {
    app,
    tap,
    count: (kind) => tap.messages.filter((message) => message.kind === kind).length,
    asAdmin,
    close: async () => {
      await app.close();
      tap.close();
    },
  };
}

/** Returns the integers from 1 to `last`. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Four times the runs after which a step counts as fast. */
export const RUNS = 100;
