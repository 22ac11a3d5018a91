import { setTimeout as sleep } from 'node:timers/promises';
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
  run: ({ seconds, source }, databaseName) =>
    underLoad({ databaseName, source }, async ({ database, back }) => {
      await database.freeze('sessions');
      await sleep(seconds * 1000);
      await back();
      database.thaw();
    }),
};
