import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootTables } from '../live/mariadb-support.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { Random } from './generate/random.ts';
import { lengthen, seedOf } from './lengthen.ts';
import type { Asking } from './types/asking.ts';
import {
  type Comparing,
  compareConditions,
  compareKeys,
  compareOrders,
  comparePolicy,
  compareShown,
  compareUnfit,
} from './types/compare-kinds.ts';
import type { Judge } from './types/judge.ts';
import { openMariadbJudge, writeLiterals } from './types/mariadb-judge.ts';
import { mariadbKinds } from './types/mariadb-kinds.ts';
import { configureKinds, entityOf, writeTables } from './types/tables.ts';

const ordered = mariadbKinds.filter(({ has }) => has === 'order');

describeOn('mariadb', 'types that are shown as text compare as MariaDB compares them', () => {
  const random = new Random(seedOf(13));
  let asking: Asking;
  let judge: Judge;
  beforeAll(async () => {
    const tables = `set names utf8mb4; ${writeTables(ordered, random, 'insert ignore')} ${writeLiterals(ordered)}
      create table kind_place (id int primary key, v point);`;
    const start = await bootTables('own_types', tables, configureKinds(mariadbKinds, ['read']) as never);
    asking = { application: await start() };
    judge = await openMariadbJudge(`${serverUrl('mariadb')}/own_types`);
  });
  afterAll(async () => {
    await judge.close();
    await asking.application.close();
  });

  const timeout = lengthen(60_000);
  describe.each(ordered)('$type', (kind) => {
    const comparing = (): Comparing => ({ kind, asking, judge, random });

    it('is shown as the type writes it', async () => {
      expect(await compareShown(comparing())).toBeUndefined();
    });

    it('is filtered in every way, and refuses what it is not', { timeout }, async () => {
      expect(await compareConditions(comparing(), lengthen(60))).toEqual([]);
      expect(await comparePolicy(comparing())).toEqual([]);
      expect(await compareUnfit(comparing())).toEqual([]);
    });

    it('is ordered, and is a key', { timeout }, async () => {
      expect(await compareOrders(comparing())).toEqual([]);
      expect(await compareKeys(comparing())).toEqual([]);
    });
  });

  it('offers what the types have', () => {
    const { sdl } = asking.application;
    const filterOf = (entity: string) => new RegExp(`input ${entity}FilterInput \\{[^}]*\\n  v: (\\w+)`).exec(sdl)?.[1];
    expect(mariadbKinds.map((kind) => filterOf(entityOf(kind)))).toEqual([
      'Inet6FilterInput',
      'KindRatingVFilterInput',
      'SetFilterInput',
      'Inet4FilterInput',
      'UUIDFilterInput',
      'LocalTimeFilterInput',
      'PointFilterInput',
    ]);
    expect(sdl).toMatch(/input PointFilterInput \{\n {2}isNull: Boolean\n\}/);
    expect(sdl).toMatch(/input SetFilterInput \{\n {2}eq: String\n {2}neq: String\n {2}gt: String/);
  });
});
