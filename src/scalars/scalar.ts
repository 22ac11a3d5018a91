import { parseBase64 } from './binary.ts';
import { parseDate, parseDateTime, parseLocalTime } from './date-time.ts';
import { parseDecimal, parseLong, parseShort, parseSingle, parseUnsignedByte } from './numbers.ts';
import { parseUuid } from './uuid.ts';

/** The neutral scalar types, named as the GraphQL schema names them. */
export const scalarNames = [
  'Short',
  'Int',
  'Long',
  'Single',
  'Float',
  'Decimal',
  'Boolean',
  'String',
  'UUID',
  'Date',
  'DateTime',
  'LocalTime',
  'Base64String',
  'JSON',
] as const;

export type ScalarName = (typeof scalarNames)[number];

/** Scalars that GraphQL shows in place of another one, where the configuration asks for them. */
export const shownScalars: Readonly<Record<ShownScalar, CustomScalar>> = {
  UnsignedByte: { description: 'An 8 bit integer from 0 to 255.', parse: parseUnsignedByte },
};

export type ShownScalar = 'UnsignedByte';

/** The scalar of REST documents that takes a parsed `$filter`. */
export const FILTER_SCALAR = 'ODataFilter';

/** A scalar that GraphQL does not bring along. */
export interface CustomScalar {
  readonly description: string;
  /**
   * A client's value in its neutral form: `Short`, `Int` and floating point as numbers, everything else as canonical text.
   * @throws Error that says what is accepted
   */
  readonly parse: (value: unknown) => unknown;
}

/** Every scalar beyond GraphQL's own, with its parser. */
export const customScalars: Readonly<
  Record<Exclude<ScalarName, 'Int' | 'Float' | 'Boolean' | 'String'>, CustomScalar>
> = {
  Short: { description: 'A 16 bit integer.', parse: parseShort },
  Long: { description: 'A 64 bit integer; accepted as a number or as a string of digits.', parse: parseLong },
  Single: { description: 'A 32 bit floating point number.', parse: parseSingle },
  Decimal: {
    description:
      'An exact decimal number of any length; accepted as a number or as a string. "NaN", "Infinity" and "-Infinity" are strings.',
    parse: parseDecimal,
  },
  UUID: { description: 'A UUID, such as "f81d4fae-7dec-11d0-a765-00a0c91e6bf6".', parse: parseUuid },
  Date: {
    description: 'A calendar day, such as "1999-01-08", "0044-03-15 BC" or "infinity".',
    parse: parseDate,
  },
  DateTime: {
    description:
      'A point in time in ISO 8601, such as "1999-01-08T10:23:54.123+00:00"; without an offset it is UTC. Years before 1 end in " BC"; "infinity" and "-infinity" are before and after all others.',
    parse: parseDateTime,
  },
  LocalTime: { description: 'A time of day, such as "10:23:54", up to "24:00:00".', parse: parseLocalTime },
  Base64String: { description: 'Bytes in standard Base64.', parse: parseBase64 },
  JSON: { description: 'Any JSON value.', parse: (value) => value },
};
