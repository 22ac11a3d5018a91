import type { FieldType } from '../../../../model/model.ts';
import { isText, needsExactEquality } from '../../../../model/text-equality.ts';
import type { Comparison } from '../../../../scalars/operators.ts';
import { type Condition, combine, condition } from '../../../../sql/condition.ts';
import type { ConditionGenerators, OperandSql } from '../../../../sql/dialect.ts';
import { raw, type Sql, sql, tokensOf } from '../../../../sql/fragment.ts';
import { standardConditions } from '../../../standard/conditions.ts';
import { isConstant, swappedOperators } from '../conditions/rounded-lookups.ts';
import type { SqlVariant } from '../variant.ts';
import { compareByCollation, compareOrder, likeByCollation, narrowCollation } from './narrow-strings.ts';

type ExactVariant = Pick<SqlVariant, 'exactCollation' | 'convertToCollation'>;

/** Conditions on strings. Equality is exact under any collation; order follows the column's collation. */
export const textConditionsOf = (variant: ExactVariant) =>
  ({
    like: (operand, pattern, anyCase) => {
      const { collation, missesPrefixes } = operand.type;
      const isPrefix = pattern.use.kind === 'pattern' && pattern.use.start === '' && !anyCase;
      if (!mayEquate(operand)) {
        if (narrowCollation(operand.type) !== undefined) return likeByCollation(operand, pattern, anyCase, variant);
        // `concat()` prevents use of the index, which misses some matches of a prefix in this collation.
        const column = isPrefix && missesPrefixes ? { ...operand, sql: sql`concat(${operand.sql})` } : operand;
        return standardConditions.like(column, pattern, anyCase);
      }
      const plain = standardConditions.like(operand, pattern, anyCase);
      const exact = condition`${withExactCollation(plain.sql, variant)}`;
      // `plain` can use an index, because it keeps the column's collation. It requires utf8mb4, because other character
      // sets may lack characters of the pattern.
      const canUseIndex = isPrefix && collation?.startsWith('utf8mb4_') && !missesPrefixes;
      return canUseIndex ? combine('and', [plain, exact]) : exact;
    },
  }) satisfies Partial<ConditionGenerators>;

export function compareStrings(
  operator: Comparison,
  left: OperandSql,
  right: OperandSql,
  variant: ExactVariant,
): Condition {
  if (isConstant(left)) {
    if (isConstant(right)) return standardConditions.compare(operator, left, right);
    return compareStrings(swappedOperators[operator], right, left, variant);
  }
  const isEquality = operator === 'eq' || operator === 'neq';
  const narrow = narrowCollation(left.type);
  if (narrow !== undefined && isConstant(right)) return compareNarrow(operator, left, right, narrow, variant);
  const differs = !isConstant(right) && haveDifferentCollations(left.type, right.type);
  if (differs && !isEquality) {
    const collation = commonCollation([left.type, right.type], variant);
    return standardConditions.compare(operator, left, { ...right, sql: inUtf8mb4(right, collation) });
  }
  const isExact = !isEquality || !(mayEquate(left) || mayEquate(right));
  if (isExact && !differs) return standardConditions.compare(operator, left, right);
  return standardConditions.compare(operator, left, { ...right, sql: exactOperand(right, variant) });
}

/**
 * Returns true if the collations may differ, in which case the server may reject a plain comparison. The collation of a
 * function's result is unknown.
 */
const haveDifferentCollations = (left: FieldType, right: FieldType): boolean =>
  isText(left) && isText(right) && (left.native === '' || right.native === '' || left.collation !== right.collation);

/**
 * Returns the collation by which the strings are ordered. It orders by code points if either collation is binary or
 * unknown.
 */
const commonCollation = (types: readonly FieldType[], { exactCollation }: ExactVariant): string =>
  types.every(({ collation }) => collation !== undefined && !collation.endsWith('_bin'))
    ? 'utf8mb4_unicode_ci'
    : exactCollation;

const inUtf8mb4 = ({ sql: text }: OperandSql, collation: string): Sql =>
  sql`convert(${text} using utf8mb4) collate ${raw(collation)}`;

function compareNarrow(
  operator: Comparison,
  column: OperandSql,
  value: OperandSql,
  collation: string,
  variant: ExactVariant,
): Condition {
  const { compare } = standardConditions;
  const exact = exactOperand(value, variant);
  const converted = variant.convertToCollation(value.sql, collation);
  const exactValue = { ...value, sql: exact };
  switch (operator) {
    case 'eq':
    case 'neq':
      if (column.type.collatedEquality) return compareByCollation(operator, column, { converted, exact });
      if (operator === 'neq') return compare('neq', column, exactValue);
      return combine('and', [compare('eq', column, { ...value, sql: converted }), compare('eq', column, exactValue)]);
    default:
      return compareOrder(operator, column, { converted, exact }, value.sql);
  }
}

/** Adds `collate …` only if needed for exact comparison. */
export const exactIfNeeded = (operand: OperandSql, text: Sql, variant: ExactVariant): Sql =>
  mayEquate(operand) ? withExactCollation(text, variant) : text;

const withExactCollation = (text: Sql, { exactCollation }: ExactVariant): Sql =>
  sql`${text} collate ${raw(exactCollation)}`;

/** Returns whether the database may equate different strings. */
const mayEquate = (operand: OperandSql): boolean =>
  needsExactEquality(operand.type) || (isPlainText(operand.type) && !isParameter(operand));

const isPlainText = ({ scalar, native }: FieldType): boolean => scalar === 'String' && native === '';

function exactOperand(operand: OperandSql, variant: ExactVariant): Sql {
  if (!isParameter(operand)) return inUtf8mb4(operand, variant.exactCollation);
  // A parameter without a column already has the exact collation.
  return operand.type.native === '' ? operand.sql : withExactCollation(operand.sql, variant);
}

/** Returns true for a parameter, also in `convert(? using utf8mb4)`. */
export function isParameter({ sql: expression }: OperandSql): boolean {
  const [first, second] = tokensOf(expression).filter((token) => token !== '');
  const value = first === 'convert(' ? second : first;
  return typeof value === 'object' && value.kind === 'parameter';
}
