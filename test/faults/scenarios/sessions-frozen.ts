import { setTimeout as sleep } from 'node:timers/promises';
import { type BlackHole, openBlackHole } from '../../support/black-hole.ts';
import type { FaultDatabase } from '../database/fault-database.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface Freezing {
  /** From the freeze until requests have to succeed. */
  readonly seconds: number;
}

/**
 * The sessions that the service has never answer again, as after a failover, while the database takes new ones. By default the service is back
 * within five seconds, though its statements may take 30.
 */
export const sessionsFrozen: Scenario<Freezing> = {
  name: 'sessions-frozen',
  long: { seconds: 4 },
  short: { seconds: 4 },
  run: ({ seconds }, databaseName) => {
    let hole: BlackHole | undefined;
    const between = async ({ connectionString, freezeSessions }: FaultDatabase) => {
      if (freezeSessions !== undefined) return undefined;
      const opened = await openBlackHole(connectionString);
      hole = opened;
      return { connectionString: opened.connectionString, close: async () => opened.close() };
    };
    return underLoad({ databaseName, between }, async ({ database, back }) => {
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
