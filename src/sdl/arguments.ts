import type { Entity } from '../model/model.ts';
import { textFields } from '../model/visibility.ts';
import { isOrderableEntity } from './features/order.ts';
import { FILTER_SCALAR } from './filter-scalar.ts';

/** Whom a schema is for: clients of GraphQL, or the documents that REST is answered by, whose lists take a `where` besides. */
export type SchemaUse = 'public' | 'rest';

/** The arguments of a list of this entity. */
export const listArguments = (entity: Entity, use: SchemaUse): string =>
  `(${[...shaping(entity, use), 'offset: Int'].join(', ')})`;

/** The arguments of a connection to this entity. */
export const connectionArguments = (entity: Entity, use: SchemaUse): string =>
  `(${[...shaping(entity, use), 'after: String', 'last: Int', 'before: String', 'offset: Int'].join(', ')})`;

function shaping(entity: Entity, use: SchemaUse): readonly string[] {
  const { type } = entity.graphql;
  const where = use === 'rest' ? [`where: ${FILTER_SCALAR}`] : [];
  const search = textFields(entity).length > 0 ? ['search: String'] : [];
  const order = isOrderableEntity(entity) ? [`orderBy: [${type}OrderByInput!]`] : [];
  return [`filter: ${type}FilterInput`, ...where, ...search, ...order, 'first: Int'];
}
