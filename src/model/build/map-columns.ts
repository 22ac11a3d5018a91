import type { Catalog } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';

/** The catalog with other columns of tables and views. */
export const mapColumns = (catalog: Catalog, change: (column: CatalogColumn) => CatalogColumn): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) => ({ ...object, columns: object.columns.map(change) })),
});
