import { type GraphQLInputType, isNonNullType } from 'graphql';
import type { FieldType } from '../../../model/model.ts';
import { findMistake } from '../../../operation/coerce-variables.ts';
import { formatForMessage } from '../../../scalars/numbers.ts';
import { parseScalar } from '../../../values/parse-scalar.ts';

export interface InputTarget {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly fieldType: FieldType;
  /** True if errors suggest names. */
  readonly suggest: boolean;
}

export function readInputValue(
  value: unknown,
  { name, type, fieldType, suggest }: InputTarget,
  reject: (message: string) => never,
): unknown {
  if (value === null && isNonNullType(type)) return reject(`"${name}" must not be null.`);
  // GraphQL would coerce a single value to a list.
  if (fieldType.list && value !== null && !Array.isArray(value)) {
    return reject(`"${name}" must be a list, such as ${formatForMessage([value])}.`);
  }
  const read = fromText(value, fieldType);
  const problem = findMistake(read, type, suggest);
  if (problem === undefined) return read;
  const place = problem.path.map((step) => ` at ${step}`).join('');
  const labels = fieldType.enumType?.labels;
  if (labels !== undefined) {
    const found = problem.path.reduce((part: unknown, step) => (part as Record<string, unknown>)[step], read);
    return reject(`"${name}"${place} must be one of ${labels.join(', ')}, found ${formatForMessage(found)}.`);
  }
  return reject(`"${name}"${place}: ${problem.message.replace(EXPECTED, '')}`);
}

/** graphql-js adds this prefix to the messages of our scalars. */
const EXPECTED = /^Expected type "[^"]*"\. (?=.)/;

/** Converts a number or boolean that a form or spreadsheet sent as a string. Returns invalid strings unchanged. */
function fromText(value: unknown, type: FieldType): unknown {
  if (Array.isArray(value))
    return type.list ? value.map((element) => fromText(element, { ...type, list: false })) : value;
  if (typeof value !== 'string' || !FROM_TEXT.includes(type.scalar)) return value;
  try {
    return parseScalar(value, type.scalar);
  } catch {
    return value;
  }
}

/** Scalars that GraphQL does not accept as strings. */
const FROM_TEXT: readonly string[] = ['Short', 'Int', 'Single', 'Float', 'Boolean'];
