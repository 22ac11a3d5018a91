import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../support/find-program.ts';
import { type Pooler, startPooler } from '../../support/pgbouncer.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/** A pooler stands before the database, is killed, and started at once. @param mode how long it lends a session */
export const poolerRestarted = (mode: 'transaction' | 'session'): Scenario<{ times: number }> => ({
  name: `${mode}-pooler-restarted`,
  long: { times: 20 },
  short: { times: 2 },
  // The pooler speaks with no others.
  databases: ['postgres'],
  run: async ({ times }, databaseName) => {
    let pooler: Pooler | undefined;
    const options = {
      databaseName,
      source: { prepared: false },
      between: async ({ connectionString }: { readonly connectionString: string }, folder: string) => {
        const program = await findProgram(['pgbouncer']);
        if (program === undefined) throw new Error('pgbouncer is not installed.');
        pooler = await startPooler({
          program,
          folder: join(folder, 'pooler'),
          target: connectionString,
          // In session pooling there must be one for each session of the service, or statements wait for one in vain (docs/poolers.md).
          settings: { pool_mode: mode, ignore_startup_parameters: 'options', default_pool_size: 40 },
        });
        return { connectionString: pooler.connectionString, close: pooler.stop };
      },
    };
    return underLoad(options, async ({ back }) => {
      for (let time = 0; time < times; time += 1) {
        await pooler?.restart();
        await back();
        await sleep(500);
      }
    });
  },
});
