import type { ColumnType, ValueRange } from '../../../model/catalog-column.ts';
import type { ScalarName } from '../../../scalars/scalar.ts';
import type { AreComparable } from '../../introspection.ts';
import { kinds } from '../../standard/kinds.ts';
import type { TypeRow } from './catalog-rows.ts';

/** Types that map to a scalar. Vectors are lists, and all other types are read as text. */
const scalars: Readonly<Record<string, ScalarName>> = {
  bit: 'Boolean',
  tinyint: 'Short',
  smallint: 'Short',
  int: 'Int',
  bigint: 'Long',
  decimal: 'Decimal',
  numeric: 'Decimal',
  money: 'Decimal',
  smallmoney: 'Decimal',
  real: 'Single',
  float: 'Float',
  char: 'String',
  varchar: 'String',
  text: 'String',
  nchar: 'String',
  nvarchar: 'String',
  ntext: 'String',
  sysname: 'String',
  uniqueidentifier: 'UUID',
  date: 'Date',
  datetime: 'DateTime',
  smalldatetime: 'DateTime',
  datetime2: 'DateTime',
  datetimeoffset: 'DateTime',
  time: 'LocalTime',
  binary: 'Base64String',
  varbinary: 'Base64String',
  image: 'Base64String',
  timestamp: 'Base64String',
  rowversion: 'Base64String',
  json: 'JSON',
};

const ranges: Readonly<Record<string, ValueRange>> = {
  tinyint: { min: '0', max: '255' },
  smallint: { min: '-32768', max: '32767' },
  int: { min: '-2147483648', max: '2147483647' },
  bigint: { min: '-9223372036854775808', max: '9223372036854775807' },
  money: { min: '-922337203685477.5808', max: '922337203685477.5807' },
  smallmoney: { min: '-214748.3648', max: '214748.3647' },
};

const ordered: ReadonlySet<string> = new Set(['hierarchyid']);

const exposedAsText: ReadonlySet<string> = new Set(['xml', 'sql_variant', 'hierarchyid', 'geography', 'geometry']);

const isKnownType = (type: string): boolean => type in scalars || type === 'vector' || exposedAsText.has(type);

const isWide = (type: string): boolean => /^(?:n(?:var)?char|ntext|sysname)$/.test(type);

/** Returns the type of a vector. Without a known dimension, a vector is passed as JSON array text. */
const vectorType = (dimension: number | undefined): ColumnType => ({
  list: true,
  scalar: 'Single',
  native: dimension === undefined ? 'nvarchar(max)' : `vector(${dimension})`,
  asText: false,
  comparison: 'none',
  ...(dimension !== undefined && { dimension }),
});

/** @param isJson true if a check restricts the column to JSON */
export function resolveType(row: TypeRow, isJson = false): ColumnType {
  if (row.type === 'vector') return vectorType(row.dimension);
  const base = { list: false, native: nativeOf(row), asText: false } as const;
  const scalar = isJson ? 'JSON' : scalars[row.type];
  if (scalar === undefined) {
    return {
      ...base,
      scalar: 'String',
      asText: true,
      qualifiedName: { schema: '', name: row.type },
      ...(!ordered.has(row.type) && { comparison: 'none' }),
    };
  }
  const range = rangeOf(row);
  return {
    ...base,
    scalar,
    ...(scalar === 'String' && describeText(row)),
    ...(/binary$/.test(row.type) && row.length > 0 && { maxLength: row.length, lengthUnit: 'byte' as const }),
    ...(scalar === 'Decimal' && describeDecimal(row)),
    ...(range && { range }),
    ...(isRowVersion(row.type) && { ordersCommits: true as const }),
  };
}

const ROW_VERSIONS: ReadonlySet<string> = new Set(['timestamp', 'rowversion']);

export const isRowVersion = (type: string): boolean => ROW_VERSIONS.has(type);

/** `nvarchar(80)`, `varbinary(max)`, `decimal(10,2)` */
function nativeOf({ type, length, precision, scale }: TypeRow): string {
  switch (type) {
    case 'char':
    case 'varchar':
    case 'binary':
    case 'varbinary':
      return `${type}(${length < 0 ? 'max' : length})`;
    case 'nchar':
    case 'nvarchar':
      return `${type}(${length < 0 ? 'max' : length / 2})`;
    case 'sysname':
      return 'nvarchar(128)';
    case 'decimal':
    case 'numeric':
      return `decimal(${precision},${scale})`;
    case 'datetime2':
    case 'datetimeoffset':
    case 'time':
      return `${type}(${scale})`;
    case 'timestamp':
    case 'rowversion':
      return 'binary(8)';
    default:
      return type;
  }
}

/** Every collation ignores trailing spaces, so it may treat different strings as equal. */
function describeText({
  type,
  length,
  collation,
}: TypeRow): Pick<ColumnType, 'maxLength' | 'lengthUnit' | 'collation'> {
  const hasSize = length > 0 && !type.endsWith('text');
  const lengthUnit = isWide(type) ? 'utf16' : unitOf(collation);
  return {
    ...(hasSize && lengthUnit !== undefined && { maxLength: isWide(type) ? length / 2 : length, lengthUnit }),
    ...(collation !== null && collation !== undefined && { collation }),
  };
}

/**
 * Returns the unit of a string's length; undefined for multibyte code pages, whose length the server checks. A
 * parameter has no collation, and the server silently truncates its value. Its length is therefore counted in UTF-8
 * bytes: no other encoding is longer.
 */
function unitOf(collation: string | null | undefined): 'byte' | 'utf16' | undefined {
  if (collation === null || collation === undefined || /_UTF8$/i.test(collation)) return 'byte';
  return /^(?:Japanese|Chinese|Korean)/i.test(collation) ? undefined : 'utf16';
}

function describeDecimal({ type, precision, scale }: TypeRow): Pick<ColumnType, 'precision' | 'scale'> {
  return type.endsWith('money') ? { precision: type === 'money' ? 19 : 10, scale: 4 } : { precision, scale };
}

function rangeOf({ type, precision, scale }: TypeRow): ValueRange | undefined {
  if (type !== 'decimal' && type !== 'numeric') return ranges[type];
  const max = `${'9'.repeat(precision - scale) || '0'}${scale > 0 ? `.${'9'.repeat(scale)}` : ''}`;
  return { min: `-${max}`, max };
}

/** SQL Server would convert strings to numbers or UUIDs, and fail at the first invalid string. */
export const areComparable: AreComparable = (_query, left, right) =>
  Promise.resolve(
    left.comparison !== 'none' &&
      right.comparison !== 'none' &&
      kindOf(left) === kindOf(right) &&
      (left.collation === undefined || right.collation === undefined || left.collation === right.collation),
  );

const kindOf = ({ asText, native, scalar }: ColumnType): string => (asText ? native : (kinds[scalar] ?? scalar));

/** Default size of types with a size: https://learn.microsoft.com/sql/t-sql/data-types/data-types-transact-sql */
const sizes: Readonly<Record<string, number>> = {
  ...{ decimal: 18, numeric: 18 },
  vector: 1,
  ...{ datetime2: 7, datetimeoffset: 7, time: 7 },
  ...{ char: 1, varchar: 1, nchar: 1, nvarchar: 1, binary: 1, varbinary: 1 },
};

const LARGEST_DECIMAL = 38;

const LARGEST_FRACTION = 7;

/** Maximum size of a string or bytes, in bytes. */
const MAX_SIZE = 8000;

/** Returns undefined if the type is invalid. */
export function readType(declared: string): ColumnType | undefined {
  const match = /^\s*(\w+)\s*(?:\(\s*(\d+|max)\s*(?:,\s*(\d+)\s*)?\))?\s*$/i.exec(declared);
  const type = match?.[1]?.toLowerCase() ?? '';
  if (!isKnownType(type)) return undefined;
  const first = match?.[2]?.toLowerCase();
  if (first !== undefined && !(type in sizes)) return undefined;
  const isMax = first === 'max';
  const size = isMax ? -1 : Number(first ?? sizes[type] ?? 0);
  const second = match?.[3] === undefined ? undefined : Number(match[3]);
  const row = { type, length: 0, precision: 0, scale: 0, collation: null };
  switch (type) {
    case 'decimal':
    case 'numeric': {
      const scale = second ?? 0;
      if (size < 1 || size > LARGEST_DECIMAL || scale > size) return undefined;
      return resolveType({ ...row, precision: size, scale });
    }
    case 'datetime2':
    case 'datetimeoffset':
    case 'time':
      if (second !== undefined || size < 0 || size > LARGEST_FRACTION) return undefined;
      return resolveType({ ...row, scale: size });
    case 'vector':
      // The dimension of a declared result column is ignored: its values are passed as JSON array text.
      return second !== undefined || isMax ? undefined : resolveType(row);
    default: {
      if (second !== undefined || (isMax && !type.includes('var'))) return undefined;
      const length = isMax || !isWide(type) ? size : size * 2;
      if (type in sizes && !isMax && (length < 1 || length > MAX_SIZE)) return undefined;
      return resolveType({ ...row, length });
    }
  }
}
