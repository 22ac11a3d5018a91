import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

interface FreezeOptions {
  readonly seconds: number;
  readonly source?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
}

/** All processes of the database are stopped: connections stay open without responses. */
export const frozen: Scenario<FreezeOptions> = {
  name: 'frozen',
  long: { seconds: 80 },
  short: { seconds: 6, source: { 'statement-timeout-ms': 1000 }, limits: { 'request-timeout-ms': 3000 } },
  run: ({ seconds, ...changes }, databaseName) =>
    underLoad({ databaseName, ...changes }, async ({ database, untilRecovered }) => {
      await database.freeze();
      await sleep(seconds * 1000);
      database.thaw();
      await untilRecovered();
    }),
};
