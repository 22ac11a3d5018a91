import { dialects } from '../../support/dialects.ts';
import { type Entity, entities, type Relationship } from './model/entity.ts';
import type { Right } from './model/right.ts';
import { roles } from './model/roles.ts';
import { store } from './model/store.ts';

/** Configures the service for the model's tables and roles; App Service headers identify callers. */
export const configure = (url: string): object => ({
  'data-source': { 'database-type': databaseType(), 'connection-string': url },
  runtime: {
    host: { mode: 'development', authentication: { provider: 'AppService' } },
    // Nested lists have no page size.
    limits: { rows: 1_000_000_000 },
  },
  entities: Object.fromEntries(entities.map((entity) => [entity.name, configureEntity(entity)])),
});

const databaseType = () => dialects.find(({ name }) => name === store().server)?.type;

const configureEntity = (entity: Entity): object => ({
  ...(entity.view === undefined
    ? { source: entity.table.name, ...configureAliases(entity) }
    : {
        source: { object: entity.view.name, type: 'view' },
        fields: entity.table.key.map((name) => ({ name, 'primary-key': true })),
        operations: ['create', 'read', 'update', 'delete'],
      }),
  ...(entity.version !== undefined && { 'version-field': entity.version }),
  permissions: Object.entries(roles).flatMap(([role, rights]) => {
    const ofEntity = rights[entity.name];
    if (ofEntity === undefined) return [];
    return [
      {
        role,
        actions: Object.entries(ofEntity).map(([action, right]) => ({ action, ...configureRight(right, entity) })),
      },
    ];
  }),
  relationships: Object.fromEntries(
    entity.relationships.map((relationship) => [relationship.name, link(relationship)]),
  ),
});

const configureAliases = ({ columns }: Entity): object => {
  const aliased = columns.flatMap(({ name, stored }) => (stored === undefined ? [] : [{ name: stored, alias: name }]));
  return aliased.length === 0 ? {} : { fields: aliased };
};

const configureRight = ({ include, exclude, policy }: Right, { columns }: Entity): object => {
  const exists = (field: string): boolean => columns.some(({ name }) => name === field);
  return {
    ...((include ?? exclude) !== undefined && {
      fields: {
        ...(include !== undefined && { include: include.filter(exists) }),
        ...(exclude !== undefined && { exclude: exclude.filter(exists) }),
      },
    }),
    ...(policy !== undefined && { policy: { database: policy.text } }),
  };
};

const link = ({ target, many, on: [own, other], through }: Relationship): object => ({
  [many ? 'hasMany' : 'belongsTo']: target,
  ...(through === undefined ? { on: { [own]: other } } : { through: through.entity }),
});
