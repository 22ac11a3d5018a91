import type { Entity } from '../../../model/model.ts';
import type { OrderTerm } from '../../../odata/parse-order-by.ts';
import { refuseAt } from '../../../odata/refuse-at.ts';
import { isOrderable } from '../../../scalars/operators.ts';
import { findField, findRelationship, type Reading } from './reading.ts';
import type { OrderByValue } from './rest-request.ts';

/** Terms of `$orderby` as a value for the argument `orderBy`. @throws Refusal InvalidField, Forbidden, BadRequest */
export const readOrderBy = (
  entity: Entity,
  terms: readonly OrderTerm[],
  option: string,
  reading: Reading,
): readonly OrderByValue[] => terms.map((term) => readTerm(entity, term, option, reading));

function readTerm(entity: Entity, term: OrderTerm, option: string, reading: Reading): OrderByValue {
  const { path, at } = term;
  const [name = '', ...rest] = path;
  if (rest.length > 0) {
    const { relationship, target } = findRelationship(entity, { name, option, at }, reading);
    if (relationship.many) {
      return refuseAt({ option, at }, `"${name}" leads to many; rows can be ordered by fields of one related item.`);
    }
    return { [relationship.documentName]: readTerm(target, { ...term, path: rest }, option, reading) };
  }
  const advice = `name a field of it too, as in "${name}/…"`;
  const field = findField(entity, { name, option, at, advice }, reading);
  if (!isOrderable(field.type))
    return refuseAt({ option, at }, `rows cannot be ordered by "${name}", whose values have no order.`);
  return { [field.documentName]: directionOf(term) };
}

function directionOf({ descending, nulls }: OrderTerm): string {
  const direction = descending ? 'DESC' : 'ASC';
  return nulls === undefined ? direction : `${direction}_NULLS_${nulls.toUpperCase()}`;
}
