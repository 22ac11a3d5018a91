import { raw, type Sql, sql } from '../../../sql/fragment.ts';

/**
 * Converts a value as its column does: an integer column stores 3.4 as 3. A value out of range stays unchanged, so that
 * the insert fails.
 * @param native the declared type: `decimal(10,2)`
 */
export function storedValue(value: Sql, native: string): Sql {
  const { type, size } = partsOf(native);
  switch (type) {
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'bigint':
      return sql`cast(${value} as decimal(65))`;
    case 'decimal':
      return sql`cast(${value} as decimal(65, ${raw(size.split(',')[1] ?? '0')}))`;
    case 'float':
    case 'double':
    case 'date':
      return sql`cast(${value} as ${raw(type)})`;
    case 'time':
      // MySQL reads a parameter cast to `time` as a datetime, so 24:00:00 becomes 00:00:00.
      return sql`cast(cast(${value} as char) as time(${raw(size || '0')}))`;
    case 'datetime':
    case 'timestamp':
      return sql`cast(${value} as datetime(${raw(size || '0')}))`;
    case 'char':
      return sql`trim(trailing ' ' from ${value})`;
    case 'varchar':
      // Only spaces are truncated without an error.
      return sql`if(char_length(trim(trailing ' ' from ${value})) > ${raw(size)}, ${value}, left(${value}, ${raw(size)}))`;
    case 'binary':
      return sql`rpad(${value}, greatest(${raw(size)}, length(${value})), 0x00)`;
    default:
      return value;
  }
}

/** Converts a written value to find its row: `char` loses trailing spaces, `binary` is padded, times are rounded. */
export function storedKey(value: Sql, native: string): Sql {
  const { type, size } = partsOf(native);
  switch (type) {
    case 'char':
      return sql`trim(trailing ' ' from ${value})`;
    case 'varchar':
      return sql`left(${value}, ${raw(size)})`;
    case 'binary':
      return sql`rpad(${value}, ${raw(size)}, 0x00)`;
    case 'time':
      return sql`cast(cast(${value} as char) as time(${raw(size || '0')}))`;
    case 'datetime':
    case 'timestamp':
      return sql`cast(${value} as datetime(${raw(size || '0')}))`;
    case 'float':
      return size === '' ? value : sql`cast(round(${value}, ${raw(size.split(',')[1] ?? '0')}) as float)`;
    default:
      return value;
  }
}

function partsOf(native: string): { readonly type: string; readonly size: string } {
  const [, type = '', size = ''] = /^(\w+)(?:\((\d+(?:,\d+)?)\))?/.exec(native) ?? [];
  return { type, size };
}
