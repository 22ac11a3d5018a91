import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import type { Catalog, CatalogObject } from '../catalog.ts';
import { splitObjectName } from '../object-name.ts';
import type { ProblemList } from './problems.ts';

/**
 * The catalog's object for a name, found along the search path where no schema is written. In `sales.orders` the dot parts schema and name;
 * where there is no such object it may be part of either, if only one object is so named.
 */
export function findObject(catalog: Catalog, written: string): CatalogObject | undefined {
  const parted = findParted(catalog, written);
  if (parted !== undefined) return parted;
  const [only, ...others] = findDotted(catalog, written);
  return others.length === 0 ? only : undefined;
}

/** Objects that a name with dots may mean, whichever dot parts schema and name. */
function findDotted({ objects, searchPath }: Catalog, written: string): readonly CatalogObject[] {
  if (!written.includes('.')) return [];
  return objects.filter(
    ({ schema, name }) =>
      `${schema}.${name}` === written || (name === written && (searchPath.length === 0 || searchPath.includes(schema))),
  );
}

function findParted(catalog: Catalog, written: string): CatalogObject | undefined {
  const { schema, name } = splitObjectName(written);
  if (schema !== undefined) return catalog.objects.find((object) => object.schema === schema && object.name === name);
  if (catalog.searchPath.length === 0) {
    const written = inItsCase(name, catalog);
    return catalog.objects.find((object) => inItsCase(object.name, catalog) === written);
  }
  for (const candidate of catalog.searchPath) {
    const found = catalog.objects.find((object) => object.schema === candidate && object.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name as it is told from others. */
const inItsCase = (name: string, { namesInAnyCase }: Catalog): string => (namesInAnyCase ? name.toLowerCase() : name);

/** The object of an entity's source. One that is missing, or cannot be read, is a problem. */
export function findSource(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogObject | undefined {
  const path: ConfigPath = ['entities', entity.name, 'source'];
  const written = entity.source.object;
  const object = findObject(catalog, written);
  if (object === undefined) {
    const meant = findDotted(catalog, written).map(({ schema, name }) => `"${schema}"."${name}"`);
    if (meant.length > 1)
      return problems.error(path, `"${written}" may be ${meant.join(' or ')}: write the one that is meant so.`);
    const known = catalog.objects.map((candidate) =>
      catalog.searchPath.length === 0 || catalog.searchPath.includes(candidate.schema)
        ? candidate.name
        : `${candidate.schema}.${candidate.name}`,
    );
    if (catalog.routineNames.includes(written)) {
      return problems.error(
        path,
        `"${written}" is a function or procedure; give the source the type "stored-procedure".`,
      );
    }
    return problems.unknownName(path, 'Table or view', {
      name: written,
      known,
      ...(catalog.showsPermittedOnly && {
        otherwise: 'or the database user of the connection may not see it: grant it SELECT',
      }),
    });
  }
  if (object.unhandled === true) {
    return problems.error(
      path,
      `"${written}" is, or looks at, a foreign table whose foreign-data wrapper has no handler, so that nobody can read it; give the wrapper one, or leave the entity out.`,
    );
  }
  if (object.closed === true) {
    return problems.error(
      path,
      `The database user of the connection may not read "${written}"; grant it SELECT, or leave the entity out.`,
    );
  }
  if (object.unpopulated === true) {
    problems.warning(path, `"${written}" cannot be read before it holds data: REFRESH MATERIALIZED VIEW.`);
  }
  if (entity.source.kind === 'view' && object.kind === 'table') {
    problems.warning(
      path,
      `"${written}" is a table, though the configuration calls it a view; it is served as a view.`,
    );
  }
  return object;
}
