import type { FieldType, Model } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isDateAsDateTime } from './operand.ts';

/**
 * Returns a value for `to_json`, which keeps the digits of numbers and writes ISO 8601 dates. Under `TimeZone=UTC`, it
 * writes `timestamptz` with `+00:00`.
 */
export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const convert = converter(type, numbers);
  if (!type.list) return convert === undefined ? column : convert(column);
  // An array type does not fix the number of dimensions; arrays with several are flattened.
  if (convert === undefined)
    return sql`case when pg_catalog.array_ndims(${column}) operator(pg_catalog.>) 1 then ${elements(column)} else ${column} end`;
  if (type.asText) return sql`case when ${column} is not null then ${wholeElements(column, convert)} end`;
  return sql`case when ${column} is null then null else ${elements(column, convert)} end`;
}

/** Returns the elements of an array. Flattens all dimensions, in order. */
const elements = (column: Sql, convert = (value: Sql): Sql => value): Sql =>
  sql`array(select ${convert(raw('u.e'))} from pg_catalog.unnest(${column}) with ordinality u(e, n) order by u.n)`;

/** Variant for composite elements, which `unnest` in FROM would split into columns. */
const wholeElements = (column: Sql, convert: (value: Sql) => Sql): Sql =>
  sql`array(select ${convert(raw('u.e'))} from (select pg_catalog.unnest(${column}) as e) u)`;

function converter(type: FieldType, numbers: Model['numbers']): ((value: Sql) => Sql) | undefined {
  const { scalar, native, asText } = type;
  if (asText) return ownText;
  // A timestamp without a time zone is treated as UTC, so that every timestamp has an offset.
  if (scalar === 'DateTime' && native === 'timestamp') return (value) => sql`${value} at time zone 'UTC'`;
  if (isDateAsDateTime(type)) return (value) => sql`${value}::pg_catalog.timestamptz`;
  // encode() breaks lines every 76 characters.
  if (scalar === 'Base64String')
    return (value) => sql`pg_catalog.translate(pg_catalog.encode(${value}, 'base64'), E'\\n', '')`;
  if (numbers === 'string' && (scalar === 'Long' || scalar === 'Decimal')) return castToText;
  return undefined;
}

/**
 * Returns the text of the type's output function; a cast to text may differ, as for `inet`. `num_nonnulls` is 1 even
 * for a row of NULLs.
 */
export const ownText = (value: Sql): Sql =>
  sql`case when pg_catalog.num_nonnulls(${value}) operator(pg_catalog.=) 1 then pg_catalog.format('%s', ${value}) end`;

const castToText = (value: Sql): Sql => sql`${value}::pg_catalog.text`;
