import type { CatalogIndex } from '../../../model/catalog.ts';
import type { IndexPartFacts } from './catalog-facts.ts';

/** The indexes of one table that queries may use; NULL is smaller than every value in them. @param parts of all of them, in order */
export const describeIndexes = (parts: readonly IndexPartFacts[]): readonly CatalogIndex[] =>
  [...Map.groupBy(parts, ({ index }) => index)]
    .filter(([, of]) => of.every(({ serves }) => serves === 1))
    .map(([name, of]) => ({
      name,
      unique: of.every(({ isRepeatable }) => isRepeatable === 0),
      columns: of.map(({ column, direction, prefix }) => ({
        ...(column !== null && prefix === null && { name: column }),
        descending: direction === 'D',
        nulls: direction === 'D' ? 'last' : 'first',
      })),
    }));
