import { setTimeout as sleep } from 'node:timers/promises';
import { isDone, type Told } from '../load/ask.ts';
import { creates, readsOf, updates } from '../load/operations.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** One table is locked: whoever asks for others is answered as if it were not. */
export const tableLocked: Scenario<{ seconds: number }> = {
  name: 'table-locked',
  long: { seconds: 38 },
  short: { seconds: 3 },
  run: ({ seconds }, databaseName) =>
    underLoad({ databaseName, operations: readsOf('Thing') }, async ({ database, load, back, expect, fact }) => {
      const strangers = { answered: 0, failed: 0 };
      const note = (told: Told): void => {
        if (isDone(told)) strangers.answered += 1;
        else strangers.failed += 1;
      };
      const release = await database.lock('things');
      load.add({ number: 16, operations: [...readsOf('Other'), ...creates, ...updates], heard: note });
      await sleep(seconds * 1000);
      const { answered, failed } = strangers;
      await release();
      await back();
      fact(`${answered} of other tables answered meanwhile`);
      expect(answered >= seconds * 100, `only ${answered} requests for other tables were answered in ${seconds} s`);
      expect(failed === 0, `${failed} requests for other tables failed`);
    }),
};
