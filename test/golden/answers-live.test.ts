import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { Refusal } from '../../src/base/errors.ts';
import { bootShop } from '../support/boot-shop.ts';
import { dialects } from '../support/dialects.ts';
import { describeOn } from '../support/servers.ts';
import { executeWithResolvers } from './execute-with-resolvers.ts';
import { expectAnswer } from './expect-answer.ts';
import { explainOrRefuse, requestOf } from './explain-case.ts';
import { type GoldenCase, mapStyles, readCases, type ShopStyle, shopStyles } from './read-cases.ts';
import { withDigits } from './with-digits.ts';

/**
 * Each case whose statements `statements.test.ts` holds is run on every dialect. Files are rewritten with `vitest run test/golden -u`.
 * Who cannot give the same answer stands in `differing-answers.ts`.
 */
const cases = readCases();

for (const { name: dialect } of dialects) {
  describeOn(dialect, `answers of golden cases on ${dialect}`, () => {
    let shops: Record<ShopStyle, Application>;
    beforeAll(async () => {
      const boots = mapStyles((change) => bootShop({ server: dialect, change }));
      shops = { own: await boots.own, dab: await boots.dab, keyless: await boots.keyless };
    });
    afterAll(() => Promise.all(Object.values(shops).map((app) => app.close())));

    /** What changes data has a shop of its own for each time that it runs. */
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
      it('is answered as written down', () =>
        onShop(golden, async (app) => {
          const request = requestOf(golden);
          const answer = await app.answer(request);
          expect(answer.kind).toBe('answered');
          const data = answer.kind === 'answered' ? answer.data : '';
          await expectAnswer(`${JSON.stringify(withDigits(data), null, 2)}\n`, golden, dialect);
          const byResolvers = await onShop(golden, (again) => executeWithResolvers(again, request));
          expect(byResolvers).toEqual(JSON.parse(data));
        }));
    });

    it.each(refused ?? [])('$name is refused', (golden) =>
      onShop(golden, async (app) => {
        expect(explainOrRefuse(requestOf(golden), app)).toBeInstanceOf(Refusal);
      }),
    );
  });
}
