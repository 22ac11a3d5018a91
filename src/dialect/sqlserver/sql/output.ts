import type { FieldType, Model } from '../../../model/model.ts';
import { type Sql, sql } from '../../../sql/fragment.ts';
import { floatMarker } from './json/markers.ts';
import { baseTypeName, scaleOf } from './types/native.ts';
import { cast } from './types/typed.ts';

export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const { scalar } = type;
  if (type.asText) return ownText(column, type);
  if (type.list) return sql`json_query(${cast(column, 'nvarchar(max)')})`;
  switch (scalar) {
    case 'Single':
    case 'Float':
      return floatMarker(column, scalar === 'Single');
    case 'Long':
    case 'Decimal':
      if (type.native === 'float' || type.native === 'real') {
        return floatMarker(column, type.native === 'real', numbers === 'string');
      }
      return numbers === 'string' ? sql`convert(nvarchar(41), ${number(column, type)})` : number(column, type);
    case 'JSON':
      // The type `json` is written as JSON, including scalars.
      return type.native === 'json' ? column : sql`json_query(case when isjson(${column}) = 1 then ${column} end)`;
    default:
      return textual(column, type) ?? column;
  }
}

function textual(column: Sql, type: FieldType): Sql | undefined {
  switch (type.scalar) {
    case 'Date':
      return sql`convert(nvarchar(10), ${column}, 23)`;
    case 'DateTime':
      return dateTimeText(column, type);
    case 'LocalTime':
      return timeText(column, type);
    case 'UUID':
      return sql`lower(convert(nvarchar(36), ${column}))`;
    case 'String':
      return /^n?text$/.test(type.native) ? cast(column, 'nvarchar(max)') : undefined;
    case 'Base64String':
      return type.native === 'image' ? cast(column, 'varbinary(max)') : undefined;
    default:
      return undefined;
  }
}

/** Casts money, which FOR JSON would write as a string. */
const number = (column: Sql, type: FieldType): Sql =>
  baseTypeName(type).endsWith('money') ? cast(column, 'decimal(19,4)') : column;

function ownText(column: Sql, type: FieldType): Sql {
  switch (type.native) {
    case 'geography':
    case 'geometry':
      return sql`${column}.STAsText()`;
    case 'hierarchyid':
      return sql`${column}.ToString()`;
    default:
      return cast(column, 'nvarchar(max)');
  }
}

/** `2024-01-01T10:00:00.12+00:00`, in UTC without trailing zeros. */
function dateTimeText(column: Sql, type: FieldType): Sql {
  if (type.native === 'date') return sql`convert(nvarchar(10), ${column}, 23) + N'T00:00:00+00:00'`;
  const dateTime = asDateTime2(column, type);
  const seconds = sql`stuff(convert(nvarchar(19), ${dateTime}, 120), 11, 1, N'T')`;
  if (fractionOf(type) === 0) return sql`${seconds} + N'+00:00'`;
  return sql`${seconds} + ${fraction(sql`substring(convert(nvarchar(27), ${dateTime}, 121), 20, 8)`)} + N'+00:00'`;
}

/** Converts to `datetime2(7)` in UTC. A `datetime` is rounded to milliseconds, because its ticks are 1/300 s. */
function asDateTime2(column: Sql, type: FieldType): Sql {
  switch (baseTypeName(type)) {
    case 'datetimeoffset':
      return cast(sql`switchoffset(${column}, '+00:00')`, 'datetime2(7)');
    case 'datetime':
      return cast(cast(column, 'datetime2(3)'), 'datetime2(7)');
    default:
      return cast(column, 'datetime2(7)');
  }
}

function timeText(column: Sql, type: FieldType): Sql {
  const seconds = sql`convert(nvarchar(8), ${column}, 108)`;
  if (scaleOf(type) === 0) return seconds;
  return sql`${seconds} + ${fraction(sql`substring(convert(nvarchar(16), cast(${column} as time(7)), 121), 9, 8)`)}`;
}

const fractionOf = (type: FieldType): number => (type.native === 'smalldatetime' ? 0 : scaleOf(type));

/** `.1200000` → `.12`; `.0000000` → '', for which STUFF returns NULL. */
const fraction = (digits: Sql): Sql =>
  sql`isnull(stuff(replace(rtrim(replace(replace(${digits}, N'0', N' '), N'.', N' ')), N' ', N'0'), 1, 1, N'.'), N'')`;

/** Returns a value as text that a cast converts back without loss. */
export function sortText(value: Sql, type: FieldType): Sql {
  switch (type.scalar) {
    case 'Single':
    case 'Float':
      return sql`convert(nvarchar(40), ${value}, 3)`;
    case 'Base64String':
      return sql`convert(nvarchar(max), convert(varbinary(max), ${value}), 2)`;
    case 'Date':
      return sql`convert(nvarchar(10), ${value}, 23)`;
    case 'DateTime':
    case 'LocalTime':
      return type.native === 'date'
        ? sql`convert(nvarchar(10), ${value}, 23)`
        : sql`convert(nvarchar(40), ${value}, 121)`;
    case 'Long':
    case 'Decimal':
      return sql`convert(nvarchar(41), ${number(value, type)})`;
    case 'Boolean':
    case 'Short':
    case 'Int':
      return sql`convert(nvarchar(11), ${value})`;
    case 'UUID':
      return sql`convert(nvarchar(36), ${value})`;
    default:
      return type.asText ? ownText(value, type) : cast(value, 'nvarchar(max)');
  }
}
