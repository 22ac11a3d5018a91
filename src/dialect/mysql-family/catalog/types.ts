import type { ColumnType, ValueRange } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { TypeRow } from './type-row.ts';

const scalars: Readonly<Record<string, ScalarName>> = {
  decimal: 'Decimal',
  float: 'Single',
  double: 'Float',
  year: 'Short',
  char: 'String',
  varchar: 'String',
  tinytext: 'String',
  text: 'String',
  mediumtext: 'String',
  longtext: 'String',
  uuid: 'UUID',
  date: 'Date',
  datetime: 'DateTime',
  timestamp: 'DateTime',
  // A `time` is a duration, which may exceed a day.
  time: 'LocalTime',
  binary: 'Base64String',
  varbinary: 'Base64String',
  tinyblob: 'Base64String',
  blob: 'Base64String',
  mediumblob: 'Base64String',
  longblob: 'Base64String',
  vector: 'Base64String',
  json: 'JSON',
};

const integers: Readonly<Record<string, readonly [signed: ScalarName, unsigned: ScalarName]>> = {
  tinyint: ['Short', 'Short'],
  smallint: ['Short', 'Int'],
  mediumint: ['Int', 'Int'],
  int: ['Int', 'Long'],
  bigint: ['Long', 'Decimal'],
};

interface ColumnTraits {
  readonly nullable: boolean;
  readonly isJson?: boolean;
}

/** @param isJson true for MariaDB's `json`, which is text with a check */
export function resolveType(column: TypeRow, { nullable, isJson = false }: ColumnTraits): ColumnType {
  const native = isJson ? 'json' : column.columnType;
  const base = { list: false, native, asText: false } as const;
  if (isJson) return { ...base, scalar: 'JSON' };
  if (column.dataType === 'enum') {
    return { ...base, scalar: 'String', enum: describeEnum(column), ...describeErrorValue(column, nullable) };
  }
  const scalar = scalarOf(column);
  if (scalar === undefined) return { ...base, ...textType(column), scalar: 'String' };
  return {
    ...base,
    scalar,
    ...describeSize(column),
    ...(scalar !== 'Boolean' && describeRange(column)),
    ...((scalar === 'Date' || scalar === 'DateTime') && describeZeroDates(column)),
    ...(scalar === 'String' && describeCollation(column)),
    // MySQL does not compare vectors.
    ...(column.dataType === 'vector' && { qualifiedName: { schema: '', name: 'vector' }, comparison: 'none' }),
  };
}

/** Collations in which only identical strings are equal. Trailing spaces count. */
const exactCollations: ReadonlySet<string> = new Set(['utf8mb4_nopad_bin', 'utf8mb4_0900_bin']);

const describeCollation = ({ collation }: TypeRow): Pick<ColumnType, 'collation' | 'missesPrefixes'> => ({
  ...(collation !== null && !exactCollations.has(collation) && { collation }),
  ...(collation !== null && missesPrefixes(collation) && { missesPrefixes: true }),
});

/** Character sets with characters beyond U+FFFF. */
const WIDE = /^(?:utf8mb4|utf16|utf16le|utf32|gb18030)_/;

/** Collations that, according to tests, find characters beyond U+FFFF after a prefix. */
const FINDS_ALL = /^utf8mb4_(?:general_ci$|unicode_520_ci$|uca1400_|(?:\w+_)?0900_)/;

/**
 * Returns true if an index misses strings that match a prefix. For `x%`, the servers scan the index up to `x` followed
 * by U+FFFF. In most collations, `x🐝` sorts after this bound.
 */
const missesPrefixes = (collation: string): boolean => WIDE.test(collation) && !FINDS_ALL.test(collation);

const ordered: ReadonlySet<string> = new Set(['set', 'inet4', 'inet6']);

const textType = ({ dataType }: TypeRow): Pick<ColumnType, 'asText' | 'qualifiedName' | 'comparison'> => ({
  asText: true,
  qualifiedName: { schema: '', name: dataType },
  ...(!ordered.has(dataType) && { comparison: 'none' }),
});

function describeSize({
  dataType,
  columnType,
  maxLength,
}: TypeRow): Pick<ColumnType, 'maxLength' | 'lengthUnit' | 'precision' | 'scale'> {
  switch (dataType) {
    case 'tinytext':
    case 'text':
    case 'mediumtext':
      return { maxLength: Number(maxLength), lengthUnit: 'byte' };
    case 'binary':
    case 'varbinary':
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
      return { maxLength: Number(maxLength), lengthUnit: 'byte' };
    case 'char':
    case 'varchar':
      return { maxLength: Number(maxLength) };
    case 'decimal': {
      const [, precision, scale] = /^decimal\((\d+),(\d+)\)/.exec(columnType) ?? [];
      return { precision: Number(precision), scale: Number(scale) };
    }
    case 'bigint':
      // The column silently rounds a fraction.
      return columnType.includes('unsigned') ? { precision: 20, scale: 0 } : {};
    case 'bit':
      return columnType === 'bit(64)' ? { precision: 20, scale: 0 } : {};
    default:
      return {};
  }
}

function scalarOf({ dataType, columnType }: TypeRow): ScalarName | undefined {
  if (/^(tinyint|bit)\(1\)/.test(columnType)) return 'Boolean';
  if (dataType === 'bit') return columnType === 'bit(64)' ? 'Decimal' : 'Long';
  const integer = integers[dataType];
  if (integer !== undefined) return integer[columnType.includes('unsigned') ? 1 : 0];
  return scalars[dataType];
}

function describeEnum(column: TypeRow): NonNullable<ColumnType['enum']> {
  return { schema: '', name: `${column.table}_${column.name}`, labels: readLabels(column.columnType) };
}

const describeZeroDates = ({ zeroDateModes }: TypeRow): Pick<ColumnType, 'zeroDateModes'> =>
  zeroDateModes.length === 0 ? {} : { zeroDateModes };

function describeErrorValue(column: TypeRow, nullable: boolean): Pick<ColumnType, 'errorValue'> {
  if (readLabels(column.columnType).includes('')) return {};
  return { errorValue: nullable ? 'null' : { table: column.table, column: column.name } };
}

/** `enum('a','b''c')` → `a`, `b'c`. */
export function readLabels(columnType: string): readonly string[] {
  return [...columnType.matchAll(/'((?:''|\\.|[^'\\])*)'/g)].map(([, label = '']) =>
    label.replace(/''|\\(.)/g, (_escape, letter: string | undefined) =>
      letter === undefined ? "'" : (escapes[letter] ?? letter),
    ),
  );
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', '0': '\0' };

const bytesOf: Readonly<Record<string, number>> = { tinyint: 1, smallint: 2, mediumint: 3, int: 4, bigint: 8 };

const largestNumbers: Readonly<Record<string, string>> = { float: '3.4028235e38', double: '1.7976931348623157e308' };

/** Describes the range for error messages, because the errors of the servers omit the range. */
function describeRange(column: TypeRow): Pick<ColumnType, 'range'> {
  const range = rangeOf(column);
  return range === undefined ? {} : { range };
}

function rangeOf({ dataType, columnType, lastTimestamp }: TypeRow): ValueRange | undefined {
  const isUnsigned = columnType.includes('unsigned');
  const bytes = bytesOf[dataType];
  if (bytes !== undefined) return integerRange(BigInt(bytes) * 8n, isUnsigned);
  const [, first = '0', second = '0'] = /\((\d+)(?:,(\d+))?\)/.exec(columnType) ?? [];
  switch (dataType) {
    case 'bit':
      return integerRange(BigInt(first), true);
    case 'decimal': {
      const max = withPoint('9'.repeat(Number(first)), Number(second));
      return { min: isUnsigned ? '0' : `-${max}`, max: max };
    }
    case 'float':
    case 'double':
      return isUnsigned ? { min: '0', max: largestNumbers[dataType] ?? '' } : undefined;
    case 'datetime':
      return { min: '0000-01-01T00:00:00+00:00', max: `9999-12-31T23:59:59${maxFraction(first)}+00:00` };
    case 'timestamp':
      return { min: '1970-01-01T00:00:01+00:00', max: `${lastTimestamp}${maxFraction(first)}+00:00` };
    case 'time':
      return { min: '-838:59:59', max: '838:59:59' };
    default:
      return undefined;
  }
}

function integerRange(bits: bigint, isUnsigned: boolean): ValueRange {
  const half = 2n ** (bits - 1n);
  return isUnsigned ? { min: '0', max: String(2n ** bits - 1n) } : { min: String(-half), max: String(half - 1n) };
}

const withPoint = (digits: string, scale: number): string =>
  scale === 0 ? digits : `${digits.slice(0, -scale) || '0'}.${digits.slice(-scale)}`;

const maxFraction = (digits: string): string => (digits === '0' ? '' : `.${'9'.repeat(Number(digits))}`);
