import type { Entity, Model } from '../model/model.ts';
import { textFields } from '../model/visibility.ts';
import { isOrderableEntity } from './features/order.ts';

/** The arguments of a list of this entity. */
export const listArguments = (model: Model, entity: Entity): string =>
  `(${[...shaping(model, entity), 'offset: Int'].join(', ')})`;

/** The arguments of a connection to this entity. */
export const connectionArguments = (model: Model, entity: Entity): string =>
  `(${[...shaping(model, entity), 'after: String', 'last: Int', 'before: String', 'offset: Int'].join(', ')})`;

function shaping({ orderByList }: Model, entity: Entity): readonly string[] {
  const { type } = entity.graphql;
  const search = textFields(entity).length > 0 ? ['search: String'] : [];
  const orderType = orderByList ? `[${type}OrderByInput!]` : `${type}OrderByInput`;
  const order = isOrderableEntity(entity) ? [`orderBy: ${orderType}`] : [];
  return [`filter: ${type}FilterInput`, ...search, ...order, 'first: Int'];
}
