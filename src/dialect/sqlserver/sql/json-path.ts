import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { byCode } from './exact-texts.ts';

/**
 * What a path finds, as text that is equal for equal values; NULL where it finds nothing, or JSON's null. The last step is looked up
 * among the members of what the others lead to: only so the database tells what kind of value is there.
 * @param path a slot that `encodePath` encodes
 */
export function jsonPath(json: Sql, path: Slot): Sql {
  const asked = (member: string): Sql => sql`json_value(${parameter(path)}, ${raw(`'$.${member}'`)})`;
  // Within a list, the value itself has a place that a path leads to.
  const whole = sql`cast(N'[' as nvarchar(max)) + case when isjson(${json}) = 1 then ${json} end + N']'`;
  const parent = sql`(select json_query(${whole}, ${asked('parent')}) as j) as d`;
  // Blanks at the end of a key count.
  const place = sql`left(d.j, 1) = ${asked('open')} and ${byCode(raw("(o.[key] + N'.')"))} = ${asked('leaf')} + N'.'`;
  return sql`(select top (1) ${comparable('o')} from ${parent} cross apply ${rowsOf(raw('d.j'), 'o')} where ${place})`;
}

/** JSON to compare with what a path finds. @param value a slot that is encoded as a list of one */
export const comparedJson = (value: Slot): Sql =>
  sql`(select ${comparable('o')} from ${rowsOf(parameter(value), 'o')})`;

/** The items or members of JSON, with what is needed to compare them. */
export const rowsOf = (json: Sql, alias: string): Sql =>
  sql`openjson(${json}) as ${raw(alias)} cross apply ${contentOf(alias, 1)} as c1`;

/** One of `rowsOf` as text that is the same for values of the same content: `1:6:red;`; NULL for JSON's null. */
export const comparable = (alias: string): Sql =>
  byCode(sql`case ${raw(alias)}.[type] when 0 then null else ${written(alias, raw('c1.t'))} end`);

/** Lists and objects are compared by their content as many levels down; what is further down, as it was written. */
const LEVELS = 3;

/** What a list or an object holds, in the order of its keys: an aggregate takes no subquery, so what its members hold is applied before. */
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
 * Its kind and its value; a text with its length, so that nothing in it is taken for what comes behind. Keys, values and contents each have a
 * collation of their own, which texts that are put together must not.
 * @param content of a list or an object
 */
function written(alias: string, content: Sql): Sql {
  const [type, value] = [raw(`${alias}.[type]`), raw(`${alias}.[value]`)];
  const text = sql`concat(datalength(${value}), N':', ${byCode(value)})`;
  return sql`concat(${type}, N':', case when ${type} = 2 then ${writtenNumber(value)} when ${type} in (1, 3) then ${text} else ${byCode(content)} end, N';')`;
}

/** Numbers are equal where their values are, such as 1.5 and 1.50. */
function writtenNumber(value: Sql): Sql {
  const float = sql`try_cast(${value} as float)`;
  const decimal = sql`isnull(try_cast(${value} as decimal(38,18)), try_cast(${float} as decimal(38,18)))`;
  return sql`concat(${decimal}, N'/', convert(nvarchar(40), ${float}, 3))`;
}
