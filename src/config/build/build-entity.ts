import type { EntityConfig } from '../config.ts';
import type { EntityFile, FieldFile } from '../config-file.ts';
import { graphqlSettings, restSettings, sourceKind } from '../entity-settings.ts';
import { buildPermission } from './build-permissions.ts';
import { buildRelationship } from './build-relationship.ts';

export function buildEntity(name: string, written: EntityFile): EntityConfig {
  const { description, source, fields = [], operations, permissions = [], relationships = {} } = written;
  const kind = sourceKind(written);
  const keyFields = fields.filter((field) => field['primary-key']).map((field) => field.name);
  return {
    name,
    ...(description !== undefined && { description }),
    source: { object: typeof source === 'string' ? source : source.object, kind },
    ...(keyFields.length > 0 && { keyFields }),
    fields: new Map(fields.map((field) => [field.name, buildField(field)])),
    expose: { exclude: [], ...written.expose },
    ...(operations && { operations }),
    rest: restSettings(name, written),
    graphql: graphqlSettings(written),
    relationships: Object.entries(relationships).map(([key, relationship]) => buildRelationship(key, relationship)),
    permissions: permissions.map((permission) => buildPermission(permission, kind)),
  };
}

const buildField = ({ alias, description }: FieldFile): { alias?: string; description?: string } => ({
  ...(alias !== undefined && { alias }),
  ...(description !== undefined && { description }),
});
