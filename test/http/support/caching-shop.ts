import type { Config, EntityConfig } from '../../../src/config/config.ts';

const settings: Readonly<Record<string, Partial<EntityConfig>>> = {
  Category: { cacheControl: { anonymous: 'public, max-age=3600', identified: 'private' } },
  Product: { cacheControl: { anonymous: 'public, max-age=60', identified: 'private' } },
  Customer: { cacheControl: { anonymous: 'public, max-age=60', identified: 'no-store' } },
  Supplier: { cacheControl: { anonymous: 'public, max-age=1', identified: 'no-store' } },
};

/** The shop with words for caches, and a role more: `clerk` sees products that are still sold, and nothing of their price. */
export const withCaching = (config: Config): Config => ({
  ...config,
  // So that answers are the same whichever way they came.
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

/** The URL of a query, from the path on. */
export const urlOf = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;
