import { type GraphQLInputType, isNonNullType } from 'graphql';
import type { FieldType } from '../../../model/model.ts';
import { findMistake } from '../../../operation/coerce-variables.ts';
import { show } from '../../../scalars/numbers.ts';
import { parseScalar } from '../../../values/parse-scalar.ts';

/** The field or parameter that a value of a request is given for. */
export interface Recipient {
  readonly name: string;
  /** The type of the argument, or the part of one, that the value becomes. */
  readonly type: GraphQLInputType;
  readonly fieldType: FieldType;
  /** Whether names that the client did not send may be told. */
  readonly suggest: boolean;
}

/** A value of a request in the form that GraphQL takes. `complain` is called with a mistake. */
export function readInputValue(
  value: unknown,
  { name, type, fieldType, suggest }: Recipient,
  complain: (message: string) => never,
): unknown {
  if (value === null && isNonNullType(type)) return complain(`"${name}" must have a value, as it cannot be null.`);
  // GraphQL would take a single value as a list of it.
  if (fieldType.list && value !== null && !Array.isArray(value)) {
    return complain(`"${name}" is a list: send ${show([value])}.`);
  }
  const read = fromText(value, fieldType);
  const mistake = findMistake(read, type, suggest);
  if (mistake === undefined) return read;
  const place = mistake.path.map((step) => ` at ${step}`).join('');
  const labels = fieldType.enumType?.labels;
  if (labels !== undefined) {
    const found = mistake.path.reduce((part: unknown, step) => (part as Record<string, unknown>)[step], read);
    return complain(`"${name}"${place} must be one of ${labels.join(', ')}; found ${show(found)}.`);
  }
  return complain(`"${name}"${place}: ${mistake.message.replace(EXPECTED, '')}`);
}

/** The words that graphql-js puts in front of the message of a scalar of ours. */
const EXPECTED = /^Expected type "[^"]*"\. (?=.)/;

/** Numbers and booleans may come as text, as forms and spreadsheets send them. Other text stays as it is. */
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

/** Scalars whose values GraphQL does not take as text. */
const FROM_TEXT: readonly string[] = ['Short', 'Int', 'Single', 'Float', 'Boolean'];
