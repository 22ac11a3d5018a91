import type { Entity, Model } from '../../model/model.ts';
import { isReadable, readableFields, readableRelationships } from '../../model/visibility.ts';
import { isOrderable } from '../../scalars/operators.ts';
import { block } from '../write.ts';

const DIRECTIONS = `"Directions to order in. NULL counts as larger than every value, unless the direction says otherwise."
enum OrderBy {
ASC
DESC
ASC_NULLS_FIRST
ASC_NULLS_LAST
DESC_NULLS_FIRST
DESC_NULLS_LAST
}`;

/** Prints the inputs of `orderBy`, including the fields of to-one targets. */
export function printOrderInputs(model: Model): readonly string[] {
  const inputs = model.entities
    .filter((entity) => isReadable(entity) && isOrderableEntity(entity))
    .map((entity) => {
      const fields = readableFields(entity).filter(({ type }) => isOrderable(type));
      const related = readableRelationships(model, entity).filter(
        ({ relationship, target }) => !relationship.many && isOrderableEntity(target),
      );
      return block(`input ${entity.graphql.types.orderBy}`, [
        ...fields.map(({ graphqlName }) => `${graphqlName}: OrderBy`),
        ...related.map(({ relationship, target }) => `${relationship.graphqlName}: ${target.graphql.types.orderBy}`),
      ]);
    });
  return [DIRECTIONS, ...inputs];
}

export const isOrderableEntity = (entity: Entity): boolean =>
  readableFields(entity).some(({ type }) => isOrderable(type));
