import { Client } from 'pg';
import type { Application } from '../../src/app/application.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { type Tap, tapWire, type WireMessage } from './tap-wire.ts';

/** An application on a PostgreSQL database of its own, with somebody who listens between them. */
export interface Tapped {
  readonly app: Application;
  readonly tap: Tap;
  /** Messages of this kind since they were last forgotten. */
  count(kind: WireMessage['kind']): number;
  /** Runs work in a session of its own with the database. */
  asAdmin<T>(work: (admin: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** @param sql makes the tables of the entities; @param pool as the configuration has it */
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
    // Nothing is asked but what a test asks.
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

/** Whole numbers from 1. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** Four times as many runs as make a step a brief one. */
export const RUNS = 100;
