import type { Catalog } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import { mapColumns } from './map-columns.ts';

/** Returns the catalog with strings compared for equality by the collation of their column. */
export const equalByCollation = (catalog: Catalog): Catalog => mapColumns(catalog, withCollatedEquality);

const withCollatedEquality = (column: CatalogColumn): CatalogColumn =>
  column.type.collation === undefined ? column : { ...column, type: { ...column.type, collatedEquality: true } };
