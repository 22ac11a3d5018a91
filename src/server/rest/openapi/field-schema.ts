import type { Field, FieldType, Model, Parameter } from '../../../model/model.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { described, orNull, type Schema, schemaRef } from './schema.ts';

/** Numbers that JSON cannot write come as text. */
const notANumber: Schema = { type: 'string', enum: ['NaN', 'Infinity', '-Infinity'] };

/** Formats are those of https://spec.openapis.org/registry/format/ */
const schemas: Readonly<Record<ScalarName, Schema>> = {
  Short: { type: 'integer', format: 'int16' },
  Int: { type: 'integer', format: 'int32' },
  Long: { type: 'integer', format: 'int64' },
  Single: { anyOf: [{ type: 'number', format: 'float' }, notANumber] },
  Float: { anyOf: [{ type: 'number', format: 'double' }, notANumber] },
  Decimal: { type: 'number', format: 'decimal' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  UUID: { type: 'string', format: 'uuid' },
  Date: { type: 'string', format: 'date' },
  DateTime: { type: 'string', format: 'date-time' },
  LocalTime: { type: 'string', format: 'time-local' },
  Base64String: { type: 'string', format: 'byte', contentEncoding: 'base64' },
  JSON: {},
};

/** Scalars that `runtime.numbers: "string"` writes as text. */
const digits: Readonly<Partial<Record<ScalarName, Schema>>> = {
  Long: { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' },
  Decimal: { type: 'string', format: 'decimal', pattern: '^(-?[0-9]+(\\.[0-9]+)?|NaN|-?Infinity)$' },
};

/** A field as answers have it. */
export function fieldSchema({ type, nullable, description }: Field, numbers: Model['numbers']): Schema {
  const element = elementSchema(type, numbers);
  // No database can forbid NULL among the elements of a list.
  const schema = type.list ? { type: 'array', items: orNull(element) } : element;
  return described(nullable ? orNull(schema) : schema, description);
}

/** Scalars that may be given as text too, so that no digit is lost on the way. */
const given: Readonly<Partial<Record<ScalarName, Schema>>> = {
  Long: { type: ['integer', 'string'], format: 'int64' },
  Decimal: { type: ['number', 'string'], format: 'decimal' },
};

/** A field in the body of a request. @param nullable whether null is accepted */
export function inputSchema({ type, description }: Pick<Field, 'type' | 'description'>, nullable: boolean): Schema {
  const element = (type.enumType === undefined ? given[type.scalar] : undefined) ?? elementSchema(type, 'number');
  const schema = type.list ? { type: 'array', items: orNull(element) } : element;
  return described(nullable ? orNull(schema) : schema, description);
}

/** A parameter of a function or procedure in a URL, which cannot say null. */
export const parameterSchema = ({ description: _, ...parameter }: Parameter): Schema => ({
  ...inputSchema(parameter, false),
  ...(parameter.default !== undefined && parameter.default !== null && { default: parameter.default }),
});

/** One value of this type. */
export function elementSchema(
  { scalar: own, restScalar: scalar = own, enumType, maxLength, lengthUnit }: FieldType,
  numbers: Model['numbers'],
): Schema {
  if (enumType !== undefined) return schemaRef(enumType.name);
  const schema = (numbers === 'string' ? digits[scalar] : undefined) ?? schemas[scalar];
  // JSON Schema counts characters.
  const isBounded = scalar === 'String' && maxLength !== undefined && lengthUnit === undefined;
  return isBounded ? { ...schema, maxLength } : schema;
}
