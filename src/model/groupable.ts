import type { AggregateName } from '../scalars/aggregates.ts';
import { isFloating, isNumber, isOrderable } from '../scalars/operators.ts';
import type { Entity, Field, FieldType, Model } from './model.ts';
import { plainType } from './plain-type.ts';
import { readableFields } from './visibility.ts';

/** Fields that rows can be grouped by, and that have a least and a greatest value: all but lists and JSON. */
export const groupableFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ type }) => isOrderable(type));

/** Fields that have a sum. */
export const numberFields = (entity: Entity): readonly Field[] =>
  readableFields(entity).filter(({ type }) => isNumber(type));

/** Whether connections to the entity have `groupBy`. */
export const hasGroups = ({ aggregation }: Pick<Model, 'aggregation'>, entity: Entity): boolean =>
  aggregation && groupableFields(entity).length > 0;

/** The type of an aggregate of a field: exact numbers stay exact, floating point is reckoned in 64 bits. */
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
