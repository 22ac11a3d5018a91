import type { CatalogIndex, CatalogObject, IndexColumn } from '../../../model/catalog.ts';
import type { AttributeFacts, CatalogFacts, IndexFacts, RelationFacts } from './catalog-facts.ts';

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_index.h */
const [DESCENDING, NULLS_FIRST] = [1, 2];

/** Keys of a table, columns by their names. */
export function describeKeys(
  relation: RelationFacts,
): Pick<CatalogObject, 'primaryKey' | 'isLateKey' | 'uniqueKeys' | 'foreignKeys'> {
  const attributes = byNumber(relation);
  const keys = relation.indexes
    .filter(({ isUnique, isPartial }) => isUnique && !isPartial)
    .map((index) => {
      const numbers = index.columns.slice(0, index.size);
      return { ...index, names: numbers.flatMap((number) => attributes.get(number)?.name ?? []) };
    })
    // One over expressions is no key.
    .filter(({ size, names }) => names.length === size);
  const primaryKey = keys.find((key) => key.isPrimary);
  return {
    ...(primaryKey !== undefined && { primaryKey: primaryKey.names }),
    ...(primaryKey?.isLate === true && { isLateKey: true }),
    uniqueKeys: keys.filter((key) => !key.isPrimary && !key.isLate).map((key) => key.names),
    foreignKeys: relation.foreignKeys,
  };
}

/** The indexes of a table or a materialized view that keep an order. */
export function describeIndexes(
  relation: RelationFacts,
  otherClasses: CatalogFacts['otherClasses'],
): readonly CatalogIndex[] {
  const attributes = byNumber(relation);
  const describeColumn = ({ columns, classes, collations, options }: IndexFacts, place: number): IndexColumn => {
    const attribute = attributes.get(columns[place] ?? 0);
    const isPlain = !otherClasses.includes(classes[place] ?? 0) && collations[place] === attribute?.collation;
    const option = options[place] ?? 0;
    return {
      ...(attribute !== undefined && isPlain && { name: attribute.name }),
      descending: (option & DESCENDING) !== 0,
      nulls: (option & NULLS_FIRST) !== 0 ? 'first' : 'last',
    };
  };
  return relation.indexes
    .filter(({ isOrdered }) => isOrdered)
    .map((index) => ({
      name: index.name,
      unique: index.isUnique && !index.isLate,
      ...(index.isPartial && { partial: true }),
      columns: Array.from({ length: index.size }, (_, place) => describeColumn(index, place)),
    }));
}

const byNumber = ({ columns }: RelationFacts): ReadonlyMap<number, AttributeFacts> =>
  new Map(columns.map((column) => [column.number, column]));
