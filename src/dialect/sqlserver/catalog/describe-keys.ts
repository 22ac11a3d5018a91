import type { CatalogConstraint, CatalogIndex, CatalogObject, ForeignKey } from '../../../model/catalog.ts';
import type { CheckFacts, ColumnFacts, ForeignKeyFacts, IndexFacts } from './catalog-facts.ts';

/** Keys, indexes and references of a table, by the lists of what is its own. */
export function describeKeys(
  indexes: readonly IndexFacts[],
  foreignKeys: readonly ForeignKeyFacts[],
): Pick<CatalogObject, 'primaryKey' | 'uniqueKeys' | 'indexes' | 'foreignKeys'> {
  const named = [...Map.groupBy(indexes, ({ name }) => name).values()];
  const primary = named.find(([first]) => first?.isPrimary === true);
  const unique = named.filter(([first]) => first?.isUnique === true && !first.isPrimary && !first.filtered);
  return {
    ...(primary !== undefined && { primaryKey: columnsOf(primary) }),
    uniqueKeys: unique.map(columnsOf),
    indexes: named.flatMap(describeIndex),
    foreignKeys: describeForeignKeys(foreignKeys),
  };
}

/** NULL is smaller than every value. */
function describeIndex(parts: readonly IndexFacts[]): readonly CatalogIndex[] {
  const [first] = parts;
  if (first === undefined) return [];
  return [
    {
      name: first.name,
      unique: first.isUnique,
      ...(first.filtered && { partial: true as const }),
      columns: parts.map(({ columnName, descending }) => ({
        name: columnName,
        descending,
        nulls: descending ? 'last' : 'first',
      })),
    },
  ];
}

const describeForeignKeys = (facts: readonly ForeignKeyFacts[]): readonly ForeignKey[] =>
  [...Map.groupBy(facts, ({ name }) => name)].map(([name, parts]) => ({
    name,
    columns: columnsOf(parts),
    targetSchema: parts[0]?.targetSchema ?? '',
    targetName: parts[0]?.target ?? '',
    targetColumns: parts.map(({ targetColumn }) => targetColumn),
  }));

/** What errors can name. */
export function describeConstraints(
  indexes: readonly IndexFacts[],
  foreignKeys: readonly ForeignKeyFacts[],
  checks: readonly CheckFacts[],
  columns: readonly ColumnFacts[],
): readonly CatalogConstraint[] {
  const unique = Map.groupBy(
    indexes.filter((index) => index.isUnique),
    ({ name }) => name,
  );
  const foreign = Map.groupBy(foreignKeys, ({ name }) => name);
  return [
    ...[...unique].map(([name, parts]): CatalogConstraint => {
      return { name, kind: parts[0]?.isPrimary === true ? 'primary' : 'unique', columns: columnsOf(parts) };
    }),
    ...[...foreign].map(([name, parts]): CatalogConstraint => ({ name, kind: 'foreign', columns: columnsOf(parts) })),
    ...checks.map(({ name, definition }): CatalogConstraint => {
      return { name, kind: 'check', columns: namedIn(definition, columns) };
    }),
  ];
}

const columnsOf = (parts: readonly { readonly columnName: string }[]): readonly string[] =>
  parts.map(({ columnName }) => columnName);

/** The columns that a check asks about; they stand in brackets in its definition. Engines that are no SQL Server leave the brackets out. */
function namedIn(definition: string | null, columns: readonly ColumnFacts[]): readonly string[] {
  const said = (definition ?? '').replaceAll(/'(?:[^']|'')*'/g, '');
  const words = said.includes('[') ? [] : said.split(/[^\p{L}\p{N}_]+/u);
  return columns.flatMap(({ name }) => {
    const isNamed = said.includes(`[${name.replaceAll(']', ']]')}]`) || words.includes(name);
    return isNamed ? [name] : [];
  });
}
