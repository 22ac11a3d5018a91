import type { Comparison } from '../../../scalars/operators.ts';
import { type Condition, combine, condition, not } from '../../../sql/condition.ts';
import type { ConditionGenerators, OperandSql, SeekTerm } from '../../../sql/dialect.ts';
import { join, parameter, raw, type Sql, sql } from '../../../sql/fragment.ts';
import { standardConditions } from '../../standard/conditions.ts';
import { seekByTerm } from '../../standard/seek.ts';
import { collate, collateOperands, equalityCollation, inDatabaseCollation } from './collations.ts';
import { operatorName, operatorsOf } from './names.ts';
import { inList, values } from './operand.ts';

const [EQUALS, LIKE] = ['operator(pg_catalog.=)', 'operator(pg_catalog.~~)'];

/** Lowercases both sides like `lower`, but keeps the trailing spaces of `char(n)`, which `lower` removes. */
const ILIKE = 'operator(pg_catalog.~~*)';

// Tests for NULL. `is null` alone is also true for a row of NULLs, which is a value.
const isNull: ConditionGenerators['isNull'] = ({ sql: operand, type }) =>
  type.composite === true
    ? condition`pg_catalog.num_nulls(${operand}) operator(pg_catalog.=) 1`
    : condition`${operand} is null`;

const isNotNull: ConditionGenerators['isNotNull'] = ({ sql: operand, type }) =>
  type.composite === true
    ? condition`pg_catalog.num_nulls(${operand}) operator(pg_catalog.=) 0`
    : condition`${operand} is not null`;

export const conditions = {
  ...standardConditions,
  unknown: condition`null::pg_catalog.bool`,
  isNull,
  isNotNull,
  link: (child, parent, { operator = EQUALS, collations } = {}) => {
    const [from, to] = collations ?? [];
    const collated = from === undefined || to === undefined ? child : collate(child, equalityCollation(to, from));
    return condition`${collated} ${raw(operator)} ${parent}`;
  },
  compare,
  seek: seek,
  inList,
  arrayContains: (list, slot, all) =>
    condition`${list.sql} operator(pg_catalog.${raw(all ? '@>' : '&&')}) ${values(slot)}`,
  fullText: (document, words) =>
    condition`${document.sql} operator(pg_catalog.@@) pg_catalog.websearch_to_tsquery(${parameter(words)})`,
  settled: (order) =>
    condition`${order} operator(pg_catalog.<) pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())`,
  like: ({ sql: operandSql, type }, pattern, anyCase) => {
    const { isNondeterministic, lacksLike } = type.columnCollation ?? {};
    const isPadded = type.native === 'bpchar' && !type.list;
    const usesIlike = anyCase && isPadded;
    // ILIKE does not support nondeterministic collations.
    const operand = lacksLike || (usesIlike && isNondeterministic) ? inDatabaseCollation(operandSql) : operandSql;
    return anyCase && !isPadded
      ? condition`pg_catalog.lower(${operand}) ${raw(LIKE)} pg_catalog.lower(${parameter(pattern)})`
      : condition`${operand} ${raw(anyCase ? ILIKE : (operatorsOf(type)?.like ?? LIKE))} ${parameter(pattern)}`;
  },
} satisfies ConditionGenerators;

/** In PostgreSQL, a condition is a value. */
export const asValue = (predicate: Condition): Sql => predicate.sql;

/** Prints a comparison. An operator class may lack `<>`. */
function compare(comparison: Comparison, left: OperandSql, right: OperandSql): Condition {
  const [leftOperators, rightOperators] = [operatorsOf(left.type), operatorsOf(right.type)];
  if (
    comparison === 'neq' &&
    leftOperators !== undefined &&
    leftOperators.eq === rightOperators?.eq &&
    leftOperators.neq === undefined
  ) {
    return not(compare('eq', left, right));
  }
  const isEquality = comparison === 'eq' || comparison === 'neq';
  const collated = collateOperands(left.sql, [left.type, right.type], isEquality);
  return condition`${collated} ${raw(operatorName(comparison, left.type, right.type))} ${right.sql}`;
}

const COMPARISONS = { '=': 'eq', '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const;

const INCLUSIVE = { '<': '<=', '<=': '<=', '>': '>=', '>=': '>=' } as const;

const seekTermByTerm = (terms: readonly SeekTerm[]): Condition =>
  seekByTerm(terms, {
    ...standardConditions,
    isNull,
    isNotNull,
    operator: (sign, { type }) => raw(operatorName(COMPARISONS[sign], type)),
  });

/**
 * Prints `(a, b) > ($1, $2)`, the fastest form on an index, if all terms have the same direction and the same operator,
 * and no term is nullable. If only the operators differ, `a >= $1` bounds the index scan instead.
 */
function seek(terms: readonly SeekTerm[]): Condition {
  const [first] = terms;
  if (first?.value === undefined) return seekTermByTerm(terms);
  const isOneDirection = terms.every(
    ({ term, value, operator }) =>
      value !== undefined && !term.nullable && INCLUSIVE[operator] === INCLUSIVE[first.operator],
  );
  if (!isOneDirection) return seekTermByTerm(terms);
  const comparison = COMPARISONS[(terms.at(-1) ?? first).operator];
  const [operator, ...others] = new Set(terms.map(({ term: { type } }) => operatorName(comparison, type)));
  if (others.length === 0) {
    const seekValues = terms.flatMap(({ value }) => (value === undefined ? [] : [value]));
    return condition`${row(terms.map(({ term }) => term.expression))} ${raw(operator ?? '')} ${row(seekValues)}`;
  }
  const from = operatorName(COMPARISONS[INCLUSIVE[first.operator]], first.term.type);
  return combine('and', [condition`${first.term.expression} ${raw(from)} ${first.value}`, seekTermByTerm(terms)]);
}

const row = (members: readonly Sql[]): Sql => sql`(${join(members, ', ')})`;
