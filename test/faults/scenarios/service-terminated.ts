import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** The service is terminated and started again: clients receive a response before their connection is closed. */
export const serviceTerminated: Scenario<{ times: number }> = {
  name: 'service-terminated',
  long: { times: 20 },
  short: { times: 2 },
  run: ({ times }, databaseName) =>
    underLoad({ databaseName }, async ({ service, load, expect, observe }) => {
      for (let time = 0; time < times; time += 1) {
        const code = await service.stop();
        expect(code === 0, `the service ended with ${code}`);
        const { succeeded } = load.ledger;
        await service.start();
        while (load.ledger.succeeded === succeeded) await sleep(100);
        await sleep(500);
      }
      observe(`${load.ledger.resets} resets`);
    }),
};
