import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** The database is shut down, and started later. */
export const stopped: Scenario<{ seconds: number }> = {
  name: 'stopped',
  long: { seconds: 30 },
  short: { seconds: 2 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName }, async ({ database, untilRecovered }) => {
      await database.stop();
      await sleep(seconds * 1000);
      await database.start();
      await untilRecovered();
    }),
};
