import type { Config, EntityConfig } from '../../../src/config/config.ts';

const settings: Readonly<Record<string, Partial<EntityConfig>>> = {
  Category: { cacheControl: { anonymous: 'public, max-age=3600', identified: 'private' } },
  Product: { cacheControl: { anonymous: 'public, max-age=60', identified: 'private' } },
  Customer: { cacheControl: { anonymous: 'public, max-age=60', identified: 'no-store' } },
  Supplier: { cacheControl: { anonymous: 'public, max-age=1', identified: 'no-store' } },
};

/** Returns the shop with cache settings and the role `clerk`, which sees products still sold, without their price. */
export const withCaching = (config: Config): Config => ({
  ...config,
  // Makes responses independent of the requested host.
  runtime: { ...config.runtime, pagination: { ...config.runtime.pagination, nextLinkRelative: true } },
  entities: config.entities.map((entity) => ({
    ...entity,
    ...settings[entity.name],
    permissions: entity.name === 'Product' ? [...entity.permissions, clerk] : entity.permissions,
  })),
});

const clerk: EntityConfig['permissions'][number] = {
  role: 'clerk',
  actions: [{ action: 'read', exclude: ['price'], policy: '@item.discontinued eq false' }],
};

/** Returns the path and query of a GraphQL query. */
export const urlOf = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;
