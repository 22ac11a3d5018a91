import type { Config } from '../config/config.ts';
import type { QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import { findObject } from '../model/build/find-source.ts';
import type { Catalog } from '../model/catalog.ts';
import { splitObjectName } from '../model/object-name.ts';
import { type ExistingEntity, objectKey } from '../scaffold/propose-entities.ts';

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
export function findConfigured({ entities }: Config, catalog: Catalog): ReadonlyMap<string, ExistingEntity> {
  const [first = ''] = catalog.searchPath;
  return new Map(
    entities.flatMap((entity) => {
      const { object: sourceName, kind } = entity.source;
      if (kind === 'stored-procedure') {
        const { schema = first, name } = splitObjectName(sourceName);
        return [[objectKey({ schema, name }), entity] as const];
      }
      const object = findObject(catalog, sourceName);
      return object === undefined ? [] : [[objectKey(object), entity] as const];
    }),
  );
}
