import type { Config, EntityConfig, RelationshipConfig } from '../../src/config/config.ts';

/**
 * Adds a view without a key, and a key of suppliers without a constraint. Through the view, suppliers have the
 * customers of countries with sales.
 */
export const withoutKeys = (config: Config): Config => ({ ...config, entities: config.entities.map(changeKey) });

function changeKey(entity: EntityConfig): EntityConfig {
  if (entity.name === 'Supplier') {
    return { ...entity, keyFields: ['name'], relationships: [...entity.relationships, customers] };
  }
  if (entity.name !== 'Sale') return entity;
  const { keyFields: _, ...keyless } = entity;
  return keyless;
}

const customers: RelationshipConfig = {
  name: 'customers',
  kind: 'hasMany',
  target: 'Customer',
  through: { object: 'Sale', sourceOn: [['country', 'country']], targetOn: [['country', 'country']] },
};
