import type { Slot } from '../../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { withBinaryCollation } from '../exact-strings.ts';

/**
 * Returns the value at a path as text that is equal for equal values. Only OPENJSON returns a value's type, so the last
 * step searches the parent's members.
 * @param path encoded by `encodePath`
 */
export function jsonPath(json: Sql, path: Slot): Sql {
  const pathMember = (member: string): Sql => sql`json_value(${parameter(path)}, ${raw(`'$.${member}'`)})`;
  // The value is wrapped in an array, so that even the root has a parent.
  const whole = sql`cast(N'[' as nvarchar(max)) + case when isjson(${json}) = 1 then ${json} end + N']'`;
  const parent = sql`(select json_query(${whole}, ${pathMember('parent')}) as j) as d`;
  // Trailing spaces of a key are significant.
  const isAtPath = sql`left(d.j, 1) = ${pathMember('open')} and ${withBinaryCollation(raw("(o.[key] + N'.')"))} = ${pathMember('leaf')} + N'.'`;
  return sql`(select top (1) ${comparable('o')} from ${parent} cross apply ${rowsOf(raw('d.j'), 'o')} where ${isAtPath})`;
}

export const comparedJson = (value: Slot): Sql =>
  sql`(select ${comparable('o')} from ${rowsOf(parameter(value), 'o')})`;

export const rowsOf = (json: Sql, alias: string): Sql =>
  sql`openjson(${json}) as ${raw(alias)} cross apply ${contentOf(alias, 1)} as c1`;

/** Returns text that is equal for equal content: `1:6:red;`; NULL for JSON null. */
export const comparable = (alias: string): Sql =>
  withBinaryCollation(sql`case ${raw(alias)}.[type] when 0 then null else ${serializeMember(alias, raw('c1.t'))} end`);

/** Number of levels that are compared by content; deeper arrays and objects are compared as text. */
const LEVELS = 3;

/**
 * Returns a subquery with the members of an array or object as one string, sorted by key. An aggregate accepts no
 * subquery, so CROSS APPLY computes the content of nested members first.
 */
function contentOf(holder: string, level: number): Sql {
  const [member, deeper] = [`o${level}`, `c${level + 1}`];
  const isLast = level === LEVELS;
  const applied = isLast ? sql`` : sql` cross apply ${contentOf(member, level + 1)} as ${raw(deeper)}`;
  const content = raw(isLast ? `${member}.[value]` : `${deeper}.t`);
  const key = raw(`${member}.[key]`);
  const text = sql`concat(datalength(${key}), N':', ${withBinaryCollation(key)}, ${serializeMember(member, content)})`;
  const json = raw(`case when ${holder}.[type] > 3 then ${holder}.[value] end`);
  return sql`(select string_agg(cast(${text} as nvarchar(max)), N'') within group (order by ${withBinaryCollation(sql`(${key} + N'.')`)}) as t from openjson(${json}) as ${raw(member)}${applied})`;
}

/**
 * Serializes type, length, and value. All parts have the same collation, which concatenation requires.
 * @param content serialized members, if the value is an array or object
 */
function serializeMember(alias: string, content: Sql): Sql {
  const [type, value] = [raw(`${alias}.[type]`), raw(`${alias}.[value]`)];
  const text = sql`concat(datalength(${value}), N':', ${withBinaryCollation(value)})`;
  return sql`concat(${type}, N':', case when ${type} = 2 then ${serializedNumber(value)} when ${type} in (1, 3) then ${text} else ${withBinaryCollation(content)} end, N';')`;
}

/** Serializes a number, so that 1.5 and 1.50 are equal. */
function serializedNumber(value: Sql): Sql {
  const float = sql`try_cast(${value} as float)`;
  const decimal = sql`isnull(try_cast(${value} as decimal(38,18)), try_cast(${float} as decimal(38,18)))`;
  return sql`concat(${decimal}, N'/', convert(nvarchar(40), ${float}, 3))`;
}
