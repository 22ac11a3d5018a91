import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/base/errors.ts';
import type { Plan } from '../../src/plan/shape/plan.ts';
import { printPlan } from '../../src/plan/shape/print-plan.ts';
import { printingStores } from '../support/dialects.ts';
import { openOfflineShop } from '../support/offline-shop.ts';
import { explainOrRefuse, printApiError, printStatements, requestOf } from './explain-case.ts';
import { printJson } from './print-json.ts';
import { printOperation } from './print-operation.ts';
import { endingsOf, mapStyles, readCases } from './read-cases.ts';

/**
 * Plans and prints each case for every dialect with the recorded catalogs. `answers-live.test.ts` runs them. `vitest
 * run test/golden -u` updates the files; a missing or different file fails. An unsupported case has
 * `<dialect>.unsupported` with the error code.
 */
const cases = readCases();

/** Cases whose statement for several callers is printed as well. */
const cohortCases: ReadonlySet<string> = new Set([
  ...['list-plain', 'list-page', 'item-by-key', 'item-by-composite-key', 'role-with-excluded-fields', 'etag'],
  ...['connection-from-the-end', 'connection-after-named-row', 'groups-by-fields', 'groups-nested', 'many-to-many'],
  ...['filter-bytes', 'filter-comparisons', 'filter-decimals', 'filter-json-path', 'filter-lists', 'filter-text'],
  ...['claims-list', 'claims-item', 'claims-connection'],
]);

it('golden cases cover every dialect', () => {
  const folder = join(import.meta.dirname, '../../src/dialect');
  const written = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'dialect.ts')));
  expect(written.sort()).toEqual(printingStores.map(({ name }) => name).sort());
});

describe.each(printingStores)('golden cases for $name', ({ name: dialect, ending }) => {
  const shops = mapStyles((change) => openOfflineShop(dialect, change));

  it.each(cases)('$name matches its golden plan and statements', async (golden) => {
    const inFolder = (file: string): string => join(golden.folder, file);
    const app = shops[golden.style];
    const request = requestOf(golden);
    const explained = explainOrRefuse(request, app);
    if (explained instanceof ApiError) {
      await expect(printApiError(explained)).toMatchFileSnapshot(inFolder(`${dialect}.unsupported`));
      return;
    }
    if (golden.name === 'walkthrough') {
      await expect(printOperation(app, request)).toMatchFileSnapshot(inFolder('operation.json'));
    }
    // The plan may differ if the column types do.
    const own = inFolder(`plan.${dialect}.json`);
    const plan = golden.name === 'walkthrough' ? printPlan(explained.plan) : printCompact(explained.plan);
    await expect(plan).toMatchFileSnapshot(existsSync(own) ? own : inFolder('plan.json'));
    await expect(printStatements(explained)).toMatchFileSnapshot(inFolder(`${dialect}.${ending}`));
    if (!cohortCases.has(golden.name) || ending !== 'sql') return;
    const cohort = app.store.compileCohort(explained.plan, 'clauses');
    const text = cohort?.bind([]).statement.text ?? '-- The members of a cohort are read one by one.';
    await expect(`${text}\n`).toMatchFileSnapshot(inFolder(`${dialect}.cohort.sql`));
  });
});

const printCompact = (plan: Plan): string => printJson(JSON.parse(printPlan(plan)));

it.each(cases)('$name has either statements or a refusal per dialect', ({ folder }) => {
  for (const { name } of printingStores) expect(endingsOf(folder, name).length, name).toBeLessThan(2);
});
