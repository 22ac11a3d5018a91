import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { Refusal } from '../../src/base/errors.ts';
import { Stages } from '../../src/base/stages.ts';
import { printPlan } from '../../src/plan/shape/print-plan.ts';
import { bootShop } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { describeOn } from '../support/servers.ts';
import { executeWithResolvers } from './execute-with-resolvers.ts';
import { printOperation } from './print-operation.ts';
import { type GoldenCase, readCases } from './read-cases.ts';
import { withDigits } from './with-digits.ts';

/**
 * Each case is planned, printed and run for every dialect. Files are rewritten with `vitest run test/golden -u`; in CI a missing
 * or differing file is a failure. A dialect that cannot do a case has `<dialect>.unsupported` with the error's code; one that
 * cannot hold the same data has `<dialect>.differs` with the reason, and an answer of its own.
 */
const dialects = [
  { name: 'postgres', server: 'postgres' },
  { name: 'mariadb', server: 'mariadb' },
] as const;

const cases = readCases();

it('covers every dialect that there is', () => {
  const folder = join(import.meta.dirname, '../../src/dialect');
  const folders = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'sql')));
  expect(folders.sort()).toEqual(dialects.map(({ name }) => name).sort());
});

for (const { name: dialect, server } of dialects) {
  describeOn(server, `golden cases on ${dialect}`, () => {
    let shops: Record<'own' | 'dab', Application>;
    beforeAll(async () => {
      shops = { own: await bootShop(server), dab: await bootShop(server, { change: withDabStyle }) };
    });
    afterAll(() => Promise.all(Object.values(shops).map((app) => app.close())));

    /** What changes data has a shop of its own for each time that it runs. */
    async function onShop<T>(golden: GoldenCase, work: (app: Application) => Promise<T>): Promise<T> {
      if (!/^mutation/m.test(golden.document) || server === 'mariadb') return work(shops[golden.dab ? 'dab' : 'own']);
      const change = golden.dab ? { change: withDabStyle } : {};
      const app = await bootShop(server, { database: `golden_${golden.name.replaceAll('-', '_')}`, ...change });
      return work(app).finally(() => app.close());
    }

    describe.each(cases)('$name', (golden) => {
      it('is planned, printed and answered as written down', () =>
        onShop(golden, async (app) => {
          const request = requestOf(golden);
          const explained = explainOrRefuse(request, app);
          if (explained instanceof Refusal) {
            await expect(`${explained.code}: ${explained.message}\n`).toMatchFileSnapshot(
              join(golden.folder, `${dialect}.unsupported`),
            );
            return;
          }
          const statements = explained.statements
            .map(({ text, values, when }) => `${when ? `-- ${when}\n` : ''}${text}\n-- ${JSON.stringify(values)}\n`)
            .join('\n');
          if (golden.name === 'walkthrough') {
            await expect(printOperation(app, request)).toMatchFileSnapshot(join(golden.folder, 'operation.json'));
          }
          await expect(printPlan(explained.plan)).toMatchFileSnapshot(join(golden.folder, 'plan.json'));
          await expect(statements).toMatchFileSnapshot(join(golden.folder, `${dialect}.sql`));
          const answer = await app.answer(request);
          expect(answer.kind).toBe('answered');
          const data = answer.kind === 'answered' ? answer.data : '';
          await expect(`${JSON.stringify(withDigits(data), null, 2)}\n`).toMatchFileSnapshot(
            join(
              golden.folder,
              existsSync(join(golden.folder, `${dialect}.differs`)) ? `answer.${dialect}.json` : 'answer.json',
            ),
          );
          const byResolvers = await onShop(golden, (again) => executeWithResolvers(again, request));
          expect(byResolvers).toEqual(JSON.parse(data));
        }));
    });
  });
}

function requestOf({ document: text, variables, role }: GoldenCase) {
  const document = parse(text);
  return { document, operationName: undefined, variables, identity: { role, claims: {} }, stages: new Stages() };
}

/** What the store cannot do shows in planning, or its schema does not even have it. */
function explainOrRefuse(request: ReturnType<typeof requestOf>, app: Application) {
  const { schema } = app;
  const operation = getOperationAST(request.document);
  if (operation && !schema.getRootType(operation.operation)) {
    return new Refusal('BadRequest', `The schema has no ${operation.operation} operations.`);
  }
  const [invalid] = validate(schema, request.document);
  if (invalid !== undefined) return new Refusal('InvalidField', invalid.message);
  try {
    return app.explain(request);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
