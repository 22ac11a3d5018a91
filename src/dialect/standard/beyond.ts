import { type Condition, combine, condition } from '../../sql/condition.ts';
import type { ConditionGenerators, SeekTerm } from '../../sql/dialect.ts';
import { raw, type Sql } from '../../sql/fragment.ts';
import type { OrderSql } from '../../sql/query.ts';

type Verbs = Pick<ConditionGenerators, 'constant' | 'isNull' | 'isNotNull'> & {
  /** Absent if the sign suffices. */
  readonly operator?: (sign: '=' | SeekTerm['operator'], term: OrderSql) => Sql;
};

const signOf = (sign: '=' | SeekTerm['operator'], term: OrderSql, { operator }: Verbs): Sql =>
  operator === undefined ? raw(sign) : operator(sign, term);

/** `(a > ? or (a = ? and b > ?))` */
export function beyondTermByTerm(terms: readonly SeekTerm[], verbs: Verbs): Condition {
  const [term, ...rest] = terms;
  if (term === undefined) return verbs.constant(false);
  const beyond = beyondBy(term, verbs);
  if (rest.length === 0) return beyond;
  return condition`(${beyond} or (${sameBy(term, verbs)} and ${beyondTermByTerm(rest, verbs)}))`;
}

function beyondBy({ term, value, mayBeNull, operator, nullsBeyond }: SeekTerm, verbs: Verbs): Condition {
  const { constant, isNull, isNotNull } = verbs;
  const own = { sql: term.expression, type: term.type };
  if (value === undefined) return nullsBeyond ? constant(false) : isNotNull(own);
  const bound = { sql: value, type: term.type };
  const beyond = condition`${own.sql} ${signOf(operator, term, verbs)} ${value}`;
  if (mayBeNull) {
    const [rowIs, boundIs] = nullsBeyond ? [isNull(own), isNotNull(bound)] : [isNotNull(own), isNull(bound)];
    return combine('or', [beyond, condition`(${rowIs} and ${boundIs})`]);
  }
  return term.nullable && nullsBeyond ? combine('or', [beyond, isNull(own)]) : beyond;
}

function sameBy({ term, value, mayBeNull }: SeekTerm, verbs: Verbs): Condition {
  const { isNull } = verbs;
  const own = { sql: term.expression, type: term.type };
  if (value === undefined) return isNull(own);
  const same = condition`${own.sql} ${signOf('=', term, verbs)} ${value}`;
  return mayBeNull
    ? combine('or', [same, condition`(${isNull(own)} and ${isNull({ sql: value, type: term.type })})`])
    : same;
}
