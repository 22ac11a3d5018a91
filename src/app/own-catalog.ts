import type { Config, EntityConfig } from '../config/config.ts';
import type { QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import { findOverloads } from '../model/build/build-routine.ts';
import { findObject } from '../model/build/find-source.ts';
import { isUnreadable } from '../model/build/rights/ungranted-columns.ts';
import type { Catalog, CatalogObject } from '../model/catalog.ts';
import { splitObjectName } from '../model/object-name.ts';
import { type NamedObject, objectKey } from '../scaffold/entity-names.ts';
import { matchesDefinition } from '../scaffold/match-table.ts';
import { type ExistingEntities, qualifiedName, routineObstacle } from '../scaffold/propose-entities.ts';

/** Reads all tables, views, and routines. Omits partitions, and objects of the system and of extensions. */
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

/**
 * Returns the configured entities by the `objectKey` of their table, view, or routine. Omits entities whose object is
 * missing.
 */
export const findConfigured = ({ entities }: Config, catalog: Catalog): ExistingEntities =>
  Map.groupBy(
    entities.flatMap((entity) => {
      const key = keyOfSource(entity, catalog);
      return key === undefined ? [] : [{ key, ...entity }];
    }),
    ({ key }) => key,
  );

/** Returns the `objectKey` of an entity's source. Undefined if the database does not have the source. */
export function keyOfSource({ source }: EntityConfig, catalog: Catalog): string | undefined {
  const found =
    source.kind === 'stored-procedure' ? findOverloads(catalog, source.object)[0] : findObject(catalog, source.object);
  return found && objectKey(found);
}

/** Returns the schemas of the configured entities. Undefined if the database has none of their objects. */
export function configuredSchemas(config: Config, catalog: Catalog): readonly string[] | undefined {
  const configured = findConfigured(config, catalog);
  const own = catalog.objects.filter((object) => configured.has(objectKey(object)));
  return own.length === 0 ? undefined : [...new Set(own.map(({ schema }) => schema))];
}

/**
 * Returns the tables, views, and routines that no entity, relationship, or definition of `autoentities` exposes, in
 * the schemas of the configured entities. Objects that the service cannot serve are omitted.
 * @param catalog as `readOwnCatalog` returns it
 */
export function findUnexposed(config: Config, catalog: Catalog): readonly NamedObject[] {
  const configured = findConfigured(config, catalog);
  const schemas = configuredSchemas(config, catalog);
  const junctions = new Set(
    config.entities.flatMap(({ relationships }) =>
      relationships.flatMap(({ through }) => (through && findObject(catalog, through.object)) ?? []),
    ),
  );
  const isNew = (object: NamedObject): boolean =>
    !configured.has(objectKey(object)) && (schemas === undefined || schemas.includes(object.schema));
  const objects = catalog.objects.filter(
    (object) =>
      isNew(object) &&
      object.isUnreadable !== true &&
      object.unhandled !== true &&
      object.unpopulated === undefined &&
      !junctions.has(object) &&
      !config.autoEntities.some((definition) => matchesDefinition(object, definition, catalog)),
  );
  // Overloads share a name.
  const routines = new Map(
    catalog.routines
      .filter((routine) => isNew(routine) && routineObstacle(routine) === undefined)
      .map((routine) => [objectKey(routine), routine]),
  );
  return [...objects, ...routines.values()];
}

export interface UnexposedObject {
  readonly kind: CatalogObject['kind'] | 'routine';
  /** As in the configuration: qualified by its schema unless that is the default schema. */
  readonly name: string;
}

/**
 * Reads the whole catalog, and returns the objects of `findUnexposed`. Omits views that the database cannot run, as
 * `init` and `update` do.
 * @throws ApiError Unavailable
 */
export async function readUnexposed(
  config: Config,
  kind: StoreKind,
  query: QueryRows,
): Promise<readonly UnexposedObject[]> {
  const catalog = await readOwnCatalog(kind, query);
  const objects = new Map<NamedObject, CatalogObject>(catalog.objects.map((object) => [object, object]));
  const unexposed: UnexposedObject[] = [];
  for (const found of findUnexposed(config, catalog)) {
    const object = objects.get(found);
    if (object?.kind === 'view') {
      const columns = object.columns.map(({ name }) => name).filter((name) => !isUnreadable(object, name));
      if ((await kind.probeView(query, { ...object, columns })) !== undefined) continue;
    }
    unexposed.push({ kind: object?.kind ?? 'routine', name: qualifiedName(found, catalog) });
  }
  return unexposed;
}
