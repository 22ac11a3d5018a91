import type { Config, EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import { ETAG_FIELD } from '../etag.ts';
import { RESERVED_VALUES } from './enum-types.ts';

/** Keys of a filter, which no field can have as its name; `QUANTIFIERS` only where a to-many relationship leads to the entity. */
export const FILTER_KEYS: readonly string[] = ['and', 'or', 'not'];
export const QUANTIFIERS: readonly string[] = ['some', 'every', 'none'];

/** Members of every JavaScript object, such as `toString`: graphql-js takes such keys of an input for given. */
export const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Arguments of changes that stand beside the key's. */
export const CHANGE_ARGUMENTS: readonly string[] = ['item', 'ifMatch', 'ifNoneMatch', 'orCreate'];

/** Tells whether a column's name means something else in the schema, though GraphQL allows it. */
export function reservedNames(entity: EntityConfig, source: CatalogObject, { entities, runtime }: Config) {
  const key = entity.keyFields ?? source.primaryKey ?? [];
  const isListTarget = entities.some(({ relationships }) =>
    relationships.some(({ target, kind }) => target === entity.name && kind === 'hasMany'),
  );
  const changes = entity.permissions.some(({ actions }) => actions.some(({ action }) => action !== 'read'));
  const always = new Set([
    ...FILTER_KEYS,
    ...INHERITED,
    ...(isListTarget ? QUANTIFIERS : []),
    ...(runtime.graphql.aggregation ? RESERVED_VALUES : []),
    ...(key.length > 0 ? [ETAG_FIELD] : []),
  ]);
  return (column: string): boolean =>
    always.has(column) || (changes && key.includes(column) && CHANGE_ARGUMENTS.includes(column));
}
