import { setTimeout as sleep } from 'node:timers/promises';
import { creates, readsOf, updates } from '../load/operations.ts';
import { isDone, type Outcome } from '../load/send-request.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** Clients of other tables. */
const OTHER_TABLE_CLIENTS = 16;

const SETTLING_MS = 1000;

/** One table is locked; requests for others are not affected. */
export const tableLocked: Scenario<{ seconds: number }> = {
  name: 'table-locked',
  long: { seconds: 38 },
  short: { seconds: 3 },
  run: ({ seconds }, databaseName) =>
    underLoad(
      { databaseName, operations: readsOf('Thing') },
      async ({ database, load, untilRecovered, expect, expectInTime, observe }) => {
        const otherTables = { answered: 0, failed: 0 };
        const note = (outcome: Outcome): void => {
          if (isDone(outcome)) otherTables.answered += 1;
          else otherTables.failed += 1;
        };
        const release = await database.lock('things');
        load.add({
          number: OTHER_TABLE_CLIENTS,
          operations: [...readsOf('Other'), ...creates, ...updates],
          onOutcome: note,
        });
        // Requests for the table hold all the resources they can by now.
        await sleep(SETTLING_MS);
        otherTables.answered = 0;
        await sleep(seconds * 1000 - SETTLING_MS);
        observe(`${otherTables.answered} requests for other tables answered during the lock`);
        const areServed = await until(() => otherTables.answered >= OTHER_TABLE_CLIENTS);
        const { answered, failed } = otherTables;
        await release();
        await untilRecovered();
        expect(areServed, `only ${answered} requests for other tables were answered`);
        // On a busy machine, requests may wait for a session beyond their limit.
        expectInTime(failed === 0, `${failed} requests for other tables failed`);
      },
    ),
};
