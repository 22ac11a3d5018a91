import type { Config, EntityConfig } from '../config/config.ts';
import type { QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import { findObject } from '../model/build/find-source.ts';
import type { Catalog } from '../model/catalog.ts';
import { splitObjectName } from '../model/object-name.ts';
import { objectKey } from '../scaffold/entity-names.ts';
import type { ExistingEntity } from '../scaffold/propose-entities.ts';

/** Reads all tables, views, and routines, except those of the system, of extensions, and partitions. */
export async function readOwnCatalog(kind: StoreKind, query: QueryRows): Promise<Catalog> {
  const listed = await kind.listObjects?.(query);
  const catalog = await kind.introspect(query, listed ?? { objects: [], routines: [] });
  if (listed === undefined) return catalog;
  const own = new Set(
    listed.objects.map((sourceName) => {
      const { schema = '', name } = splitObjectName(sourceName);
      return objectKey({ schema, name });
    }),
  );
  return { ...catalog, objects: catalog.objects.filter((object) => own.has(objectKey(object))) };
}

/** Returns the configured entities by `objectKey`. Those of missing tables are absent; routines may be missing. */
export const findConfigured = ({ entities }: Config, catalog: Catalog): ReadonlyMap<string, ExistingEntity> =>
  new Map(
    entities.flatMap((entity) => {
      const key = keyOfSource(entity, catalog);
      return key === undefined ? [] : [[key, entity] as const];
    }),
  );

/** Returns the `objectKey` of an entity's source. Undefined for a missing table, but not for a missing routine. */
export function keyOfSource({ source }: EntityConfig, catalog: Catalog): string | undefined {
  if (source.kind === 'stored-procedure') {
    const { schema = catalog.searchPath[0] ?? '', name } = splitObjectName(source.object);
    return objectKey({ schema, name });
  }
  const object = findObject(catalog, source.object);
  return object && objectKey(object);
}
