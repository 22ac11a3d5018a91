import type { Catalog, ColumnType } from './catalog.ts';

/** The catalog in which a date is a point in time: midnight of that day in UTC. The database's own word for the type stays. */
export const datesAsDateTime = (catalog: Catalog): Catalog => ({
  ...catalog,
  objects: catalog.objects.map((object) => ({
    ...object,
    columns: object.columns.map((column) => ({ ...column, type: asDateTime(column.type) })),
  })),
});

const asDateTime = (type: ColumnType): ColumnType => (type.scalar === 'Date' ? { ...type, scalar: 'DateTime' } : type);
