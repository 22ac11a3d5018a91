import { compareValues } from '../naive/compare-values.ts';
import { compareDecimals, Decimal } from '../naive/decimal.ts';
import type { Entity, FieldType, ScalarName, Value } from '../naive/entity.ts';

export interface TypedValue {
  readonly value: Value;
  readonly type: FieldType;
}

/** Groups of mutually comparable types. */
export const families = [
  'number',
  'text',
  'boolean',
  'moment',
  'time',
  'uuid',
  'bytes',
  'enum',
  'databaseEnum',
] as const;
export type Family = (typeof families)[number];

const familyOfScalar: Readonly<Record<ScalarName, Family | undefined>> = {
  Short: 'number',
  Int: 'number',
  Long: 'number',
  Single: 'number',
  Float: 'number',
  Decimal: 'number',
  Boolean: 'boolean',
  String: 'text',
  UUID: 'uuid',
  Date: 'moment',
  DateTime: 'moment',
  LocalTime: 'time',
  Base64String: 'bytes',
  JSON: undefined,
};

/** Returns undefined for lists and JSON, which can only be compared with null. */
export function familyOf({ scalar, list, enum: labels, enumType }: FieldType): Family | undefined {
  if (list) return undefined;
  if (enumType !== undefined) return 'databaseEnum';
  return labels === undefined ? familyOfScalar[scalar] : 'enum';
}

/** Families of existing columns. */
export function familiesOf(entities: readonly Entity[]): readonly Family[] {
  const present = new Set(entities.flatMap(({ fields }) => fields.map(({ type }) => familyOf(type))));
  return families.filter((family) => present.has(family));
}

/** Compares two non-null values of one family; returns a negative number, zero, or a positive number. */
export function orderValues(left: TypedValue, right: TypedValue): number {
  switch (familyOf(left.type)) {
    case 'number':
      return orderNumbers(left, right);
    case 'moment':
      return compareValues(momentOf(left), momentOf(right), { scalar: 'DateTime', list: false });
    default:
      return compareValues(left.value, right.value, left.type);
  }
}

/** Compares exactly, or as 64-bit floats if one of them is a float. */
function orderNumbers(left: TypedValue, right: TypedValue): number {
  if (isFloating(left) || isFloating(right)) {
    return compareValues(toDouble(left.value), toDouble(right.value), { scalar: 'Float', list: false });
  }
  return compareDecimals(toDecimal(left.value), toDecimal(right.value));
}

const isFloating = ({ type: { scalar } }: TypedValue): boolean => scalar === 'Single' || scalar === 'Float';

const toDouble = (value: Value): number => Number(value instanceof Decimal ? value.text : value);

const toDecimal = (value: Value): Decimal => (value instanceof Decimal ? value : new Decimal(String(value)));

/** A date starts at midnight UTC, except infinity. */
const momentOf = ({ value, type }: TypedValue): Value =>
  type.scalar === 'Date' && !/infinity$/.test(String(value)) ? `${value}T00:00:00` : value;
