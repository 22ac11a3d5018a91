import type { Field, FieldType, Model, Parameter } from '../../../model/model.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import { orNull, type Schema, schemaRef, withDescription } from './schema.ts';

/** Schema of NaN and infinities, which JSON can only represent as strings. */
const notANumber: Schema = { type: 'string', enum: ['NaN', 'Infinity', '-Infinity'] };

/** Schemas by scalar, with formats of https://spec.openapis.org/registry/format/ */
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

/** Schemas that replace `schemas` if `runtime.numbers` is "string". */
const stringSchemas: Readonly<Partial<Record<ScalarName, Schema>>> = {
  Long: { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' },
  Decimal: { type: 'string', format: 'decimal', pattern: '^(-?[0-9]+(\\.[0-9]+)?|NaN|-?Infinity)$' },
};

export function fieldSchema({ type, nullable, description }: Field, numbers: Model['numbers']): Schema {
  const element = elementSchema(type, numbers);
  // No database can forbid NULL elements.
  const schema = type.list ? { type: 'array', items: orNull(element) } : element;
  return withDescription(nullable ? orNull(schema) : schema, description);
}

/** Schemas of numbers in requests. Clients may send strings, which keep every digit. */
const inputSchemas: Readonly<Partial<Record<ScalarName, Schema>>> = {
  Long: { type: ['integer', 'string'], format: 'int64' },
  Decimal: { type: ['number', 'string'], format: 'decimal' },
};

/** @param nullable whether null is accepted */
export function inputSchema({ type, description }: Pick<Field, 'type' | 'description'>, nullable: boolean): Schema {
  const element =
    (type.enumType === undefined ? inputSchemas[type.scalar] : undefined) ?? elementSchema(type, 'number');
  const schema = type.list ? { type: 'array', items: orNull(element) } : element;
  return withDescription(nullable ? orNull(schema) : schema, description);
}

/** Returns the schema of a URL parameter, which cannot be null. */
export const parameterSchema = ({ description: _, ...parameter }: Parameter): Schema => ({
  ...inputSchema(parameter, false),
  ...(parameter.default !== undefined && parameter.default !== null && { default: parameter.default }),
});

export function elementSchema(
  { scalar: own, restScalar: scalar = own, enumType, maxLength, lengthUnit }: FieldType,
  numbers: Model['numbers'],
): Schema {
  if (enumType !== undefined) return schemaRef(enumType.name);
  const schema = (numbers === 'string' ? stringSchemas[scalar] : undefined) ?? schemas[scalar];
  // JSON Schema counts lengths in characters, so lengths in other units are omitted.
  const isBounded = scalar === 'String' && maxLength !== undefined && lengthUnit === undefined;
  return isBounded ? { ...schema, maxLength } : schema;
}
