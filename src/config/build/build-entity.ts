import type { EntityConfig, FieldConfig } from '../config.ts';
import type { EntityFile } from '../config-file.ts';
import { defaults } from '../defaults.ts';
import {
  type ColumnSettings,
  columnsOf,
  graphqlSettings,
  keyFieldsOf,
  parametersOf,
  restSettings,
  sourceKind,
} from '../entity-settings.ts';
import { buildPermission } from './build-permissions.ts';
import { buildRelationship } from './build-relationship.ts';

interface EntityBuilding {
  /** Whether `$expand` is offered where the entity does not say. */
  readonly expand: boolean;
  /** The one spelling of a role, for any spelling: see `buildRoles`. */
  readonly roleOf: (role: string) => string;
}

export function buildEntity(name: string, written: EntityFile, { expand, roleOf }: EntityBuilding): EntityConfig {
  const { description, source, operations, search, permissions = [], relationships = {} } = written;
  const kind = sourceKind(written);
  const keyFields = keyFieldsOf(written);
  const versionField = written['version-field'];
  return {
    name,
    ...(description !== undefined && { description }),
    source: {
      object: typeof source === 'string' ? source : source.object,
      kind,
      parameters: parametersOf(written),
      ...(typeof source === 'object' &&
        source['result-columns'] !== undefined && { resultColumns: source['result-columns'] }),
    },
    ...(keyFields.length > 0 && { keyFields }),
    fields: new Map(columnsOf(written).map((column) => [column.name, buildField(column)])),
    expose: { exclude: [], ...written.expose },
    ...(operations && { operations }),
    rest: restSettings(name, written, expand),
    graphql: graphqlSettings(written),
    cacheControl: buildCacheControl(written['cache-control']),
    ...(search && { search }),
    ...(versionField !== undefined && { versionField }),
    identityInsert: written['identity-insert'] ?? defaults.identityInsert,
    relationships: Object.entries(relationships).map(([key, relationship]) => buildRelationship(key, relationship)),
    permissions: permissions.map((permission) => ({
      ...buildPermission(permission, kind),
      role: roleOf(permission.role),
    })),
  };
}

const buildField = ({ alias, description, type, filledByDatabase }: ColumnSettings): FieldConfig => ({
  ...(alias !== undefined && { alias }),
  ...(description !== undefined && { description }),
  ...(type !== undefined && { type }),
  ...(filledByDatabase && { filledByDatabase }),
});

const buildCacheControl = (written: EntityFile['cache-control']): EntityConfig['cacheControl'] => ({
  ...defaults.cacheControl,
  ...(typeof written === 'string' ? { anonymous: written } : written),
});
