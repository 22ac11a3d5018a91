import type { Config } from '../../config/config.ts';
import type { Catalog } from '../catalog.ts';
import type { CatalogColumn, ColumnType } from '../catalog-column.ts';

/** Applies configured type changes to the catalog. */
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

/** Maps dates to midnight UTC of that day. `native` stays, so dialects still see a date; REST returns the day. */
const datesAsDateTime = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) => (type.scalar === 'Date' ? { ...type, scalar: 'DateTime', restScalar: 'Date' } : type));

const bytesAsUnsignedByte = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) =>
    type.scalar === 'Short' && type.range?.least === '0' && type.range.most === '255'
      ? { ...type, shownScalar: 'UnsignedByte' }
      : type,
  );

export const checksAsTexts = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) => {
    if (column.type.enum?.byCheck !== true) return column;
    const { enum: _, ...type } = column.type;
    return { ...column, type };
  });

const equalByCollation = (catalog: Catalog): Catalog =>
  mapColumns(catalog, (column) =>
    column.type.collation === undefined ? column : { ...column, type: { ...column.type, collatedEquality: true } },
  );

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

const mapColumns = (catalog: Catalog, change: (column: CatalogColumn) => CatalogColumn): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) => ({ ...object, columns: object.columns.map(change) })),
});
