import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** The database takes no changes for a while, as a replica does that is not yet the primary: reads go on. */
export const readOnly: Scenario<{ seconds: number }> = {
  name: 'read-only',
  long: { seconds: 20 },
  short: { seconds: 1 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName }, async ({ database, load, back, expect, fact }) => {
      const release = await database.refuseChanges();
      const { succeeded } = load.ledger;
      const reads = (): number => load.ledger.succeeded - succeeded;
      const refused = (): number => load.ledger.told.get('Unavailable') ?? 0;
      const before = refused();
      await sleep(seconds * 1000);
      fact(`${reads()} reads answered meanwhile`);
      expect(await until(() => reads() > 0), 'no read was answered');
      expect(await until(() => refused() > before), 'no change was refused');
      await release();
      await back();
    }),
};
