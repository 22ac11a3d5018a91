import type { FieldType } from '../../../model/model.ts';
import type { OperandVerbs } from '../../../sql/dialect.ts';
import { raw, type Sql, sql, subquery } from '../../../sql/fragment.ts';
import type { ChosenRows } from '../../../sql/query.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
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

const scalar = (value: Sql, rows: ChosenRows, atMostOne: boolean): Sql =>
  subquery(sql`select ${value}${fromWhere(rows)}${limitOne(atMostOne)}`);

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
