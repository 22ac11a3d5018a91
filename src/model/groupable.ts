import type { AggregateName } from '../scalars/aggregates.ts';
import { isFloating, isNumber, isOrderable } from '../scalars/operators.ts';
import type { Entity, Field, FieldType, Model } from './model.ts';
import { plainType } from './plain-type.ts';
import { readableFields } from './visibility.ts';

export const groupableFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ type }) => isOrderable(type));

export const numberFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ type }) => isNumber(type));

export const hasGroups = ({ aggregation }: Pick<Model, 'aggregation'>, entity: Entity): boolean =>
  aggregation && groupableFields(entity).length > 0;

/** Returns the type of an aggregate. Sums and averages of exact numbers are exact, those of floats are floats. */
export function aggregateType(name: AggregateName, type: FieldType): FieldType {
  switch (name) {
    case 'count':
      return plainType('Int');
    case 'sum':
    case 'avg':
      return plainType(isFloating(type) ? 'Float' : 'Decimal');
    default:
      return type;
  }
}
