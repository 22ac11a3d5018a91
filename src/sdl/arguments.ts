import type { Entity, Model } from '../model/model.ts';
import { searchedFields } from '../model/visibility.ts';
import { FILTER_SCALAR } from '../scalars/scalar.ts';
import { isOrderableEntity } from './features/order.ts';

/** REST documents also have `where` arguments. */
export type SchemaUse = 'public' | 'rest';

export interface PrintContext {
  readonly model: Model;
  readonly use: SchemaUse;
}

export const listArguments = (entity: Entity, context: PrintContext): string =>
  `(${[...sharedArguments(entity, context), 'offset: Int'].join(', ')})`;

export const connectionArguments = (entity: Entity, context: PrintContext): string =>
  `(${[...sharedArguments(entity, context), 'after: String', 'last: Int', 'before: String', 'offset: Int'].join(', ')})`;

export const streamArguments = (entity: Entity, context: PrintContext): string =>
  `(${[...sharedArguments(entity, context), 'after: String'].join(', ')})`;

function sharedArguments(entity: Entity, { model, use }: PrintContext): readonly string[] {
  const { filter, orderBy } = entity.graphql.types;
  const where = use === 'rest' ? [`where: ${FILTER_SCALAR}`] : [];
  const search = searchedFields(entity).length > 0 ? ['search: String'] : [];
  const asList = use === 'rest' || model.orderByList;
  const order = isOrderableEntity(entity) ? [`orderBy: ${asList ? `[${orderBy}!]` : orderBy}`] : [];
  return [`filter: ${filter}`, ...where, ...search, ...order, 'first: Int'];
}
