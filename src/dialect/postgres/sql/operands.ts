import type { FieldType } from '../../../model/model.ts';
import type { OperandVerbs } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { scalar } from '../../limit-offset/limit-offset.ts';
import { aggregate, groupKey } from './aggregate.ts';
import { hash } from './hash.ts';
import { typeName } from './names.ts';
import { call, isMidnight, jsonPath, value } from './operand.ts';
import { text } from './text.ts';

/**
 * A column as something to compare. A domain may lack operators, so its base type is compared; arrays need equal types.
 */
function comparand(column: Sql, type: FieldType): Sql {
  if (type.arrayAsJson === true) return sql`pg_catalog.to_jsonb(${column})`;
  if (type.domain === true) return sql`${column}::${raw(typeName(type.native))}`;
  return type.list && isMidnight(type) ? sql`${column}::pg_catalog.timestamp[]` : column;
}

export const operands = {
  column: comparand,
  sortKey: comparand,
  value,
  text,
  hash,
  jsonPath,
  call,
  aggregate,
  groupKey,
  scalar,
} satisfies OperandVerbs;
