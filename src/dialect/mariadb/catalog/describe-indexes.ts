import type { CatalogIndex } from '../../../model/catalog.ts';
import type { IndexColumnFacts } from './introspect-queries.ts';

/** The indexes of one table; NULL is smaller than every value in them. @param columns of all of them, in order */
export const describeIndexes = (columns: readonly IndexColumnFacts[]): readonly CatalogIndex[] =>
  [...Map.groupBy(columns, ({ index }) => index)].map(([name, parts]) => ({
    name,
    unique: parts.every(({ isRepeatable }) => Number(isRepeatable) === 0),
    columns: parts.map(({ column, direction, prefix }) => ({
      ...(prefix === null && { name: column }),
      descending: direction === 'D',
      nulls: direction === 'D' ? 'last' : 'first',
    })),
  }));
