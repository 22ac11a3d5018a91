import { setTimeout as sleep } from 'node:timers/promises';
import { type BlackHole, openBlackHole } from '../../support/black-hole.ts';
import type { FaultDatabase } from '../database/fault-database.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface FreezeOptions {
  /** Seconds until requests must succeed. */
  readonly seconds: number;
}

/**
 * The service's sessions never respond again, as after a failover, while new sessions work. By default, the service
 * recovers within five seconds, although statements may take 30.
 */
export const sessionsFrozen: Scenario<FreezeOptions> = {
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
    return underLoad({ databaseName, between }, async ({ database, untilRecovered }) => {
      await database.freezeSessions?.();
      // If sessions are not processes, their connections are interrupted, but new connections are not.
      hole?.freeze();
      hole?.thaw();
      await sleep(seconds * 1000);
      await untilRecovered();
      database.thaw();
    });
  },
};
