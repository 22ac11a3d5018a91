import type { Config, EntityConfig } from '../../src/config/config.ts';

/** Returns the shop's configuration with a view without a key, and with suppliers by a key that no constraint makes unique. */
export const withoutKeys = (config: Config): Config => ({ ...config, entities: config.entities.map(changeKey) });

function changeKey(entity: EntityConfig): EntityConfig {
  if (entity.name === 'Supplier') return { ...entity, keyFields: ['name'] };
  if (entity.name !== 'Sale') return entity;
  const { keyFields: _, ...keyless } = entity;
  return keyless;
}
