import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { EXACT_COLLATION } from './exact-texts.ts';

/**
 * What a path finds, as text that is equal for equal values: `1:red.`; NULL where it finds nothing, or JSON's null. The last step is looked up
 * among the members of what the others lead to: only so the database tells what kind of value is there.
 * @param path a slot that `encodePath` encodes
 */
export function jsonPath(json: Sql, path: Slot): Sql {
  const asked = (member: string): Sql => sql`json_value(${parameter(path)}, ${raw(`'$.${member}'`)})`;
  // Within a list, the value itself has a place that a path leads to.
  const whole = sql`cast(N'[' as nvarchar(max)) + case when isjson(${json}) = 1 then ${json} end + N']'`;
  const parent = sql`(select json_query(${whole}, ${asked('parent')}) as j) as d`;
  return sql`(select top (1) ${comparable('o')} from ${parent} cross apply openjson(d.j) as o where left(d.j, 1) = ${asked('open')} and o.[key] = ${asked('leaf')} collate ${raw(EXACT_COLLATION)})`;
}

/** JSON to compare with what a path finds. @param value a slot that is encoded as a list of one */
export const comparedJson = (value: Slot): Sql =>
  sql`(select ${comparable('o')} from openjson(${parameter(value)}) as o)`;

/** A row of `openjson` as text: its kind and its value. Numbers are equal where their values are, such as 1.5 and 1.50. */
export function comparable(alias: string): Sql {
  const [type, value] = [raw(`${alias}.[type]`), raw(`${alias}.[value]`)];
  const float = sql`try_cast(${value} as float)`;
  const decimal = sql`isnull(try_cast(${value} as decimal(38,18)), try_cast(${float} as decimal(38,18)))`;
  const number = sql`concat(N'2:', ${decimal}, N'/', convert(nvarchar(40), ${float}, 3))`;
  return sql`case ${type} when 0 then null when 2 then ${number} else concat(${type}, N':', ${value}, N'.') end collate ${raw(EXACT_COLLATION)}`;
}
