import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** The database takes no changes for a while, as a replica does that is not yet the primary: reads go on. */
export const readOnly: Scenario<{ seconds: number }> = {
  name: 'read-only',
  long: { seconds: 20 },
  short: { seconds: 1 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName }, async ({ database, load, back, expect, fact }) => {
      const release = await database.refuseChanges();
      const { succeeded, told } = load.ledger;
      const refused = told.get('Unavailable') ?? 0;
      await sleep(seconds * 1000);
      const reads = load.ledger.succeeded - succeeded;
      fact(`${reads} reads answered meanwhile`);
      expect(reads > 0, 'no read was answered');
      expect((load.ledger.told.get('Unavailable') ?? 0) > refused, 'no change was refused');
      await release();
      await back();
    }),
};
