import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../../support/find-program.ts';
import { type Pooler, startPooler } from '../../support/pgbouncer.ts';
import type { Scenario } from '../scenario.ts';
import { underLoad } from '../under-load.ts';

/**
 * A pooler in front of the database is killed, and started immediately.
 * @param mode pooling mode
 */
export const poolerRestarted = (mode: 'transaction' | 'session'): Scenario<{ times: number }> => ({
  name: `${mode}-pooler-restarted`,
  long: { times: 20 },
  short: { times: 2 },
  // pgbouncer supports only PostgreSQL.
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
          // Session pooling needs a server session per session of the service, otherwise statements time out
          // (docs/poolers.md).
          settings: { pool_mode: mode, ignore_startup_parameters: 'options', default_pool_size: 40 },
        });
        return { connectionString: pooler.connectionString, close: pooler.stop };
      },
    };
    return underLoad(options, async ({ untilRecovered }) => {
      for (let time = 0; time < times; time += 1) {
        await pooler?.restart();
        await untilRecovered();
        await sleep(500);
      }
    });
  },
});
