import { parseJson } from '../base/json.ts';
import type { FieldType } from '../model/model.ts';
import type { Literal, LiteralType, LiteralWithOption } from '../odata/expression.ts';
import { formOf, integerOf } from '../odata/literal-form.ts';
import { rejectAt } from '../odata/reject-at.ts';
import { truncate } from '../odata/tokens.ts';
import { describeType } from './describe-type.ts';
import { isOfScalar, parseScalar } from './parse-scalar.ts';

/** Literals that a value of the scalar may have. `text` is any quoted string. */
const forms: Readonly<Record<FieldType['scalar'], readonly LiteralType[]>> = {
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

/** Types shown as text, such as `oid`, also accept numbers. */
const formsOf = ({ scalar, asText, labels }: FieldType): readonly LiteralType[] =>
  asText && labels === undefined ? ['text', 'number', 'guid', 'date', 'dateTime', 'time'] : forms[scalar];

/** Returns true for a quoted number. Responses contain such strings, depending on `runtime.numbers`. */
const isExactNumber = ({ type, text }: Literal, { scalar }: FieldType): boolean =>
  type === 'text' && (scalar === 'Long' || scalar === 'Decimal') && isOfScalar(text, scalar);

/** @throws ApiError BadRequest with the position */
export function literalValue(literal: LiteralWithOption, type: FieldType): unknown {
  if (literal.type === 'null') return null;
  if (!formsOf(type).includes(literal.type) && !isExactNumber(literal, type)) {
    const advice = type.scalar === 'String' ? '; put strings in single quotes' : '';
    return rejectAt(literal, `Expected ${describeType(type)}, found ${describeLiteral(literal)}${advice}.`);
  }
  const labels = type.enum?.labels ?? type.labels;
  if (labels !== undefined && !labels.includes(literal.text)) {
    return rejectAt(literal, `Expected one of ${labels.join(', ')}, found "${truncate(literal.text)}".`);
  }
  if (type.asText) return literal.text;
  try {
    return literal.type === 'number' ? numberValue(literal.text, type.scalar) : parseScalar(literal.text, type.scalar);
  } catch (error) {
    return rejectAt(literal, `${(error as Error).message}.`);
  }
}

const NOT_FINITE: Readonly<Record<string, string>> = { NaN: 'NaN', INF: 'Infinity', '-INF': '-Infinity' };

/**
 * Returns null for a number that no value can equal, such as `1e400` for floats. @throws Error that describes accepted
 * values
 */
function numberValue(text: string, scalar: FieldType['scalar']): unknown {
  const value = NOT_FINITE[text] ?? parseJson(text);
  switch (scalar) {
    case 'Long':
      return integerOf(text) ?? parseScalar(value, scalar);
    case 'Float':
      return formOf({ type: 'number', text }) === 'huge' ? null : parseScalar(value, scalar);
    case 'Single': {
      const double = numberValue(text, 'Float');
      const single = Math.fround(Number(double));
      return double === null || !Number.isFinite(single) || single === 0 ? double : single;
    }
    default:
      return parseScalar(value, scalar);
  }
}

const formNames: Readonly<Record<LiteralType, string>> = {
  null: '',
  boolean: '',
  text: 'the string ',
  number: 'the number ',
  guid: 'the GUID ',
  date: 'the date ',
  dateTime: 'the date and time ',
  time: 'the time ',
};

const describeLiteral = ({ type, text }: Literal): string =>
  formNames[type] + (type === 'text' ? `'${truncate(text)}'` : truncate(text));
