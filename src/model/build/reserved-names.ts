import type { Config, EntityConfig } from '../../config/config.ts';
import type { CatalogObject } from '../catalog.ts';
import { ETAG_FIELD } from '../etag.ts';
import { RESERVED_VALUES } from './enum-types.ts';

/** Keys of a filter that a field cannot be named by; the second ones where lists of the entity are filtered. */
export const FILTER_KEYS: readonly string[] = ['and', 'or', 'not'];
export const QUANTIFIERS: readonly string[] = ['some', 'every', 'none'];

/** What every JavaScript object has a member of: graphql-js takes such keys of an input for given. */
export const INHERITED: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Arguments beside the key of a row that is changed. */
export const CHANGE_ARGUMENTS: readonly string[] = ['item', 'ifMatch', 'ifNoneMatch', 'orCreate'];

/** Whether a column of an entity cannot be called as it is in the database, though it is a name in GraphQL. */
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
