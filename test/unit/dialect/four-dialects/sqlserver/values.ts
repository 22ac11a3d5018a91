import { fromWhere } from '../../../../../src/dialect/standard/chosen-rows.ts';
import type { FieldType } from '../../../../../src/model/model.ts';
import type { Slot } from '../../../../../src/plan/shape/slot.ts';
import type { OperandVerbs } from '../../../../../src/sql/dialect.ts';
import { parameter, raw, type Sql, sql, subquery } from '../../../../../src/sql/fragment.ts';
import { notShown } from '../not-shown.ts';

/** Parameters are texts: each is cast to the type of its column, so that an index serves and no digit is lost. */
export const typed = (slot: Slot, { native }: Pick<FieldType, 'native'>): Sql =>
  native === '' ? parameter(slot) : sql`cast(${parameter(slot)} as ${raw(native)})`;

export const operands = {
  column: (column) => column,
  sortKey: (column) => column,
  value: typed,
  text: (text) => raw(`N'${text.replaceAll("'", "''")}'`),
  scalar: (value, rows, atMostOne) =>
    subquery(sql`select ${raw(atMostOne ? '' : 'top (1) ')}${value}${fromWhere(rows)}`),
  hash: () => notShown('hashes'),
  jsonPath: () => notShown('paths into JSON'),
  call: () => notShown('functions'),
  aggregate: () => notShown('groups'),
  groupKey: () => notShown('groups'),
} satisfies OperandVerbs;
