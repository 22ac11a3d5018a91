import { Coverage } from '../generate/coverage.ts';
import { Random } from '../generate/random.ts';
import type { Dataset } from '../naive/entity.ts';
import { Store } from '../naive/store.ts';
import { bootRoles, EVERYTHING, type Shop } from './boot-roles.ts';
import { mainFeatures, rareFeatures } from './features.ts';
import { toGraphqlFilter } from './graphql-filter.ts';
import { keepRows } from './judge.ts';
import { printCondition } from './print-condition.ts';
import { keyOf, readKeys } from './read-keys.ts';
import { makeUseful } from './role.ts';
import { runAs } from './run-as.ts';

export interface FiltersOutcome {
  /** Descriptions of differences from the judge. */
  readonly mismatches: readonly string[];
  readonly compared: number;
}

const MAX_MISMATCHES = 3;

/** Runs random expressions as GraphQL filters where possible, and compares with the judge. */
export async function compareFilters(
  shop: Shop,
  { dataset, seed, count }: { readonly dataset: Dataset; readonly seed: number; readonly count: number },
): Promise<FiltersOutcome> {
  const application = await bootRoles(shop, []);
  if (!('answer' in application)) throw new Error(`The shop does not start: ${JSON.stringify(application)}`);
  const run = runAs(application, 'anonymous', { token: {}, claims: new Map() });
  const store = new Store(dataset);
  const random = new Random(seed);
  const context = { random, coverage: new Coverage([...mainFeatures, ...rareFeatures]), store, claims: undefined };
  const mismatches: string[] = [];
  let compared = 0;
  try {
    while (compared < count && mismatches.length < MAX_MISMATCHES) {
      const entity = random.pick(dataset.entities);
      const condition = makeUseful(entity, context);
      const filter = toGraphqlFilter(condition);
      if (filter === undefined) continue;
      compared += 1;
      const document = `query Q($f: ${entity.name}FilterInput) { ${entity.list}(first: ${EVERYTHING}, filter: $f) { ${entity.key.join(' ')} } }`;
      const { data, errors } = await run(document, JSON.stringify({ f: filter }));
      const found = typeof data === 'string' ? readKeys(data, entity) : [];
      const expected = keepRows(condition, entity, store, new Map()).map((row) => keyOf(row, entity));
      if (errors !== undefined || new Set(found).symmetricDifference(new Set(expected)).size > 0) {
        const reason =
          errors?.map(({ message }) => message).join() ?? `${expected.length} expected, ${found.length} found`;
        mismatches.push(
          [`seed ${seed}`, printCondition(condition, '$filter'), JSON.stringify(filter), reason].join('\n'),
        );
      }
    }
  } finally {
    await application.close();
  }
  return { mismatches, compared };
}
