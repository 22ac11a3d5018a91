import type { FieldType } from '../../../../model/model.ts';
import type { ScalarName } from '../../../../scalars/scalar.ts';
import { raw, type Sql, sql, type Token, tokensOf } from '../../../../sql/fragment.ts';
import { baseTypeName, isNarrow } from './native.ts';

const MAX_DIGITS = 38;

const typesOfScalars: Readonly<Record<ScalarName, string>> = {
  Short: 'int',
  Int: 'int',
  Long: 'bigint',
  Decimal: 'decimal(38,18)',
  Single: 'float',
  Float: 'float',
  Boolean: 'bit',
  String: 'nvarchar(max)',
  UUID: 'uniqueidentifier',
  Date: 'date',
  DateTime: 'datetimeoffset(7)',
  LocalTime: 'time(7)',
  Base64String: 'varbinary(max)',
  JSON: 'nvarchar(max)',
};

/**
 * Types to which compared values are cast, by the type name of the column. Absent if the column's own type fits every
 * value.
 */
const typesByName: Readonly<Record<string, string>> = {
  tinyint: 'int',
  smallint: 'int',
  money: 'decimal(38,19)',
  smallmoney: 'decimal(38,19)',
  datetime: 'datetime2(7)',
  smalldatetime: 'datetime2(7)',
  datetime2: 'datetime2(7)',
  datetimeoffset: 'datetimeoffset(7)',
  time: 'time(7)',
  char: 'varchar(8000)',
  varchar: 'varchar(8000)',
  text: 'nvarchar(max)',
  nchar: 'nvarchar(4000)',
  nvarchar: 'nvarchar(4000)',
  ntext: 'nvarchar(max)',
  binary: 'varbinary(8000)',
  varbinary: 'varbinary(max)',
  image: 'varbinary(max)',
};

/**
 * Returns the type to which a compared value is cast. The type fits values that the column would truncate or round,
 * such as a third digit for `decimal(10,2)`. It has the same family as the type of the column, so that an index of the
 * column remains usable.
 */
function comparedType(type: FieldType): string {
  const { native, scalar } = type;
  if (native === '') return typesOfScalars[scalar];
  if (native === 'date' && scalar === 'DateTime') return 'datetime2(7)';
  if (native === 'varchar(max)') return 'varchar(max)';
  if (native === 'nvarchar(max)') return 'nvarchar(max)';
  const baseType = baseTypeName(type);
  if (baseType === 'decimal' || baseType === 'numeric') return `decimal(${MAX_DIGITS},${comparedScale(type)})`;
  return typesByName[baseType] ?? native;
}

/** Returns the maximum number of fractional digits that leaves room for the column's integer digits. */
export function comparedScale({ native }: Pick<FieldType, 'native'>): number {
  const [, precision, scale] = /^(?:decimal|numeric)\((\d+),(\d+)\)$/.exec(native) ?? [];
  return precision === undefined ? 18 : MAX_DIGITS - Number(precision) + Number(scale);
}

/** Returns true if a decimal type has the full precision, as a sum has. */
export const takesAllDigits = (type: Pick<FieldType, 'native'>): boolean =>
  new RegExp(`^(?:decimal|numeric)\\(${MAX_DIGITS},${comparedScale(type)}\\)$`).test(type.native);

export const castForComparison = (value: Sql, type: FieldType): Sql => castFor(type, value, comparedType(type));

/**
 * Casts a value. A string type with a code page gets the collation of the column, because the collation of the database
 * may lack its characters: `cast(@p0 collate Cyrillic_General_CI_AS as varchar(8000))`.
 */
export const castFor = (type: FieldType, value: Sql, native: string): Sql =>
  cast(hasCodePage(type) ? sql`${value} collate ${raw(type.collation)}` : value, native);

/** Returns true if values are compared in the code page of the collation. False for `text`. */
export const hasCodePage = (type: FieldType): type is FieldType & { readonly collation: string } =>
  type.collation !== undefined && isNarrow({ native: comparedType(type) });

export const cast = (value: Sql, type: string): Sql => sql`cast(${value} as ${raw(type)})`;

/** Returns true for a plain column: `[1].[name]`. */
export function isColumn(value: Sql): boolean {
  const [first, second, third, ...rest] = tokensOf(value);
  return rest.length === 0 && isName(first) && second === '.' && isName(third);
}

const isName = (token: Token | undefined): boolean => typeof token === 'object' && token.kind === 'name';

/** Returns the parameter of `cast(@p0 as …)` or `cast(@p0 collate … as …)`. Undefined for other SQL. */
export function parameterOf(value: Sql): Sql | undefined {
  const [first, second, third, ...rest] = tokensOf(value).filter((token) => token !== '');
  const isCast =
    first === 'cast(' &&
    ((third === ' as ' && rest.length === 2) || (third === ' collate ' && rest[1] === ' as ' && rest.length === 4));
  return isCast && typeof second === 'object' && second.kind === 'parameter' ? [second] : undefined;
}
