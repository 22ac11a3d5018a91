import { type Identity, isIdentified } from '../../base/identity.ts';
import { invariant } from '../../base/invariant.ts';
import type { EntityConfig } from '../../config/config.ts';
import { defaults } from '../../config/defaults.ts';
import { strictest } from './strictest.ts';

/** The text of `Cache-Control` for an answer to this caller that is made from the entities of these names. */
export type CacheControl = (entities: readonly string[], identity: Identity) => string;

/** By the entities' configuration: of several the strictest; for none, the default of an entity. */
export function createCacheControl(configured: readonly Pick<EntityConfig, 'name' | 'cacheControl'>[]): CacheControl {
  const byName = new Map(configured.map(({ name, cacheControl }) => [name, cacheControl]));
  return (entities, identity) => {
    const settings = entities.map((name) => {
      const found = byName.get(name);
      invariant(found, `the entity ${name} is configured`);
      return found;
    });
    const said = settings.length === 0 ? [defaults.cacheControl] : settings;
    const texts = said.map(({ anonymous, identified }) => (isIdentified(identity) ? identified : anonymous));
    return strictest(texts);
  };
}
