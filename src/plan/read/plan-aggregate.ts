import { throwApiError } from '../../base/errors.ts';
import { aggregateType } from '../../model/groupable.ts';
import type { Entity, Field, FieldType } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { type AggregateKey, type AggregateName, aggregates } from '../../scalars/aggregates.ts';
import { isFloating } from '../../scalars/operators.ts';
import { type PlanContext, readableField, withArgumentName } from '../plan-context.ts';
import type { Aggregate } from '../shape/aggregate.ts';

export const countRows: Aggregate = { name: 'count', distinct: false, type: plainType('Int') };

export const aggregateByKey = (key: AggregateKey, field: Field): Aggregate => ({
  ...aggregates[key],
  field,
  type: aggregateType(aggregates[key].name, field.type),
});

/** @throws ApiError Forbidden, BadRequest */
export function planAggregate(entity: Entity, selected: SelectedField, context: PlanContext): Aggregate {
  const name = selected.name as AggregateName;
  const fieldName = knownValue(selected.arguments.get('field'));
  const distinct = knownValue(selected.arguments.get('distinct')) === true;
  if (typeof fieldName !== 'string') {
    if (!distinct) return countRows;
    const message = `"distinct" of "${selected.key}" requires a "field".`;
    return throwApiError('BadRequest', message, { path: selected.path });
  }
  const field = withArgumentName('field', () => readableField(entity, fieldName, context));
  // DISTINCT does not affect the minimum and maximum.
  const isExtreme = name === 'min' || name === 'max';
  return {
    name,
    field,
    distinct: distinct && !isExtreme,
    type: isExtreme ? numberType(field) : aggregateType(name, field.type),
  };
}

/**
 * Returns the type of `min` and `max`. Their argument accepts fields of several types, so exact numbers are `Decimal`.
 */
const numberType = ({ type }: Field): FieldType => (isFloating(type) ? type : plainType('Decimal'));

const knownValue = (value: Value | undefined) => (value?.kind === 'known' ? value.value : undefined);
