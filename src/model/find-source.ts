import type { EntityConfig } from '../config/config.ts';
import type { Catalog, CatalogObject } from './catalog.ts';
import type { Path, ProblemList } from './problems.ts';

/**
 * The parts of an object's name as written in a configuration: `orders`, `sales.orders`, `"odd.name"`, `[odd.name]`.
 * The schema is undefined where none is written.
 */
export function splitObjectName(written: string): { schema: string | undefined; name: string } {
  const parts = [...written.matchAll(/"((?:[^"]|"")*)"|\[((?:[^\]]|\]\])*)\]|`((?:[^`]|``)*)`|([^.]+)/g)].map(
    ([, double, bracket, back, plain]) =>
      double?.replaceAll('""', '"') ?? bracket?.replaceAll(']]', ']') ?? back?.replaceAll('``', '`') ?? plain ?? '',
  );
  const name = parts.at(-1) ?? written;
  return { schema: parts.length > 1 ? parts.at(-2) : undefined, name };
}

/** The catalog's object for a name, looked for along the search path where no schema is written. */
export function findObject(catalog: Catalog, written: string): CatalogObject | undefined {
  const { schema, name } = splitObjectName(written);
  if (schema !== undefined) return catalog.objects.find((object) => object.schema === schema && object.name === name);
  if (catalog.searchPath.length === 0) return catalog.objects.find((object) => object.name === name);
  for (const candidate of catalog.searchPath) {
    const found = catalog.objects.find((object) => object.schema === candidate && object.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As `findObject`, for an entity's source; a source that is not there is a problem with the nearest name. */
export function findSource(catalog: Catalog, entity: EntityConfig, problems: ProblemList): CatalogObject | undefined {
  const path: Path = ['entities', entity.name, 'source'];
  const written = entity.source.object;
  const object = findObject(catalog, written);
  if (object === undefined) {
    const known = catalog.objects.map((candidate) =>
      catalog.searchPath.length === 0 || catalog.searchPath.includes(candidate.schema)
        ? candidate.name
        : `${candidate.schema}.${candidate.name}`,
    );
    return problems.unknownName(path, 'Table or view', written, known);
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
