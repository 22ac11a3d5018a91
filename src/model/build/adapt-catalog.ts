import type { Config } from '../../config/config.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogColumn, ColumnType } from '../catalog-column.ts';

/** Returns the catalog with the types of columns that the configuration asks for. */
export function adaptCatalog(catalog: Catalog, { dataSource, runtime }: Config): Catalog {
  const { dateScalar, byteScalar, checksAreEnums } = runtime.graphql;
  const changes = [
    ...(dateScalar === 'DateTime' ? [datesAsDateTime] : []),
    ...(byteScalar === 'UnsignedByte' ? [bytesAsUnsignedByte] : []),
    ...(checksAreEnums ? [] : [checksAsTexts]),
    ...(dataSource.textEquality === 'collation' ? [equalByCollation] : []),
  ];
  return changes.reduce((adapted, change) => change(adapted), catalog);
}

/**
 * Returns the catalog in which a date is a point in time: midnight of that day in UTC. The database's own word for the type stays, so the
 * dialects alone still see a date. REST answers with the day.
 */
const datesAsDateTime = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) => (type.scalar === 'Date' ? { ...type, scalar: 'DateTime', restScalar: 'Date' } : type));

/** Returns the catalog in which GraphQL shows an integer that is from 0 to 255 as an `UnsignedByte`. */
const bytesAsUnsignedByte = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) =>
    type.scalar === 'Short' && type.range?.least === '0' && type.range.most === '255'
      ? { ...type, shownScalar: 'UnsignedByte' }
      : type,
  );

/** Returns the catalog in which a column whose check lists strings is a string like any other. */
export const checksAsTexts = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) => {
    if (column.type.enum?.byCheck !== true) return column;
    const { enum: _, ...type } = column.type;
    return { ...column, type };
  });

/** Returns the catalog with strings compared for equality by the collation of their column. */
const equalByCollation = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) =>
    column.type.collation === undefined ? column : { ...column, type: { ...column.type, collatedEquality: true } },
  );

/** Returns the catalog with other types of columns, and of parameters and results of routines. */
function mapTypes(catalog: Catalog, change: (type: ColumnType) => ColumnType): Catalog {
  const withType = <T extends { readonly type: ColumnType }>(typed: T): T => ({ ...typed, type: change(typed.type) });
  return {
    ...mapColumns(catalog, withType),
    routines: catalog.routines.map((routine) => ({
      ...routine,
      parameters: routine.parameters.map(withType),
      result: { ...routine.result, columns: routine.result.columns.map(withType) },
    })),
  };
}

/** Returns the catalog with other columns of tables and views. */
const mapColumns = (catalog: Catalog, change: (column: CatalogColumn) => CatalogColumn): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) => ({ ...object, columns: object.columns.map(change) })),
});
