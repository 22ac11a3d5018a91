import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { bootTables } from '../live/mysql-family-support.ts';
import { describeOn, serverUrl } from '../support/servers.ts';
import { Random } from './generate/random.ts';
import { lengthen, seedOf, TIMEOUT } from './lengthen.ts';
import type { Apis } from './types/apis.ts';
import {
  type CompareContext,
  compareConditions,
  compareInvalid,
  compareKeys,
  compareOrders,
  comparePolicy,
  compareShown,
} from './types/compare-kinds.ts';
import type { Judge } from './types/judge.ts';
import { openFamilyJudge, writeLiterals } from './types/mysql-family-judge.ts';
import { familyKinds } from './types/mysql-family-kinds.ts';
import { configureKinds, entityOf, writeTables } from './types/tables.ts';

describe.each(['mariadb', 'mysql'] as const)('on %s', (server) => {
  describeOn(server, 'types printed as strings compare as in the database', () => {
    const kinds = familyKinds[server];
    const ordered = kinds.filter(({ has }) => has === 'order');
    const random = new Random(seedOf(13));
    let apis: Apis;
    let rest: ServedRest;
    let judge: Judge;
    beforeAll(async () => {
      const tables = `set names utf8mb4; ${writeTables(ordered, random, 'insert ignore')} ${writeLiterals(ordered)}
      create table kind_place (id int primary key, v point);`;
      const start = await bootTables(server, 'own_types', tables, configureKinds(kinds, ['*']) as never);
      const application = await start();
      rest = await serveRest(application);
      apis = { application, rest };
      judge = await openFamilyJudge(`${serverUrl(server)}/own_types`);
    });
    afterAll(async () => {
      await rest.close();
      await judge.close();
      await apis.application.close();
    });

    describe.each(ordered)('$type', (kind) => {
      const context = (): CompareContext => ({ kind, apis, judge, random });

      it('is printed like its native output', async () => {
        expect(await compareShown(context())).toBeUndefined();
      });

      it('is filtered by every operator, and rejects invalid values', { timeout: TIMEOUT }, async () => {
        expect(await compareConditions(context(), lengthen(60))).toEqual([]);
        expect(await comparePolicy(context())).toEqual([]);
        expect(await compareInvalid(context())).toEqual([]);
      });

      it('is ordered, and can be a key', { timeout: TIMEOUT }, async () => {
        expect(await compareOrders(context())).toEqual([]);
        expect(await compareKeys(context())).toEqual([]);
      });
    });

    it('offers the documented operators', () => {
      const { sdl } = apis.application;
      const filterOf = (entity: string) =>
        new RegExp(`input ${entity}FilterInput \\{[^}]*\\n  v: (\\w+)`).exec(sdl)?.[1];
      expect(kinds.map((kind) => filterOf(entityOf(kind)))).toEqual([
        ...(server === 'mariadb' ? ['Inet6FilterInput', 'Inet4FilterInput', 'UUIDFilterInput'] : []),
        'KindRatingVFilterInput',
        'SetFilterInput',
        'LocalTimeFilterInput',
        'PointFilterInput',
      ]);
      expect(sdl).toMatch(/input PointFilterInput \{\n {2}isNull: Boolean\n\}/);
      expect(sdl).toMatch(/input SetFilterInput \{\n {2}eq: String\n {2}neq: String\n {2}gt: String/);
    });
  });
});
