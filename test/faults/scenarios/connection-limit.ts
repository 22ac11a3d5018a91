import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** Other clients take all connections of the database. */
export const connectionLimit: Scenario<{ seconds: number }> = {
  name: 'connection-limit',
  long: { seconds: 20 },
  short: { seconds: 1 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName, settings: { max_connections: '30' } }, async ({ database, untilRecovered }) => {
      const release = await database.takeConnections();
      await sleep(seconds * 1000);
      await release();
      await untilRecovered();
    }),
};
