import type { Config, EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import { ETAG_FIELD } from '../etag.ts';
import { RESERVED_VALUES } from './enum-types.ts';

/**
 * Keys of a filter, which no field can have as its name. A to-many relationship to the entity adds `QUANTIFIERS`: a column gives way to them
 * always, so that another entity's relationship never renames it, and an alias is refused only where there is such a relationship.
 */
export const FILTER_KEYS: readonly string[] = ['and', 'or', 'not'];
export const QUANTIFIERS: readonly string[] = ['some', 'every', 'none'];

/** Members of every JavaScript object, such as `toString`: graphql-js takes such keys of an input for given. */
export const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Arguments of changes that stand beside the key's. */
export const CHANGE_ARGUMENTS: readonly string[] = ['item', 'ifMatch', 'ifNoneMatch', 'orCreate'];

/** Tells whether a column's name means something else in the schema, though GraphQL allows it. */
export function reservedNames(entity: EntityConfig, source: CatalogObject, { runtime }: Config) {
  const key = entity.keyFields ?? source.primaryKey ?? [];
  const changes = entity.permissions.some(({ actions }) => actions.some(({ action }) => action !== 'read'));
  const always = new Set([
    ...FILTER_KEYS,
    ...INHERITED,
    ...QUANTIFIERS,
    ...(runtime.graphql.aggregation ? RESERVED_VALUES : []),
    ...(key.length > 0 ? [ETAG_FIELD] : []),
  ]);
  return (column: string): boolean =>
    always.has(column) || (changes && key.includes(column) && CHANGE_ARGUMENTS.includes(column));
}
