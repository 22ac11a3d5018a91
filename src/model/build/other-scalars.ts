import type { Catalog } from '../catalog.ts';
import type { ColumnType } from '../catalog-column.ts';
import { mapColumns } from './map-columns.ts';

/**
 * Returns the catalog in which a date is a point in time: midnight of that day in UTC. The database's own word for the type stays, so the
 * dialects alone still see a date. REST answers with the day.
 */
export const datesAsDateTime = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) => (type.scalar === 'Date' ? { ...type, scalar: 'DateTime', restScalar: 'Date' } : type));

/** Returns the catalog in which GraphQL shows an integer that is from 0 to 255 as an `UnsignedByte`. */
export const bytesAsUnsignedByte = (catalog: Catalog): Catalog =>
  mapTypes(catalog, (type) =>
    type.scalar === 'Short' && type.range?.least === '0' && type.range.most === '255'
      ? { ...type, shownScalar: 'UnsignedByte' }
      : type,
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
