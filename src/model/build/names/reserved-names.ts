import type { Config, EntityConfig } from '../../../config/config.ts';
import type { CatalogObject } from '../../catalog.ts';
import { ETAG_FIELD } from '../../etag.ts';
import { RESERVED_VALUES } from '../fields/enum-types.ts';

/** Keys of every filter. A column with one of these names gets a derived field name. */
export const FILTER_KEYS: readonly string[] = ['and', 'or', 'not'];

/**
 * Keys of filters on to-many relationships. A column with one of these names always gets a derived field name, so that
 * a new relationship to its entity never renames the field. An alias with one of these names is rejected only if a
 * to-many relationship to its entity exists.
 */
export const QUANTIFIERS: readonly string[] = ['some', 'every', 'none'];

/** Properties of every JavaScript object, such as `toString`. graphql-js would find them in every input object. */
export const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

export const CHANGE_ARGUMENTS: readonly string[] = ['item', 'ifMatch', 'ifNoneMatch', 'orCreate'];

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
