import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { lengthen, seedOf } from './expressions/describe-expressions.ts';
import { Random } from './generate/random.ts';
import type { Asking } from './types/asking.ts';
import {
  type Comparing,
  compareConditions,
  compareExtremes,
  compareGroups,
  compareKeys,
  compareOrders,
  comparePolicy,
  compareShown,
  compareUnfit,
} from './types/compare-kinds.ts';
import type { Judge } from './types/judge.ts';
import { openPostgresJudge } from './types/postgres-judge.ts';
import { postgresKinds, postgresTypes } from './types/postgres-kinds.ts';
import { configureKinds, entityOf, writeTables } from './types/tables.ts';

describeOn('postgres', 'types that are shown as text compare as the database compares them', () => {
  const random = new Random(seedOf(11));
  let asking: Required<Asking>;
  let judge: Judge;
  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'kinds.sql');
    await writeFile(file, postgresTypes + writeTables(postgresKinds, random, 'insert'));
    const url = await createDatabase('postgres', 'own_types', [file]);
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: configureKinds(postgresKinds, ['*']),
    });
    asking = { application, rest: await serveRest(application) };
    judge = await openPostgresJudge(url);
  });
  afterAll(async () => {
    await judge.close();
    await asking.rest.close();
    await asking.application.close();
  });

  const timeout = lengthen(60_000);
  describe.each(postgresKinds)('$type', (kind) => {
    const comparing = (): Comparing => ({ kind, asking, judge, random });

    it('is shown as the type writes it', async () => {
      expect(await compareShown(comparing())).toBeUndefined();
    });

    it.runIf(kind.has !== 'nothing')('is filtered in every way', { timeout }, async () => {
      expect(await compareConditions(comparing(), lengthen(25))).toEqual([]);
      expect(await comparePolicy(comparing())).toEqual([]);
      expect(await compareUnfit(comparing())).toEqual([]);
    });

    it.runIf(kind.has === 'order')('is ordered, paged, grouped, and has extremes', { timeout }, async () => {
      expect(await compareOrders(comparing())).toEqual([]);
      expect(await compareGroups(comparing())).toBeUndefined();
      expect(await compareExtremes(comparing())).toEqual([]);
    });

    it.runIf(kind.noKey !== true)('is a key', { timeout }, async () => {
      expect(await compareKeys(comparing())).toEqual([]);
    });

    it('offers what the type has', async () => {
      const { sdl } = asking.application;
      const filter = new RegExp(`input ${entityOf(kind)}FilterInput \\{[^}]*\\n  v: (\\w+)`).exec(sdl)?.[1];
      const members = new RegExp(`input ${filter} \\{([^}]*)\\}`).exec(sdl)?.[1] ?? '';
      const operators = [...members.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).join(' ');
      const offered = {
        order: 'eq neq gt gte lt lte in nin isNull',
        equality: 'eq neq in nin isNull',
        nothing: 'isNull',
      };
      expect(operators).toBe(offered[kind.has]);
      const order = new RegExp(`input ${entityOf(kind)}OrderByInput \\{([^}]*)\\}`).exec(sdl)?.[1];
      expect(order?.includes('\n  v: OrderBy')).toBe(kind.has === 'order');
      if (kind.has === 'order') return;
      const { status } = await asking.rest.get(entityOf(kind), { $orderby: 'v' });
      expect(status).toBe(400);
    });
  });
});
