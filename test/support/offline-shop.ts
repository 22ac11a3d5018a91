import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printSchema } from 'graphql';
import type { AnswerRequest, Application } from '../../src/app/application.ts';
import { explain } from '../../src/app/explain.ts';
import { buildOfflineSnapshot } from '../../src/app/offline-snapshot.ts';
import { ApiError } from '../../src/base/errors.ts';
import { Observers } from '../../src/base/observers.ts';
import type { Problem } from '../../src/base/problem.ts';
import type { Config } from '../../src/config/config.ts';
import { buildModel } from '../../src/model/build/build-model.ts';
import type { Catalog } from '../../src/model/catalog.ts';
import type { Store } from '../../src/store/store.ts';
import { printingDialect } from './dialects.ts';
import { readShopConfig } from './shop-config.ts';

/** An application without a database: it builds statements and rejects requests instead of answering. */
export interface OfflineShop extends Application {
  readonly requests: AnswerRequest[];
  readonly store: Store;
  readonly problems: readonly Problem[];
}

/** Returns the path of the recorded catalog; update it by `vitest run test/golden/catalogs-live.test.ts -u`. */
export const recordedCatalog = (dialect: string): string =>
  fileURLToPath(new URL(`../fixtures/shop/${dialect}.catalog.json`, import.meta.url));

/**
 * Opens the sample shop with its recorded catalog.
 * @param change changes the configuration
 * @param alter changes the catalog
 */
export function openOfflineShop(
  dialect: string,
  change: (config: Config) => Config = (config) => config,
  alter: (catalog: Catalog) => Catalog = (catalog) => catalog,
): OfflineShop {
  const { kind, shop } = printingDialect(dialect);
  const config = change(readShopConfig(shop, `${shop}://localhost/shop`));
  const catalog = alter(JSON.parse(readFileSync(recordedCatalog(dialect), 'utf8')) as Catalog);
  const { model, problems } = buildModel(config, catalog, kind.capabilities);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(`The recorded catalog does not match the configuration: ${JSON.stringify(errors)}`);
  const parts = buildOfflineSnapshot({ config, model, kind, generation: 0 });
  const requests: AnswerRequest[] = [];
  const unavailable = (): ApiError => new ApiError('Unavailable', 'There is no database.');
  return {
    requests,
    problems,
    store: parts.store,
    config,
    model,
    schema: parts.schema,
    restSchema: parts.restSchema,
    sdl: printSchema(parts.schema),
    observers: new Observers(),
    readUnexposed: async () => [],
    live: {
      prepare: () => {
        throw new Error('Live queries need a database.');
      },
      reject: async () => undefined,
      read: async () => [],
      readPage: async () => ({ kind: 'failed', apiError: new ApiError('Unavailable', 'There is no database.') }),
    },
    explain: (request) => explain(request, parts),
    explainInDatabase: () => Promise.reject(unavailable()),
    reportedProblems: [],
    answer: async (request) => {
      requests.push(request);
      return { kind: 'rejected', apiErrors: [unavailable()] };
    },
    statistics: () => {
      throw unavailable();
    },
    isFull: { reads: false, changes: false },
    ping: () => Promise.reject(unavailable()),
    close: async () => undefined,
  };
}
