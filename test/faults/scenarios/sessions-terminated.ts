import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** Random sessions of the service are killed one after the other. */
export const sessionsTerminated: Scenario<{ seconds: number }> = {
  name: 'sessions-terminated',
  long: { seconds: 60 },
  short: { seconds: 3 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName }, async ({ database, untilRecovered }) => {
      const end = Date.now() + seconds * 1000;
      while (Date.now() < end) {
        await database.endSessions(0.3);
        await sleep(100 * Math.random());
      }
      await untilRecovered();
    }),
};
