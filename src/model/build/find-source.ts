import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import { splitObjectName } from '../object-name.ts';
import type { ProblemList } from './problems.ts';

/**
 * Finds a table or view. Without a schema, the search path applies. The dot of `sales.orders` may be part of the name,
 * if the match is unique.
 */
export function findObject(catalog: Catalog, sourceName: string): CatalogObject | undefined {
  const split = findSplit(catalog, sourceName);
  if (split !== undefined) return split;
  const [only, ...others] = findDotted(catalog, sourceName);
  return others.length === 0 ? only : undefined;
}

function findDotted({ objects, searchPath }: Catalog, sourceName: string): readonly CatalogObject[] {
  if (!sourceName.includes('.')) return [];
  return objects.filter(
    ({ schema, name }) =>
      `${schema}.${name}` === sourceName ||
      (name === sourceName && (searchPath.length === 0 || searchPath.includes(schema))),
  );
}

export const objectNamed = ({ objects }: Catalog, { schema, name }: QualifiedName): CatalogObject | undefined =>
  objects.find((object) => object.schema === schema && object.name === name);

/** Splits a source into schema and name. Drops a qualifier that is the database of the connection. */
export function splitSource(
  { database, namesAreCaseInsensitive }: Pick<Catalog, 'database' | 'namesAreCaseInsensitive'>,
  sourceName: string,
): ReturnType<typeof splitObjectName> {
  const { schema, name } = splitObjectName(sourceName);
  const isOwn =
    schema === database || (namesAreCaseInsensitive === true && schema?.toLowerCase() === database?.toLowerCase());
  return { schema: isOwn ? undefined : schema, name };
}

function findSplit(catalog: Catalog, sourceName: string): CatalogObject | undefined {
  const { schema, name } = splitSource(catalog, sourceName);
  const schemas = schema === undefined ? catalog.searchPath : [schema];
  if (schemas.length === 0) return findByName(catalog.objects, { name }, catalog)[0];
  for (const candidate of schemas) {
    const [found] = findByName(catalog.objects, { schema: candidate, name }, catalog);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export function findByName<T extends QualifiedName>(
  all: readonly T[],
  wanted: { readonly schema?: string; readonly name: string },
  { namesAreCaseInsensitive }: Pick<Catalog, 'namesAreCaseInsensitive'>,
): readonly T[] {
  const matching = (normalize: (text: string) => string): readonly T[] =>
    all.filter(
      ({ schema, name }) =>
        normalize(name) === normalize(wanted.name) &&
        (wanted.schema === undefined || normalize(schema) === normalize(wanted.schema)),
    );
  const exact = matching((text) => text);
  return exact.length > 0 || namesAreCaseInsensitive !== true ? exact : matching((text) => text.toLowerCase());
}

/** Reports a source in another database. Returns false for other sources. */
export function reportOtherDatabase(
  catalog: Catalog,
  path: ConfigPath,
  sourceName: string,
  problems: ProblemList,
): boolean {
  const { schema, name } = splitSource(catalog, sourceName);
  if (catalog.database === undefined || schema === undefined) return false;
  problems.error(
    path,
    `"${sourceName}" is in the database "${schema}", but the connection uses "${catalog.database}". Write "${name}" for the object in "${catalog.database}", create a view of it there, or serve "${schema}" with another instance.`,
  );
  return true;
}

/** Returns advice for a source that reads materialized views without data. */
export const describeUnpopulated = (views: readonly string[]): string =>
  views
    .map((view) => `The materialized view ${view} has no data yet. Run REFRESH MATERIALIZED VIEW ${view}.`)
    .join(' ');

export function findSource(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogObject | undefined {
  const path: ConfigPath = ['entities', entity.name, 'source'];
  const sourceName = entity.source.object;
  const object = findObject(catalog, sourceName);
  if (object === undefined) {
    const candidates = findDotted(catalog, sourceName).map(({ schema, name }) => `"${schema}"."${name}"`);
    if (candidates.length > 1)
      return problems.error(path, `"${sourceName}" is ambiguous. Write ${candidates.join(' or ')}.`);
    if (reportOtherDatabase(catalog, path, sourceName, problems)) return undefined;
    const known = catalog.objects.map((candidate) =>
      catalog.searchPath.length === 0 || catalog.searchPath.includes(candidate.schema)
        ? candidate.name
        : `${candidate.schema}.${candidate.name}`,
    );
    if (catalog.routineNames.includes(sourceName)) {
      return problems.error(
        path,
        `"${sourceName}" is a function or procedure. Set the source type to "stored-procedure".`,
      );
    }
    return problems.unknownName(path, 'Table or view', {
      name: sourceName,
      known,
      ...(catalog.hidesInaccessibleObjects && {
        otherwise: 'or the database user may not see it. Grant SELECT',
      }),
    });
  }
  if (object.unhandled === true) {
    return problems.error(
      path,
      `"${sourceName}" is, or reads, a foreign table whose foreign-data wrapper has no handler. Add a handler, or remove the entity.`,
    );
  }
  if (object.isUnreadable === true) {
    return problems.error(path, `The database user may not read "${sourceName}". Grant SELECT, or remove the entity.`);
  }
  if (object.unpopulated !== undefined) {
    problems.warning(path, `${describeUnpopulated(object.unpopulated)} Until then, requests that read it fail.`);
  }
  if (entity.source.kind === 'view' && object.kind === 'table') {
    problems.warning(
      path,
      `"${sourceName}" is a table, but the configuration declares a view. It is served as a view.`,
    );
  }
  return object;
}
