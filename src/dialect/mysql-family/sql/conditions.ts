import { invariant } from '../../../base/invariant.ts';
import type { Slot } from '../../../plan/shape/slot.ts';
import { type Condition, condition } from '../../../sql/condition.ts';
import type { ConditionGenerators, OperandSql } from '../../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { seekByTerm } from '../../standard/seek.ts';
import { unsupportedGenerator } from '../../standard/unsupported-generator.ts';
import { comparesByPosition } from '../catalog/labels.ts';
import { compare } from './conditions/compare.ts';
import { columnDeclaration, elementOf, POSITION } from './conditions/json-elements.ts';
import { isColumn } from './conditions/rounded-lookups.ts';
import { hasNullErrorValue, labelOrNull } from './failure/error-value.ts';
import { exactIfNeeded, textConditionsOf } from './text/exact-strings.ts';
import { inNarrowList, narrowCollation } from './text/narrow-strings.ts';
import { booleanValue } from './truth.ts';
import type { SqlVariant } from './variant.ts';

/**
 * Tests for NULL. On a NOT NULL `date` or `datetime`, the servers interpret `is null` as a test for `0000-00-00`, but
 * not `<=> null`.
 */
const isNull = (operand: OperandSql) =>
  /^date/.test(operand.type.native) ? condition`${operand.sql} <=> null` : standardConditions.isNull(operand);

const conditionsWithNull = { ...standardConditions, isNull };

/** Tests for NULL or the error value. Both tests can use an index. */
function isNullOrError(operand: OperandSql): Condition {
  if (!hasNullErrorValue(operand.type)) return isNull(operand);
  return isColumn(operand)
    ? condition`(${operand.sql} is null or ${operand.sql} = '')`
    : condition`nullif(${operand.sql}, '') is null`;
}

function isNeitherNullNorError(operand: OperandSql): Condition {
  if (!hasNullErrorValue(operand.type)) return standardConditions.isNotNull(operand);
  return isColumn(operand)
    ? condition`(${operand.sql} is not null and ${operand.sql} <> '')`
    : condition`nullif(${operand.sql}, '') is not null`;
}

export const conditionsOf = (variant: SqlVariant) =>
  ({
    ...standardConditions,
    isNull: isNullOrError,
    isNotNull: isNeitherNullNorError,
    ...textConditionsOf(variant),
    compare: (operator, left, right) => compare(operator, left, right, variant),
    // No index range supports `(a, b) > (?, ?)`. The sort key of an error value is NULL, so `conditionsWithNull`
    // suffices.
    seek: (terms) => seekByTerm(terms, conditionsWithNull),
    inList: (operand, values) => inList(operand, values, variant),
    arrayContains: containsMembers,
    fullText: () => unsupportedGenerator(),
  }) satisfies ConditionGenerators;

function inList(operand: OperandSql, values: Slot, variant: SqlVariant): Condition {
  const { use } = values;
  invariant(use.kind === 'values', 'the slot is a list of values');
  const narrow = narrowCollation(operand.type);
  if (narrow !== undefined && use.type.scalar === 'String') return inNarrowList(operand, values, narrow, variant);
  const element = comparesByPosition(use.type) ? POSITION : elementOf(use.type, variant.decimalScale);
  const table = sql`json_table(${parameter(values)}, '$[*]' columns (${raw(columnDeclaration('v', element, '$'))})) as l`;
  const inValues = (value: Sql): Condition =>
    condition`${value} in (select ${exactIfNeeded(operand, element.read(raw('v')), variant)} from ${table})`;
  if (!hasNullErrorValue(operand.type)) return inValues(booleanValue(operand.sql, operand.type));
  return { ...inValues(operand.sql), exact: inValues(labelOrNull(operand.sql, operand.type)).sql };
}

/** Tests whether a set contains members. The parameter lists the bits of the members. */
function containsMembers(set: OperandSql, members: Slot, all: boolean): Condition {
  const table = sql`json_table(${parameter(members)}, '$[*]' columns (${raw(columnDeclaration('v', POSITION, '$'))})) as l`;
  const bits = condition`(select bit_or(v) from ${table})`;
  // Unlike EXISTS, this condition is unknown if the set is NULL.
  return all ? condition`(~${set.sql} & ${bits}) = 0` : condition`(${set.sql} & ${bits}) <> 0`;
}
