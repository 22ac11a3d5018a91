import type { Catalog } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import { mapColumns } from './map-columns.ts';

/** The catalog in which texts are equal where the collations of their columns say so: `a` and `A`, perhaps. */
export const equalByCollation = (catalog: Catalog): Catalog => mapColumns(catalog, withoutCollation);

function withoutCollation(column: CatalogColumn): CatalogColumn {
  const { collation: _, ...type } = column.type;
  return { ...column, type };
}
