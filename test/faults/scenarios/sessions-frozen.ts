import { setTimeout as sleep } from 'node:timers/promises';
import { type BlackHole, openBlackHole } from '../../support/black-hole.ts';
import type { FaultDatabase } from '../database/fault-database.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface Freezing {
  readonly seconds: number;
  readonly source: Readonly<Record<string, unknown>>;
}

/**
 * The sessions that the service has never answer again, as after a failover, while the database takes new ones. It is back for the
 * service once the time-out of their statements is over, and the time by which the service gives them up.
 */
export const sessionsFrozen: Scenario<Freezing> = {
  name: 'sessions-frozen',
  long: { seconds: 15, source: { 'statement-timeout-ms': 5000 } },
  short: { seconds: 5, source: { 'statement-timeout-ms': 1000, pool: { 'silence-timeout-ms': 1000 } } },
  run: ({ seconds, source }, databaseName) => {
    let hole: BlackHole | undefined;
    const between = async ({ connectionString, freezeSessions }: FaultDatabase) => {
      if (freezeSessions !== undefined) return undefined;
      const opened = await openBlackHole(connectionString);
      hole = opened;
      return { connectionString: opened.connectionString, close: async () => opened.close() };
    };
    return underLoad({ databaseName, source, between }, async ({ database, back }) => {
      await database.freezeSessions?.();
      // Where sessions have no processes: those that are there are lost on their way, and new ones are not.
      hole?.freeze();
      hole?.thaw();
      await sleep(seconds * 1000);
      await back();
      database.thaw();
    });
  },
};
