import type { Catalog } from '../catalog.ts';
import type { CatalogColumn } from '../catalog-column.ts';
import { mapColumns } from './map-columns.ts';

/** The catalog in which a column whose check lists texts is a text like any other. */
export const checksAsTexts = (catalog: Catalog): Catalog => mapColumns(catalog, withoutLabels);

function withoutLabels(column: CatalogColumn): CatalogColumn {
  if (column.type.enum?.byCheck !== true) return column;
  const { enum: _, ...type } = column.type;
  return { ...column, type };
}
