import type { FieldType } from '../../../model/model.ts';
import type { OperandVerbs } from '../../../sql/dialect.ts';
import { raw, type Sql, sql } from '../../../sql/fragment.ts';
import { scalar } from '../../limit-offset/limit-offset.ts';
import { aggregate, groupKey } from './aggregate.ts';
import { hash } from './hash.ts';
import { call, isMidnight, jsonPath, value } from './operand.ts';
import { text } from './text.ts';

/** A domain may have no operators of its own. Lists, unlike their elements, compare with those of the same type only. */
function comparand(column: Sql, type: FieldType): Sql {
  if (type.arrayAsJson === true) return sql`to_jsonb(${column})`;
  if (type.domain === true) return sql`${column}::${raw(type.native)}`;
  return type.list && isMidnight(type) ? sql`${column}::timestamp[]` : column;
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
