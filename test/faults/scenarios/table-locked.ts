import { setTimeout as sleep } from 'node:timers/promises';
import { creates, readsOf, updates } from '../load/operations.ts';
import { isDone, type Outcome } from '../load/send-request.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';
import { until } from '../until.ts';

/** Clients of other tables. */
const STRANGERS = 16;

const SETTLING_MS = 1000;

/** One table is locked; requests for others are not affected. */
export const tableLocked: Scenario<{ seconds: number }> = {
  name: 'table-locked',
  long: { seconds: 38 },
  short: { seconds: 3 },
  run: ({ seconds }, databaseName) =>
    underLoad(
      { databaseName, operations: readsOf('Thing') },
      async ({ database, load, back, expect, expectInTime, observe }) => {
        const strangers = { answered: 0, failed: 0 };
        const note = (outcome: Outcome): void => {
          if (isDone(outcome)) strangers.answered += 1;
          else strangers.failed += 1;
        };
        const release = await database.lock('things');
        load.add({ number: STRANGERS, operations: [...readsOf('Other'), ...creates, ...updates], onOutcome: note });
        // Requests for the table hold all the resources they can by now.
        await sleep(SETTLING_MS);
        strangers.answered = 0;
        await sleep(seconds * 1000 - SETTLING_MS);
        observe(`${strangers.answered} requests for other tables answered meanwhile`);
        const isServed = await until(() => strangers.answered >= STRANGERS);
        const { answered, failed } = strangers;
        await release();
        await back();
        expect(isServed, `only ${answered} requests for other tables were answered`);
        // On a busy machine, requests may wait for a session beyond their limit.
        expectInTime(failed === 0, `${failed} requests for other tables failed`);
      },
    ),
};
