import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** The database server is killed, and started immediately. */
export const killedAndRestarted: Scenario<{ times: number }> = {
  name: 'killed-and-restarted',
  long: { times: 20 },
  short: { times: 2 },
  run: ({ times }, databaseName) =>
    underLoad({ databaseName }, async ({ database, untilRecovered }) => {
      for (let time = 0; time < times; time += 1) {
        await database.kill();
        await database.start();
        await untilRecovered();
        await sleep(500);
      }
    }),
};
