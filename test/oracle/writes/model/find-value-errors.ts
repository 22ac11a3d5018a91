import { isList, numberOf, type Wire } from '../wire.ts';
import type { Code } from './failure.ts';
import { store } from './store.ts';
import type { Column } from './table.ts';

/** Returns errors of a value that do not depend on rows. */
export function findValueErrors(
  { type, scale, integerDigits: most = 6, length }: Column,
  value: Wire,
): readonly Code[] {
  if (value !== null && !fits[type](value)) return ['BadRequest'];
  const [, integerDigits = '', digits = ''] = /^#-?(\d+)\.?(\d*)$/.exec(String(value)) ?? [];
  const isCut = scale !== undefined && (integerDigits.length > most || digits.length > scale);
  const isLong = length !== undefined && String(value).length > length;
  return isCut || isLong ? ['ConstraintViolated'] : [];
}

type Fits = (value: Wire) => boolean;

const isText: Fits = (value) => typeof value === 'string' && !value.startsWith('#');
const isNumber: Fits = (value) => !Number.isNaN(numberOf(value));
const isNumberOrNone: Fits = (value) => isNumber(value) || ['NaN', 'Infinity', '-Infinity'].includes(String(value));
const isLabel: Fits = (value) => ['low', 'mid', 'high'].includes(String(value));
const isInteger =
  (bits: number): Fits =>
  (value) => {
    if (!/^#-?\d+$/.test(String(value))) return false;
    const integerDigits = BigInt(String(value).slice(1));
    return BigInt.asIntN(bits, integerDigits) === integerDigits;
  };
const matches =
  (pattern: RegExp): Fits =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isListOf =
  (isMember: Fits): Fits =>
  (value) =>
    isList(value) && value.every((member) => member === null || isMember(member));

/** Validity of values by type. */
const fits: Readonly<Record<Column['type'], Fits>> = {
  Short: isInteger(16),
  Int: isInteger(32),
  Long: isInteger(64),
  Single: isNumberOrNone,
  Float: isNumberOrNone,
  Decimal: isNumber,
  Boolean: (value) => typeof value === 'boolean',
  String: isText,
  Grade: isLabel,
  UUID: store().makesUuids ? matches(/^[0-9a-f]{8}-/) : isText,
  JSON: () => true,
  Date: matches(/^\d{4}-\d\d-(?!30)\d\d$/),
  DateTime: matches(/^\d{4}-\d\d-(?!30)\d\dT/),
  LocalDateTime: matches(/^\d{4}-\d\d-\d\dT/),
  LocalTime: matches(store().timesBeyondADay ? /^-?\d+:/ : /^[01]\d:|^2[0-3]:/),
  Bytes: matches(/^[\w=]*$/),
  Strings: isListOf(isText),
  Ints: isListOf(isInteger(32)),
  Grades: isListOf(isLabel),
};
