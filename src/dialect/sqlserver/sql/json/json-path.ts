import type { Slot } from '../../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../../sql/fragment.ts';
import { byCode } from '../exact-texts.ts';

/**
 * Returns the value at a path as text that is equal for equal values; NULL for no value and JSON null. The last step
 * searches the members of its parent, because only OPENJSON returns a value's type.
 * @param path encoded by `encodePath`
 */
export function jsonPath(json: Sql, path: Slot): Sql {
  const asked = (member: string): Sql => sql`json_value(${parameter(path)}, ${raw(`'$.${member}'`)})`;
  // In an array, the root itself has a path.
  const whole = sql`cast(N'[' as nvarchar(max)) + case when isjson(${json}) = 1 then ${json} end + N']'`;
  const parent = sql`(select json_query(${whole}, ${asked('parent')}) as j) as d`;
  // Trailing spaces of a key are significant.
  const place = sql`left(d.j, 1) = ${asked('open')} and ${byCode(raw("(o.[key] + N'.')"))} = ${asked('leaf')} + N'.'`;
  return sql`(select top (1) ${comparable('o')} from ${parent} cross apply ${rowsOf(raw('d.j'), 'o')} where ${place})`;
}

/** @param value encoded as a one-element array */
export const comparedJson = (value: Slot): Sql =>
  sql`(select ${comparable('o')} from ${rowsOf(parameter(value), 'o')})`;

export const rowsOf = (json: Sql, alias: string): Sql =>
  sql`openjson(${json}) as ${raw(alias)} cross apply ${contentOf(alias, 1)} as c1`;

/** Returns an item of `rowsOf` as text that is equal for equal content: `1:6:red;`; NULL for JSON null. */
export const comparable = (alias: string): Sql =>
  byCode(sql`case ${raw(alias)}.[type] when 0 then null else ${written(alias, raw('c1.t'))} end`);

/** Arrays and objects nested more deeply are compared as text. */
const LEVELS = 3;

/**
 * Returns the content of an array or object in key order. An aggregate accepts no subquery, so nested content is
 * applied first.
 */
function contentOf(holder: string, level: number): Sql {
  const [member, deeper] = [`o${level}`, `c${level + 1}`];
  const isLast = level === LEVELS;
  const applied = isLast ? sql`` : sql` cross apply ${contentOf(member, level + 1)} as ${raw(deeper)}`;
  const content = raw(isLast ? `${member}.[value]` : `${deeper}.t`);
  const key = raw(`${member}.[key]`);
  const text = sql`concat(datalength(${key}), N':', ${byCode(key)}, ${written(member, content)})`;
  const json = raw(`case when ${holder}.[type] > 3 then ${holder}.[value] end`);
  return sql`(select string_agg(cast(${text} as nvarchar(max)), N'') within group (order by ${byCode(sql`(${key} + N'.')`)}) as t from openjson(${json}) as ${raw(member)}${applied})`;
}

/**
 * Returns the type and value, with the length of strings. Collations are unified, because concatenation rejects
 * different ones.
 * @param content of an array or object
 */
function written(alias: string, content: Sql): Sql {
  const [type, value] = [raw(`${alias}.[type]`), raw(`${alias}.[value]`)];
  const text = sql`concat(datalength(${value}), N':', ${byCode(value)})`;
  return sql`concat(${type}, N':', case when ${type} = 2 then ${writtenNumber(value)} when ${type} in (1, 3) then ${text} else ${byCode(content)} end, N';')`;
}

/** 1.5 and 1.50 are equal. */
function writtenNumber(value: Sql): Sql {
  const float = sql`try_cast(${value} as float)`;
  const decimal = sql`isnull(try_cast(${value} as decimal(38,18)), try_cast(${float} as decimal(38,18)))`;
  return sql`concat(${decimal}, N'/', convert(nvarchar(40), ${float}, 3))`;
}
