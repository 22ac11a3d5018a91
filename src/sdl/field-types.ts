import type { Field, FieldType, Model } from '../model/model.ts';
import { isReadable, readableFields } from '../model/visibility.ts';

/** The GraphQL name of one value of this type, without list and null marks. */
export const elementName = (type: FieldType): string => type.enumType?.name ?? type.scalar;

/** The GraphQL type of a field as it is read. */
export function outputType(field: Field): string {
  const element = elementName(field.type);
  const base = field.type.list ? `[${element}]` : element;
  return field.nullable ? base : `${base}!`;
}

/** The name of the input that filters a field of this type. */
export const filterInput = (type: FieldType): string => `${elementName(type)}${type.list ? 'List' : ''}FilterInput`;

/** Every field type that the schema shows, once for each filter input. */
export function usedTypes(model: Model): ReadonlyMap<string, FieldType> {
  const fields = model.entities.filter(isReadable).flatMap(readableFields);
  return new Map(fields.map(({ type }) => [filterInput(type), type]));
}
