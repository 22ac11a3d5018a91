import type { OperandVerbs } from '../../../sql/dialect.ts';
import { scalar } from '../../limit-offset/limit-offset.ts';
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
  scalar,
  jsonPath: () => neverOffered(),
  aggregate,
  groupKey: (value) => value,
} satisfies OperandVerbs;
