import type { Entity } from '../model/model.ts';
import { textFields } from '../model/visibility.ts';
import { isOrderableEntity } from './features/order.ts';

/** The arguments of a list of this entity. */
export const listArguments = (entity: Entity): string => `(${[...shaping(entity), 'offset: Int'].join(', ')})`;

/** The arguments of a connection to this entity. */
export const connectionArguments = (entity: Entity): string =>
  `(${[...shaping(entity), 'after: String', 'last: Int', 'before: String', 'offset: Int'].join(', ')})`;

function shaping(entity: Entity): readonly string[] {
  const { type } = entity.graphql;
  const search = textFields(entity).length > 0 ? ['search: String'] : [];
  const order = isOrderableEntity(entity) ? [`orderBy: [${type}OrderByInput!]`] : [];
  return [`filter: ${type}FilterInput`, ...search, ...order, 'first: Int'];
}
