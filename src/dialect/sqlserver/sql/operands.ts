import type { OperandVerbs } from '../../../sql/dialect.ts';
import { raw, sql, subquery } from '../../../sql/fragment.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { aggregate, groupKey } from './aggregate.ts';
import { hash } from './hash.ts';
import { jsonPath } from './json-path.ts';
import { call, comparand, value } from './operand.ts';
import { text } from './text.ts';

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
  scalar: (value, rows, atMostOne) =>
    subquery(sql`select ${raw(atMostOne ? '' : 'top (1) ')}${value}${fromWhere(rows)}`),
} satisfies OperandVerbs;
