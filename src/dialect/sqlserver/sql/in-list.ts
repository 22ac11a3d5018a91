import { invariant } from '../../../base/invariant.ts';
import type { FieldType } from '../../../model/model.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, combine, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { hasIndex, mayLoseLetters, roundedTo } from './compare.ts';
import { byCode, digitsOf, exactText, mayFold } from './exact-texts.ts';
import { comparable, rowsOf } from './json-path.ts';
import { compared, hasOwnLetters } from './typed.ts';

/** An element of the list, as text. */
const ELEMENT = raw('v.[value]');

/** Whether an operand is among the values of one parameter, a JSON array. */
export function inList({ sql: own, type }: OperandSql, values: Slot): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  if (use.type.scalar === 'JSON') return among(own, comparable('v'), values, rowsOf(parameter(values), 'v'));
  // Bytes by their digits: as bytes, zeros at the end would mean nothing.
  if (use.type.scalar === 'Base64String') {
    return among(byCode(digitsOf(own)), ELEMENT, values);
  }
  const element = compared(ELEMENT, use.type);
  if (mayFold(type)) {
    const exact = among(exactText(own, type), exactText(ELEMENT, type), values);
    const { collation } = type;
    if (collation === undefined || !hasIndex({ sql: own, type })) return exact;
    return combine('and', [among(own, collatedElement(type, collation), values), exact]);
  }
  if (type.collation !== undefined) return amongByCollation(own, type, type.collation, values);
  const form = roundedTo(type);
  if (form === undefined) return among(own, element, values);
  return combine('and', [among(own, form.rounded(element), values), among(form.exact(own), element, values)]);
}

/** Returns an element of the list with the collation of the column: an element's own would conflict with it. */
const collatedElement = (type: FieldType, collation: string): Sql =>
  hasOwnLetters(type) ? compared(ELEMENT, type) : sql`${compared(ELEMENT, type)} collate ${raw(collation)}`;

/** Elements that change when they are cast equal no row; see `compare`. */
function amongByCollation(own: Sql, type: FieldType, collation: string, values: Slot): Condition {
  const element = collatedElement(type, collation);
  const rows = sql`openjson(${parameter(values)}) as v`;
  return mayLoseLetters(type)
    ? among(own, element, values, sql`${rows} where ${element} = ${ELEMENT} collate ${raw(collation)}`)
    : among(own, element, values, rows);
}

const among = (own: Sql, element: Sql, values: Slot, rows = sql`openjson(${parameter(values)}) as v`): Condition =>
  condition`${own} in (select ${element} from ${rows})`;
