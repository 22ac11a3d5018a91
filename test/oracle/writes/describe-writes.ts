import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createDatabase } from '../../support/create-database.ts';
import { isLong } from '../../support/long-run.ts';
import type { ServerName } from '../../support/server-names.ts';
import { openSession } from '../../support/sql/open-session.ts';
import { freshSeed, lengthen, often, TIMEOUT } from '../lengthen.ts';
import { compareSequences, compareSteps } from './compare-sequences.ts';
import type { OpenDatabase } from './database.ts';
import { MIN_USES, requiredFeatures } from './features.ts';
import { store } from './model/store.ts';
import { openMysqlFamily } from './mysql-family-database.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { rareSteps } from './rare-steps.ts';
import { SqlserverDatabase } from './sqlserver-database.ts';

/** Sequences of the corpus, at most: it ends when it has used each feature often. */
const CORPUS = { seed: 23, count: 1000, often: 5 };

/** Fresh sequences, of some ten requests each. */
const SEQUENCES = lengthen(1000, 10);

/** The schema file in this folder, its translation to the dialect, and a client that bypasses the service. */
const databases: Readonly<
  Record<
    ServerName,
    { readonly schema: string; readonly translateSchema?: (schema: string) => string; readonly open: OpenDatabase }
  >
> = {
  postgres: { schema: 'schema.sql', open: PostgresDatabase.open },
  mariadb: {
    schema: 'schema.mariadb.sql',
    open: openMysqlFamily({ settings: "@still = 'yes'", countsProducts: true }),
  },
  mysql: {
    schema: 'schema.mariadb.sql',
    translateSchema: translateToMysql,
    // By default, the next auto-increment values are cached for a day.
    open: openMysqlFamily({ settings: "@still = 'yes', information_schema_stats_expiry = 0", countsProducts: false }),
  },
  sqlserver: { schema: 'schema.sqlserver.sql', open: SqlserverDatabase.open },
};

/** MySQL has no UUID type and no sequences. */
function translateToMysql(schema: string): string {
  return schema
    .replace(/create sequence .*;/, '')
    .replace(/\buuid primary key default \(.*\)/, 'uuid primary key')
    .replaceAll(/\buuid\b/g, 'char(36)');
}

/** Tests the writes that `store` describes. */
export function describeWrites(): void {
  it('rare writes have the effects and answers of the model', async () => {
    const { open } = databases[store().server];
    expect(await compareSteps(await createTables('rare_writes'), open, rareSteps)).toEqual([]);
  });

  it('random sequences of writes and reads have the effects and answers of the in-memory model', {
    timeout: TIMEOUT,
  }, async () => {
    const { coverage, writes, mismatches } = await compareSequences(
      await createTables('writes'),
      databases[store().server].open,
      [...(isLong ? [] : [CORPUS]), { seed: freshSeed(), count: SEQUENCES }],
    );
    expect(mismatches.join('\n\n')).toBe('');
    expect(requiredFeatures.filter((feature) => coverage.of(feature) < often(MIN_USES))).toEqual([]);
    expect(writes.successful).toBeGreaterThan(0.5 * writes.all);
  });
}

async function createTables(name: string): Promise<string> {
  const { server } = store();
  const { schema, translateSchema = (text: string) => text } = databases[server];
  const url = await createDatabase(server, name, []);
  const session = openSession(server, url);
  await session
    .run(translateSchema(await readFile(new URL(schema, import.meta.url), 'utf8')))
    .finally(() => session.close());
  return url;
}
