import { type Condition, combine, condition } from '../../sql/condition.ts';
import type { ConditionGenerators, SeekTerm } from '../../sql/dialect.ts';
import { raw, type Sql } from '../../sql/fragment.ts';
import type { OrderSql } from '../../sql/query.ts';

type SeekGenerators = Pick<ConditionGenerators, 'constant' | 'isNull' | 'isNotNull'> & {
  /** Absent if the operator is the sign itself. */
  readonly operator?: (sign: '=' | SeekTerm['operator'], term: OrderSql) => Sql;
};

const comparisonOperator = (sign: '=' | SeekTerm['operator'], term: OrderSql, { operator }: SeekGenerators): Sql =>
  operator === undefined ? raw(sign) : operator(sign, term);

/** `(a > ? or (a = ? and b > ?))` */
export function seekByTerm(terms: readonly SeekTerm[], generators: SeekGenerators): Condition {
  const [term, ...rest] = terms;
  if (term === undefined) return generators.constant(false);
  const after = seekTerm(term, generators);
  if (rest.length === 0) return after;
  return condition`(${after} or (${equalsTerm(term, generators)} and ${seekByTerm(rest, generators)}))`;
}

const strictOperators: { readonly [operator in SeekTerm['operator']]?: '>' | '<' } = { '>=': '>', '<=': '<' };

function seekTerm(seek: SeekTerm, generators: SeekGenerators): Condition {
  const { term, value, mayBeNull, operator, nullsAfter } = seek;
  const { constant, isNull, isNotNull } = generators;
  const operand = { sql: term.expression, type: term.type };
  const strict = strictOperators[operator];
  if (strict !== undefined && (value === undefined || mayBeNull)) {
    return combine('or', [seekTerm({ ...seek, operator: strict }, generators), equalsTerm(seek, generators)]);
  }
  if (value === undefined) return nullsAfter ? constant(false) : isNotNull(operand);
  const bound = { sql: value, type: term.type };
  const after = condition`${operand.sql} ${comparisonOperator(operator, term, generators)} ${value}`;
  if (mayBeNull) {
    const [rowIs, boundIs] = nullsAfter ? [isNull(operand), isNotNull(bound)] : [isNotNull(operand), isNull(bound)];
    return combine('or', [after, condition`(${rowIs} and ${boundIs})`]);
  }
  return term.nullable && nullsAfter ? combine('or', [after, isNull(operand)]) : after;
}

function equalsTerm({ term, value, mayBeNull }: SeekTerm, generators: SeekGenerators): Condition {
  const { isNull } = generators;
  const operand = { sql: term.expression, type: term.type };
  if (value === undefined) return isNull(operand);
  const equal = condition`${operand.sql} ${comparisonOperator('=', term, generators)} ${value}`;
  return mayBeNull
    ? combine('or', [equal, condition`(${isNull(operand)} and ${isNull({ sql: value, type: term.type })})`])
    : equal;
}
