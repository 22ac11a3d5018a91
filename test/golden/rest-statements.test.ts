import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerRequest } from '../../src/app/application.ts';
import { ApiError } from '../../src/base/errors.ts';
import { invariant } from '../../src/base/invariant.ts';
import { FilterValue, printExpression } from '../../src/odata/filter-value.ts';
import { type ServedRest, serveRest } from '../http/support/serve-rest.ts';
import { serveEveryHost } from '../support/boot-shop.ts';
import { withDabStyle } from '../support/dab-style.ts';
import { printingStores } from '../support/dialects.ts';
import { openOfflineShop } from '../support/offline-shop.ts';
import { explainOrRefuse, printApiError, printStatements } from './explain-case.ts';
import { endingsOf, readRestCases } from './read-cases.ts';
import { sendFile } from './send-file.ts';
import { withRegistrar } from './with-registrar.ts';

/**
 * Composes, plans, and prints each request for every dialect with the recorded catalogs. `rest-answers-live.test.ts`
 * runs them. `vitest run test/golden -u` updates the files. An unsupported case has `<dialect>.unsupported`.
 */
const cases = readRestCases();

it('golden REST cases exist', () => {
  expect(cases.length).toBeGreaterThan(9);
});

describe.each(printingStores)('golden REST cases for $name', ({ name: dialect, ending: ofStatements }) => {
  const shops = {
    plain: openOfflineShop(dialect, serveEveryHost),
    dab: openOfflineShop(dialect, (config) => serveEveryHost(withRegistrar(withDabStyle(config)))),
  };
  const served: ServedRest[] = [];
  beforeAll(async () => {
    served.push(await serveRest(shops.plain), await serveRest(shops.dab));
  });
  afterAll(() => Promise.all(served.map((rest) => rest.close())));

  it.each(cases)('$name matches its golden document and statements', async ({ folder, file, dab }) => {
    const shop = shops[dab ? 'dab' : 'plain'];
    const rest = served[dab ? 1 : 0];
    invariant(rest, 'both shops are served');
    const inFolder = (name: string): string => join(folder, name);
    shop.requests.length = 0;
    const answer = await sendFile(file, rest);
    const [request] = shop.requests;
    if (request === undefined) {
      // Rejected because of an unknown path or method.
      await expect(printApiError(answer.body.error)).toMatchFileSnapshot(inFolder(`${dialect}.unsupported`));
      return;
    }
    // The document may differ if the parameters of a procedure, or the types of keys, do.
    const own = inFolder(`document.${dialect}.graphql`);
    await expect(printRequest(request)).toMatchFileSnapshot(existsSync(own) ? own : inFolder('document.graphql'));
    const explained = explainOrRefuse(request, shop);
    const [ending, text] =
      explained instanceof ApiError
        ? ['unsupported', printApiError(explained)]
        : [ofStatements, printStatements(explained)];
    await expect(text).toMatchFileSnapshot(inFolder(`${dialect}.${ending}`));
  });
});

it.each(cases)('$name has either statements or a refusal per dialect', ({ folder }) => {
  for (const { name } of printingStores) expect(endingsOf(folder, name).length, name).toBeLessThan(2);
});

/** Prints the composed document, and its variables as comments. */
function printRequest({ document, variables }: AnswerRequest): string {
  const printed = Object.entries(variables).map(([name, value]) => {
    const text = value instanceof FilterValue ? printExpression(value.condition) : JSON.stringify(value);
    return `# $${name} = ${text}\n`;
  });
  return `${printed.join('')}${print(document)}\n`;
}
