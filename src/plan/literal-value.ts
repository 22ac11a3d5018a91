import { refuse } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import type { FieldType } from '../model/model.ts';
import type { Literal } from '../odata/expression.ts';
import { parseScalar } from './parse-scalar.ts';

/** Which forms of a literal a scalar takes; text stands for everything that is written in quotes. */
const forms: Readonly<Record<FieldType['scalar'], readonly Literal['type'][]>> = {
  Short: ['number'],
  Int: ['number'],
  Long: ['number'],
  Single: ['number'],
  Float: ['number'],
  Decimal: ['number'],
  Boolean: ['boolean'],
  String: ['text'],
  UUID: ['guid', 'text'],
  Date: ['date', 'text'],
  DateTime: ['dateTime', 'date', 'text'],
  LocalTime: ['time', 'text'],
  Base64String: ['text'],
  JSON: [],
};

/** A literal of `$filter` or of a policy as a value to compare a field of this type with. @throws Refusal BadRequest with the position */
export function literalValue(literal: Literal, type: FieldType): unknown {
  if (literal.type === 'null') return null;
  if (!forms[type.scalar].includes(literal.type)) {
    return refuseLiteral(literal, `expected a ${nameOf(type)}, found ${literal.type} ${literal.text}`);
  }
  const labels = type.enum?.labels;
  if (labels !== undefined && !labels.includes(literal.text)) {
    return refuseLiteral(literal, `expected one of ${labels.join(', ')}, found "${literal.text}"`);
  }
  const value = literal.type === 'number' ? numberValue(literal.text) : literal.text;
  try {
    return parseScalar(value, type.scalar);
  } catch (error) {
    return refuseLiteral(literal, (error as Error).message);
  }
}

const NOT_FINITE: Readonly<Record<string, string>> = { NaN: 'NaN', INF: 'Infinity', '-INF': '-Infinity' };

const numberValue = (text: string): unknown => NOT_FINITE[text] ?? parseJson(text);

const nameOf = (type: FieldType): string => (type.enum === undefined ? type.scalar : `label of ${type.enum.name}`);

function refuseLiteral(literal: Literal, message: string): never {
  return refuse('BadRequest', `At position ${literal.at}: ${message}.`, { position: literal.at });
}
