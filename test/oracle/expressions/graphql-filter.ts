import { Decimal } from '../naive/decimal.ts';
import type { Value } from '../naive/entity.ts';
import type {
  Comparison,
  ComparisonOperator,
  Condition,
  FieldOperand,
  Literal,
  MatchName,
  Operand,
  Quantifier,
} from './expression.ts';

/** A GraphQL filter as JSON; long numbers are strings. */
export type Filter = Readonly<Record<string, unknown>>;

/**
 * Returns the equivalent GraphQL filter, or undefined for functions, claims, field comparisons, outer rows, NaN,
 * infinities, and unsupported operators.
 */
export function toGraphqlFilter(condition: Condition): Filter | undefined {
  return translate(condition, undefined);
}

/** @param row variable of the filter's row; undefined for the item itself */
function translate(condition: Condition, row: string | undefined): Filter | undefined {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const members = condition.members.map((member) => translate(member, row));
      return members.includes(undefined) ? undefined : { [condition.kind]: members };
    }
    case 'not':
      return negated(translate(condition.member, row));
    case 'truth': {
      const member = translate(condition.member, row);
      return condition.truth === (condition.operator === 'eq') ? member : negated(member);
    }
    case 'compare':
      return translateComparison(condition, row);
    case 'among': {
      const { operand, items } = condition;
      const values = items.map((item) => (item.kind === 'literal' ? writable(item) : undefined));
      return values.includes(undefined) ? undefined : atField(operand, row, { in: values });
    }
    case 'match': {
      const { name, text, part } = condition;
      const value = part.kind === 'literal' ? writable(part) : undefined;
      return value === undefined ? undefined : atField(text, row, { [matchOperators[name]]: value });
    }
    case 'bare':
      if (condition.operand.kind === 'literal') return condition.operand.value === true ? TRUE : FALSE;
      return atField(condition.operand, row, { eq: true });
    case 'quantifier':
      return translateQuantifier(condition, row);
  }
}

/** An empty filter is ignored, which is wrong under `not`. */
const TRUE: Filter = { or: [{}] };
const FALSE: Filter = { or: [] };

const negated = (filter: Filter | undefined): Filter | undefined => filter && { not: filter };

const operators = { eq: 'eq', ne: 'neq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' } as const;
const flipped = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const satisfies Record<
  ComparisonOperator,
  ComparisonOperator
>;
const matchOperators = {
  contains: 'contains',
  startswith: 'startsWith',
  endswith: 'endsWith',
} as const satisfies Record<MatchName, string>;

function translateComparison({ operator, left, right }: Comparison, row: string | undefined): Filter | undefined {
  if (left.kind === 'literal' && right.kind === 'field') {
    return translateComparison({ kind: 'compare', operator: flipped[operator], left: right, right: left }, row);
  }
  if (left.kind !== 'field' || right.kind !== 'literal') return undefined;
  if (right.form === 'null') {
    if (operator === 'eq' || operator === 'ne') return atField(left, row, { isNull: operator === 'eq' });
    return isOrdered(left) ? atField(left, row, { [operators[operator]]: null }) : undefined;
  }
  const value = writable(right);
  return value === undefined ? undefined : atField(left, row, { [operators[operator]]: value });
}

const isOrdered = ({ type }: FieldOperand): boolean => !type.list && type.enum === undefined && type.scalar !== 'JSON';

function translateQuantifier(
  { name, fieldPath, relationship, inner }: Quantifier,
  row: string | undefined,
): Filter | undefined {
  if (fieldPath.variable !== row) return undefined;
  const filter = inner === undefined ? {} : translate(inner.condition, inner.variable);
  return filter && alongSteps(fieldPath.steps, { [relationship]: { [name === 'any' ? 'some' : 'every']: filter } });
}

function atField(operand: Operand, row: string | undefined, filter: Filter): Filter | undefined {
  if (operand.kind !== 'field' || operand.fieldPath.variable !== row) return undefined;
  return alongSteps(operand.fieldPath.steps, { [operand.field]: filter });
}

const alongSteps = (steps: readonly string[], filter: Filter): Filter =>
  steps.reduceRight<Filter>((inner, step) => ({ [step]: inner }), filter);

/** Returns undefined for numbers without a GraphQL literal. */
function writable({ value, type }: Literal): unknown {
  if (value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return type.scalar === 'DateTime' ? `${value}Z` : textOf(value);
}

function textOf(value: Value): unknown {
  if (typeof value === 'boolean') return value;
  if (value instanceof Decimal) return value.text;
  return value instanceof Buffer ? value.toString('base64') : String(value);
}
