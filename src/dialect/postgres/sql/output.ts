import type { FieldType, Model } from '../../../model/model.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isMidnight } from './operand.ts';

/**
 * A column as `to_json` should see it. Most are right as they are: `to_json` keeps the digits of numbers, writes dates
 * in ISO 8601 and, under `TimeZone=UTC`, `timestamptz` with `+00:00`.
 */
export function output(column: Sql, type: FieldType, numbers: Model['numbers']): Sql {
  const convert = converter(type, numbers);
  if (!type.list) return convert === undefined ? column : convert(column);
  // An array's type does not say how many dimensions it has: those of more are flattened.
  if (convert === undefined)
    return sql`case when pg_catalog.array_ndims(${column}) operator(pg_catalog.>) 1 then ${elements(column)} else ${column} end`;
  if (type.asText) return sql`case when ${column} is not null then ${wholeElements(column, convert)} end`;
  return sql`case when ${column} is null then null else ${elements(column, convert)} end`;
}

/** All elements of an array, whatever its dimensions, in their order. */
const elements = (column: Sql, convert = (value: Sql): Sql => value): Sql =>
  sql`array(select ${convert(raw('u.e'))} from pg_catalog.unnest(${column}) with ordinality u(e, n) order by u.n)`;

/** The same for elements that are rows, which `unnest` in FROM would split into their columns. */
const wholeElements = (column: Sql, convert: (value: Sql) => Sql): Sql =>
  sql`array(select ${convert(raw('u.e'))} from (select pg_catalog.unnest(${column}) as e) u)`;

function converter(type: FieldType, numbers: Model['numbers']): ((value: Sql) => Sql) | undefined {
  const { scalar, native, asText } = type;
  if (asText) return ownText;
  // A timestamp without a zone is taken as UTC, so that it is written with an offset like any other.
  if (scalar === 'DateTime' && native === 'timestamp') return (value) => sql`${value} at time zone 'UTC'`;
  if (isMidnight(type)) return (value) => sql`${value}::pg_catalog.timestamptz`;
  // encode() breaks lines every 76 characters.
  if (scalar === 'Base64String')
    return (value) => sql`pg_catalog.translate(pg_catalog.encode(${value}, 'base64'), E'\\n', '')`;
  if (numbers === 'string' && (scalar === 'Long' || scalar === 'Decimal')) return castToText;
  return undefined;
}

/**
 * The text that the type itself writes; a cast to text may write another one, as that of `inet` does. `num_nonnulls` is
 * 1 for a row of NULLs as well.
 */
export const ownText = (value: Sql): Sql =>
  sql`case when pg_catalog.num_nonnulls(${value}) operator(pg_catalog.=) 1 then pg_catalog.format('%s', ${value}) end`;

const castToText = (value: Sql): Sql => sql`${value}::pg_catalog.text`;
