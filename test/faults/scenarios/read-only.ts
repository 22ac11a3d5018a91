import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** A setting makes the database read-only for a while: changes are rejected without Retry-After, and reads succeed. */
export const readOnly: Scenario<{ seconds: number }> = {
  name: 'read-only',
  long: { seconds: 20 },
  short: { seconds: 1 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName }, async ({ database, load, untilRecovered, expect, observe }) => {
      load.ledger.expectedCodes.add('ApplicationError');
      const release = await database.refuseChanges();
      const { succeeded } = load.ledger;
      const reads = (): number => load.ledger.succeeded - succeeded;
      const refused = (): number => load.ledger.outcomes.get('ApplicationError') ?? 0;
      const unavailable = (): number => load.ledger.outcomes.get('Unavailable') ?? 0;
      const before = refused();
      const unavailableBefore = unavailable();
      await sleep(seconds * 1000);
      observe(`${reads()} reads answered meanwhile`);
      expect(await until(() => reads() > 0), 'no read was answered');
      expect(await until(() => refused() > before), 'no change returned ApplicationError');
      expect(unavailable() === unavailableBefore, 'a request returned Unavailable');
      await release();
      await untilRecovered();
    }),
};
