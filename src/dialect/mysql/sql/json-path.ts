import type { Slot } from '../../../plan/shape/slot.ts';
import { parameter, type Sql, sql } from '../../../sql/fragment.ts';

/**
 * What a path finds, as JSON: NULL for its null, and where something is no list of which the path asks an item.
 * @param path a slot that `encodePath` encodes
 */
export function jsonPath(json: Sql, path: Slot): Sql {
  const asked = parameter(path);
  const found = sql`json_extract(${json}, json_unquote(json_extract(${asked}, '$.path')))`;
  const lists = sql`json_table(${asked}, '$.lists[*]' columns (p text path '$')) as l`;
  const isNoList = sql`exists (select 1 from ${lists} where json_type(json_extract(${json}, l.p)) <> 'ARRAY')`;
  return sql`case when json_length(${asked}, '$.lists') > 0 and ${isNoList} then null else nullif(${found}, cast('null' as json)) end`;
}
