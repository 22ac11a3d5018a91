import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { ApiError } from '../../src/base/errors.ts';
import { bootShop } from '../support/boot-shop.ts';
import { storesOfShop } from '../support/dialects.ts';
import { serverHas } from '../support/server.ts';
import { describeOn } from '../support/servers.ts';
import { executeWithResolvers } from './execute-with-resolvers.ts';
import { expectAnswer } from './expect-answer.ts';
import { explainOrRefuse, requestOf } from './explain-case.ts';
import { type GoldenCase, mapStyles, readCases, type ShopStyle, shopStyles } from './read-cases.ts';
import { withDigits } from './with-digits.ts';

/**
 * The tested engine cannot plan `$lookup` from a view with another `$lookup`, and joins each document of a filter
 * without an index.
 */
const failsOnDocumentdb = ['groups-through-a-keyless-junction', 'change-delete-many'];

/** Cases whose responses contain names of more than 63 bytes. */
const longNames = ['groups-merged', 'response-key-longer-than-names', 'connection-response-key-longer-than-names'];

/**
 * Runs each case of `statements.test.ts` on every dialect. `vitest run test/golden -u` updates the files.
 * `differing-answers.ts` lists different answers.
 */
const cases = readCases();

for (const { name: dialect } of storesOfShop) {
  describeOn(dialect, `answers of golden cases on ${dialect}`, () => {
    let shops: Record<ShopStyle, Application>;
    beforeAll(async () => {
      const boots = mapStyles((change) => bootShop({ server: dialect, change }));
      shops = { own: await boots.own, dab: await boots.dab, keyless: await boots.keyless, owner: await boots.owner };
    });
    afterAll(() => Promise.all(Object.values(shops).map((app) => app.close())));

    /** Gives each run of a mutation its own shop. */
    async function onShop<T>(golden: GoldenCase, work: (app: Application) => Promise<T>): Promise<T> {
      if (!/^mutation/m.test(golden.document)) return work(shops[golden.style]);
      const app = await bootShop({
        server: dialect,
        database: `golden_${golden.name.replaceAll('-', '_')}`,
        change: shopStyles[golden.style],
      });
      return work(app).finally(() => app.close());
    }

    const [served, refused] = [true, false].map((wanted) =>
      cases.filter(({ folder }) => !existsSync(join(folder, `${dialect}.unsupported`)) === wanted),
    );

    describe.each(served ?? [])('$name', (golden) => {
      const isSkipped =
        dialect === 'mongodb'
          ? failsOnDocumentdb.includes(golden.name)
          : longNames.includes(golden.name) && !serverHas(dialect, 'longIdentifiers');
      it.skipIf(isSkipped)('matches its golden answer', () =>
        onShop(golden, async (app) => {
          const request = requestOf(golden);
          const answer = await app.answer(request);
          expect(answer.kind).toBe('answered');
          const data = answer.kind === 'answered' ? answer.data : '';
          await expectAnswer(`${JSON.stringify(withDigits(data), null, 2)}\n`, golden, dialect);
          const byResolvers = await onShop(golden, (again) => executeWithResolvers(again, request));
          expect(byResolvers).toEqual(JSON.parse(data));
        }),
      );
    });

    it.each(refused ?? [])('$name is rejected', (golden) => {
      expect(explainOrRefuse(requestOf(golden), shops[golden.style])).toBeInstanceOf(ApiError);
    });
  });
}
