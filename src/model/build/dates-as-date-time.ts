import type { Catalog } from '../catalog.ts';
import type { ColumnType } from '../catalog-column.ts';
import { mapColumns } from './map-columns.ts';

/**
 * Returns the catalog in which a date is a point in time: midnight of that day in UTC. The database's own word for the type stays, so the
 * dialects alone still see a date. REST answers with the day.
 */
export const datesAsDateTime = (catalog: Catalog): Catalog => ({
  ...mapColumns(catalog, withDateTime),
  routines: catalog.routines.map((routine) => ({
    ...routine,
    parameters: routine.parameters.map(withDateTime),
    result: { ...routine.result, columns: routine.result.columns.map(withDateTime) },
  })),
});

const withDateTime = <T extends { readonly type: ColumnType }>(typed: T): T => ({
  ...typed,
  type: asDateTime(typed.type),
});

const asDateTime = (type: ColumnType): ColumnType =>
  type.scalar === 'Date' ? { ...type, scalar: 'DateTime', restScalar: 'Date' } : type;
