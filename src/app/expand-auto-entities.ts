import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { AutoEntityConfig, Config, EntityConfig } from '../config/config.ts';
import type { QueryRows } from '../dialect/introspection.ts';
import type { StoreKind } from '../dialect/store-kind.ts';
import type { Catalog, CatalogObject } from '../model/catalog.ts';
import { objectKey } from '../scaffold/entity-names.ts';
import { matchesDefinition, schemaOf } from '../scaffold/match-table.ts';
import { qualifiedName } from '../scaffold/propose-entities.ts';
import { findConfigured, readOwnCatalog } from './own-catalog.ts';

interface Expansion {
  readonly config: Config;
  readonly warnings: readonly Problem[];
}

/**
 * Reads the catalog if there are definitions, and expands them.
 * @throws ConfigurationError; the errors of the database
 */
export async function expandAutoEntities(config: Config, kind: StoreKind, query: QueryRows): Promise<Expansion> {
  if (config.autoEntities.length === 0) return { config, warnings: [] };
  return expandDefinitions(config, await readOwnCatalog(kind, query));
}

/**
 * Adds an entity for each table that a definition of `autoentities` matches and no entity exposes. As in Data API
 * builder, two entities with the same name are an error.
 * @throws ConfigurationError
 */
export function expandDefinitions(config: Config, catalog: Catalog): Expansion {
  const exposed = new Set(findConfigured(config, catalog).keys());
  const entities = new Map(config.entities.map((entity) => [entity.name, entity]));
  const restPaths = new Map(config.entities.flatMap(({ name, rest }) => (rest.enabled ? [[rest.path, name]] : [])));
  const problems: Problem[] = [];
  for (const definition of config.autoEntities) {
    const path = ['autoentities', definition.name];
    const tables = catalog.objects.filter((object) => matchesDefinition(object, definition, catalog));
    if (tables.length === 0) {
      const message = 'No table matches the patterns. Check "include" and "exclude".';
      problems.push({ path, severity: 'warning', message });
    }
    for (const object of tables) {
      if (exposed.has(objectKey(object))) continue;
      exposed.add(objectKey(object));
      const name = nameOf(object, definition, catalog);
      const owner = entities.has(name) ? name : restPaths.get(name);
      if (owner !== undefined || !NAME.test(name)) {
        const table = `${schemaOf(object, catalog)}.${object.name}`;
        const reason =
          owner === undefined ? 'which is not a valid name' : `which the entity "${owner}" has as name or REST path`;
        const message = `The table "${table}" gets the name "${name}", ${reason}. Change the pattern "name", or exclude the table.`;
        problems.push({ path: [...path, 'patterns', 'name'], severity: 'error', message });
        continue;
      }
      entities.set(name, entityOf(name, qualifiedName(object, catalog), definition));
    }
  }
  const isError = ({ severity }: Problem): boolean => severity === 'error';
  if (problems.some(isError)) throw new ConfigurationError(problems);
  return { config: { ...config, entities: [...entities.values()] }, warnings: problems };
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const entityOf = (name: string, object: string, { template }: AutoEntityConfig): EntityConfig => ({
  ...template,
  name,
  source: { ...template.source, object, kind: 'table' },
  rest: { ...template.rest, path: name },
});

/** Drops characters that a name cannot have, and capitalizes the next letter: `sales order` → `salesOrder`. */
function nameOf(object: CatalogObject, { patterns }: AutoEntityConfig, catalog: Catalog): string {
  const whole = patterns.name.replaceAll('{schema}', schemaOf(object, catalog)).replaceAll('{object}', object.name);
  return whole.replace(/[^A-Za-z0-9_]+([A-Za-z0-9]?)/g, (_, next: string) => next.toUpperCase());
}
