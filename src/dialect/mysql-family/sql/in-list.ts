import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { isPlaced } from '../catalog/labels.ts';
import { hasNullErrorValue, labelOrNull } from './error-value.ts';
import { exactFor } from './exact-texts.ts';
import type { Forms } from './forms.ts';
import { asItIs, declared, type Element, elementOf } from './json-elements.ts';
import { inNarrowList, narrowCollation } from './narrow-texts.ts';
import { truth } from './truth.ts';

/** Whether an operand is among the values of one parameter, a JSON array. */
export function inList(operand: OperandSql, values: Slot, forms: Forms): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  const narrow = narrowCollation(operand.type);
  if (narrow !== undefined && use.type.scalar === 'String') return inNarrowList(operand, values, narrow, forms);
  const element = isPlaced(use.type) ? PLACE : elementOf(use.type, forms.decimalScale);
  const table = sql`json_table(${parameter(values)}, '$[*]' columns (${raw(declared('v', element, '$'))})) as l`;
  const listed = (value: Sql): Condition =>
    condition`${value} in (select ${exactFor(operand, element.read(raw('v')), forms)} from ${table})`;
  if (!hasNullErrorValue(operand.type)) return listed(truth(operand.sql, operand.type));
  return { ...listed(operand.sql), exact: listed(labelOrNull(operand.sql, operand.type)).sql };
}

/** Returns whether a set holds all, or some, of the members that one parameter lists, each as the number of its bit. */
export function containsMembers(set: OperandSql, members: Slot, all: boolean): Condition {
  const table = sql`json_table(${parameter(members)}, '$[*]' columns (${raw(declared('v', PLACE, '$'))})) as l`;
  const bits = condition`(select bit_or(v) from ${table})`;
  // Unlike EXISTS, this is unknown if the set is NULL.
  return all ? condition`(~${set.sql} & ${bits}) = 0` : condition`(${set.sql} & ${bits}) <> 0`;
}

/** A label is compared by the number of its place. */
const PLACE: Element = { type: 'bigint unsigned', read: asItIs };
