import type { Problem } from '../base/problem.ts';
import type { AreComparable, QueryRows } from '../dialect/introspection.ts';
import type { Catalog } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';
import type { ColumnPair, Model, Relationship } from '../model/model.ts';

/** The table of a column. */
interface TableName {
  readonly schema: string;
  readonly name: string;
}

interface Compared {
  readonly left: { readonly table: TableName; readonly column: string };
  readonly right: { readonly table: TableName; readonly column: string };
  /** True if the link specifies by which collation the columns are compared. */
  readonly specifiesCollation: boolean;
}

/**
 * The problems of relationships by columns that the database does not compare with each other, a number and a text for example. The
 * database is asked once for each pair of types, and not at all for most.
 */
export async function checkLinks(
  model: Model,
  { objects }: Catalog,
  { query, areComparable }: { readonly query: QueryRows; readonly areComparable: AreComparable | undefined },
): Promise<readonly Problem[]> {
  if (areComparable === undefined) return [];
  const typeOf = ({ table, column }: Compared['left']): ColumnType | undefined =>
    objects
      .find(({ schema, name }) => schema === table.schema && name === table.name)
      ?.columns.find(({ name }) => name === column)?.type;
  const asked = new Map<string, Promise<boolean>>();
  const problems: Problem[] = [];
  for (const entity of model.entities) {
    for (const relationship of entity.relationships) {
      for (const { left, right, specifiesCollation } of comparedBy(entity.source, relationship, model)) {
        const [one, other] = [typeOf(left), typeOf(right)].map(
          (type) => type && (specifiesCollation ? plainType(type) : type),
        );
        if (one === undefined || other === undefined || isPlainlyComparable(one, other)) continue;
        const key = `${describeType(one)}=${describeType(other)}`;
        const answer = asked.get(key) ?? areComparable(query, one, other);
        asked.set(key, answer);
        if (await answer) continue;
        problems.push({
          path: ['entities', entity.name, 'relationships', relationship.name],
          message: `The database does not compare ${describe(left, one)} with ${describe(right, other)}: name other columns, or change the type or the collation of one.`,
          severity: 'error',
        });
      }
    }
  }
  return problems;
}

const describe = ({ table, column }: Compared['left'], type: ColumnType): string =>
  `"${table.name}"."${column}" (${describeType(type)})`;

const describeType = (type: ColumnType): string =>
  type.collation === undefined ? nameType(type) : `${nameType(type)} collate ${type.collation}`;

function plainType({ collation: _, ...type }: ColumnType): ColumnType {
  return type;
}

const nameType = ({ native, list }: ColumnType): string => `${native}${list ? '[]' : ''}`;

/** Whether two types compare for certain: those of one neutral word do, except JSON. */
const isPlainlyComparable = (one: ColumnType, other: ColumnType): boolean =>
  describeType(one) === describeType(other) && !one.asText && one.scalar !== 'JSON';

function comparedBy(source: TableName, { link, target }: Relationship, model: Model): readonly Compared[] {
  const to = model.byName.get(target)?.source;
  if (to === undefined) return [];
  const compare = (pairs: readonly ColumnPair[], left: TableName, right: TableName): readonly Compared[] =>
    pairs.map(([from, column, equality]) => ({
      left: { table: left, column: from },
      right: { table: right, column },
      specifiesCollation: equality?.types !== undefined,
    }));
  const { through } = link;
  if (through === undefined) return compare(link.on, source, to);
  return [...compare(through.fromSource, source, through.source), ...compare(through.toTarget, through.source, to)];
}
