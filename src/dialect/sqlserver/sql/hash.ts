import { isFloating } from '../../../scalars/operators.ts';
import { column, join, raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ColumnSql } from '../../../sql/query.ts';
import { JSON_ROW, JSON_ROWS } from './json/for-json.ts';
import { floatText } from './json/markers.ts';
import { output } from './output.ts';

/** Hashes JSON, which distinguishes NULL from '' and separates values. FOR JSON encodes the digest as Base64. */
export function hash(columns: readonly ColumnSql[]): Sql {
  const members = columns.map((value, index) => sql`${element(value)} as ${raw(`[${index}]`)}`);
  const digest = sql`hashbytes('SHA2_256', ${subquery(sql`select ${join(members, ', ')}${JSON_ROWS}`)})`;
  const base64 = sql`json_value(${subquery(sql`select ${digest} as b${JSON_ROW}`)}, '$.b')`;
  return sql`replace(replace(left(${base64}, 22), N'+', N'-'), N'/', N'_')`;
}

function element({ alias, name, type }: ColumnSql): Sql {
  const value = column(alias, name);
  return isFloating(type) && !type.asText && !type.list ? floatText(value) : output(value, type, 'number');
}
