import { aggregateType, hasGroups, numberFields } from '../model/groupable.ts';
import type { Entity, Field, FieldType, Model } from '../model/model.ts';
import { plainType } from '../model/plain-type.ts';
import {
  creatableFields,
  executable,
  isReadable,
  offeredChanges,
  readableFields,
  updatableFields,
} from '../model/visibility.ts';

/** Returns the type name without list and non-null marks. */
export const elementName = (type: FieldType): string => type.enumType?.name ?? type.graphqlScalar ?? type.scalar;

export const outputType = (field: Field): string => (field.nullable ? inputType(field) : `${inputType(field)}!`);

export function inputType({ type }: Pick<Field, 'type'>): string {
  const element = elementName(type);
  return type.list ? `[${element}]` : element;
}

export const filterInput = (type: FieldType): string =>
  `${type.filterName ?? elementName(type)}${type.list ? 'List' : ''}FilterInput`;

export function typesByFilterInput(model: Model): ReadonlyMap<string, FieldType> {
  const readable = model.entities.filter(isReadable);
  const types = readable.flatMap((entity) => readableFields(entity).map(({ type }) => type));
  const aggregated = readable.filter((entity) => hasGroups(model, entity)).flatMap(aggregateTypes);
  return new Map([...aggregated, ...types].map((type) => [filterInput(type), type]));
}

export const exposedTypes = (model: Model): readonly FieldType[] => [
  ...model.entities.flatMap((entity) => {
    const routine = executable(entity);
    return routine === undefined ? [] : [...entity.fields, ...routine.parameters].map(({ type }) => type);
  }),
  ...typesByFilterInput(model).values(),
  ...model.entities.flatMap((entity) =>
    [...creatableFields(entity), ...updatableFields(entity)].map(({ type }) => type),
  ),
  ...model.entities
    .filter((entity) => offeredChanges(entity).length > 0)
    .flatMap(({ key }) => key.map(({ type }) => type)),
];

/** Returns the types of aggregates. The argument `having` of an aggregate always compares `Int` or `Decimal`. */
function aggregateTypes(entity: Entity): readonly FieldType[] {
  const numbers = numberFields(entity);
  const count = plainType('Int');
  if (numbers.length === 0) return [count];
  return [count, plainType('Decimal'), ...numbers.map(({ type }) => aggregateType('sum', type))];
}
