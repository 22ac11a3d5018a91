import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveRest } from '../http/support/serve-rest.ts';
import { bootFile } from '../support/boot-file.ts';
import { createDatabase } from '../support/create-database.ts';
import { describeOn } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { Random } from './generate/random.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import type { Apis } from './types/apis.ts';
import {
  type CompareContext,
  compareConditions,
  compareGroups,
  compareInvalid,
  compareKeys,
  compareMinimumAndMaximum,
  compareOrders,
  comparePolicy,
  compareShown,
} from './types/compare-kinds.ts';
import type { Judge } from './types/judge.ts';
import type { Kind } from './types/kind.ts';
import { openPostgresJudge } from './types/postgres-judge.ts';
import { postgresKinds, postgresTypes } from './types/postgres-kinds.ts';
import { configureKinds, entityOf, writeTables } from './types/tables.ts';

describeOn('postgres', 'types printed as strings compare as in the database', () => {
  const random = new Random(seedOf(11));
  let apis: Required<Apis>;
  let judge: Judge;
  beforeAll(async () => {
    const file = join(await makeTemporaryFolder(), 'kinds.sql');
    await writeFile(file, postgresTypes + writeTables(postgresKinds, random, 'insert'));
    const url = await createDatabase('postgres', 'own_types', [file]);
    const application = await bootFile({
      'data-source': { 'database-type': 'postgresql', 'connection-string': url },
      entities: configureKinds(postgresKinds, ['*']),
    });
    apis = { application, rest: await serveRest(application) };
    judge = await openPostgresJudge(url);
  });
  afterAll(async () => {
    await judge.close();
    await apis.rest.close();
    await apis.application.close();
  });

  const context = (kind: Kind): CompareContext => ({ kind, apis, judge, random });

  it.each(postgresKinds)('$type is printed like its native output', async (kind) => {
    expect(await compareShown(context(kind))).toBeUndefined();
  });

  it.each(postgresKinds.filter(({ has }) => has !== 'nothing'))(
    '$type is filtered by every operator, and rejects invalid values',
    { timeout: TIMEOUT },
    async (kind) => {
      expect(await compareConditions(context(kind), lengthen(25))).toEqual([]);
      expect(await comparePolicy(context(kind))).toEqual([]);
      expect(await compareInvalid(context(kind))).toEqual([]);
    },
  );

  it.each(postgresKinds.filter(({ has }) => has === 'order'))(
    '$type is ordered, paged, and grouped, and has a minimum and maximum',
    { timeout: TIMEOUT },
    async (kind) => {
      expect(await compareOrders(context(kind))).toEqual([]);
      expect(await compareGroups(context(kind))).toBeUndefined();
      expect(await compareMinimumAndMaximum(context(kind))).toEqual([]);
    },
  );

  it.each(postgresKinds.filter(({ noKey }) => noKey !== true))(
    '$type can be a key',
    { timeout: TIMEOUT },
    async (kind) => {
      expect(await compareKeys(context(kind))).toEqual([]);
    },
  );

  it.each(postgresKinds)('$type offers the documented operators', async (kind) => {
    const { sdl } = apis.application;
    const filter = new RegExp(`input ${entityOf(kind)}FilterInput \\{[^}]*\\n  v: (\\w+)`).exec(sdl)?.[1];
    const members = new RegExp(`input ${filter} \\{([^}]*)\\}`).exec(sdl)?.[1] ?? '';
    const operators = [...members.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).join(' ');
    expect(operators).toBe(offered[kind.has]);
    const order = new RegExp(`input ${entityOf(kind)}OrderByInput \\{([^}]*)\\}`).exec(sdl)?.[1];
    expect(order?.includes('\n  v: OrderBy')).toBe(kind.has === 'order');
    const { status } = await apis.rest.get(entityOf(kind), { $orderby: 'v' });
    expect(status).toBe(kind.has === 'order' ? 200 : 400);
  });
});

const offered = {
  order: 'eq neq gt gte lt lte in nin isNull',
  equality: 'eq neq in nin isNull',
  nothing: 'isNull',
};
