import type { OperandVerbs } from '../../../sql/dialect.ts';
import { sql, subquery } from '../../../sql/fragment.ts';
import { limitOne } from '../../limit-offset/limit-offset.ts';
import { fromWhere } from '../../standard/chosen-rows.ts';
import { neverOffered } from '../../standard/never-offered.ts';
import { aggregate } from './aggregate.ts';
import { text } from './glue.ts';
import { hash } from './hash.ts';
import { call, value } from './operand.ts';
import { comparand, placeOfLabel } from './output.ts';

export const operands = {
  column: comparand,
  // Beyond a subquery only the label of an enum is left, which would sort as text.
  sortKey: (column, type) => (type.enum === undefined ? comparand(column, type) : placeOfLabel(column, type)),
  value,
  text,
  hash,
  call,
  scalar: (wanted, rows, atMostOne) => subquery(sql`select ${wanted}${fromWhere(rows)}${limitOne(atMostOne)}`),
  jsonPath: () => neverOffered(),
  aggregate,
  groupKey: (value) => value,
} satisfies OperandVerbs;
