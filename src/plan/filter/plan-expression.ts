import { assertNever } from '../../base/invariant.ts';
import type { Entity, FieldType } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type {
  Claim,
  Comparison as ComparisonExpression,
  Condition,
  Literal,
  Membership,
  Operand as OperandExpression,
  Path,
  Quantifier,
  TextMatch,
} from '../../odata/expression.ts';
import { formOf, type LiteralForm } from '../../odata/literal-form.ts';
import type { SlotSource } from '../../operation/operation.ts';
import { areComparable, filterOperators, isFloating, isNumber, isPlainText } from '../../scalars/operators.ts';
import { describeType } from '../../values/describe-type.ts';
import type { Operand, Predicate } from '../shape/predicate.ts';
import {
  type ExpressionScope,
  type Resolver,
  rejectIn,
  resolveOperand,
  resolveRelationship,
  slotFor,
  type TypedOperand,
  typeOfLiterals,
} from './expression-scope.ts';
import { fieldOf } from './field-of.ts';

/** @throws ApiError BadRequest with the position, InvalidField, Forbidden */
export function planExpression(condition: Condition, entity: Entity, resolver: Resolver): Predicate {
  return planCondition(condition, { resolver, levels: [{ variable: undefined, entity }] });
}

function planCondition(condition: Condition, scope: ExpressionScope): Predicate {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, members: condition.members.map((member) => planCondition(member, scope)) };
    case 'not':
      return { kind: 'not', member: planCondition(condition.member, scope) };
    case 'compare':
      return planComparison(condition, scope);
    case 'in':
      return planMembership(condition, scope);
    case 'match':
      return planMatch(condition, scope);
    case 'quantifier':
      return planQuantifier(condition, scope);
    case 'literal':
      return { kind: 'constant', value: condition.text === 'true' };
    case 'path':
    case 'claim':
      return planBooleanOperand(condition, scope);
    default:
      return assertNever(condition);
  }
}

/** Plans `active` as `active eq true`. */
function planBooleanOperand(condition: Path | Claim, scope: ExpressionScope): Predicate {
  const { at } = condition;
  if (condition.kind === 'path') {
    const { type } = resolveOperand(condition, undefined, scope);
    if (type.scalar !== 'Boolean' || type.list) {
      rejectIn(
        scope,
        at,
        `Expected a condition, found ${describeType(type)}. Compare it, as in "${[condition.variable ?? [], condition.segments].flat().join('/')} eq …".`,
      );
    }
  }
  return planComparison({ kind: 'compare', operator: 'eq', left: condition, right: TRUE, at }, scope);
}

const TRUE = { kind: 'literal', type: 'boolean', text: 'true', at: 0 } as const;

const operators = { eq: 'eq', ne: 'neq', gt: 'gt', ge: 'gte', lt: 'lt', le: 'lte' } as const;
const swappedOperators = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;

function planComparison(expression: ComparisonExpression, scope: ExpressionScope): Predicate {
  const { left, right, operator } = expression;
  if (typeRank(left) > typeRank(right)) {
    return planComparison({ ...expression, left: right, right: left, operator: swappedOperators[operator] }, scope);
  }
  const first = resolveOperand(left, undefined, scope);
  if (right.kind === 'literal' && right.type === 'null') return planNull(first.operand, expression);
  if (right.kind === 'literal' && exceedsRange(first.type, right)) return planOutOfRange(expression, scope);
  const wanted = right.kind === 'literal' ? comparedType(first.type, [right]) : first.type;
  const second = withField(resolveOperand(right, wanted, scope), first);
  checkComparable(first, second, { ...expression, scope });
  return existsAlongPath(first.operand, (leftLocal, leftDepth) =>
    existsAlongPath(addLevels(second.operand, leftDepth), (rightLocal, rightDepth) => ({
      kind: 'compare',
      operator: operators[operator],
      left: addLevels(leftLocal, rightDepth),
      right: rightLocal,
    })),
  );
}

const withField = (typed: TypedOperand, other: TypedOperand): TypedOperand =>
  typed.operand.kind === 'value' && typed.operand.value.use.kind === 'value'
    ? {
        ...typed,
        operand: {
          kind: 'value',
          value: { ...typed.operand.value, use: { ...typed.operand.value.use, ...fieldOf(other) } },
        },
      }
    : typed;

/**
 * Returns the rank of an operand; the operand with the lower rank determines the type. 0 for a field, 1 for a literal,
 * 2 for a claim, 3 for null. `tolower(x)` ranks like `x`.
 */
function typeRank(operand: OperandExpression): number {
  if (operand.kind === 'literal') return operand.type === 'null' ? 3 : 1;
  if (operand.kind === 'call' && ['tolower', 'toupper'].includes(operand.name)) return typeRank(operand.argument);
  return operand.kind === 'claim' ? 2 : 0;
}

function planNull(operand: Operand, { operator }: ComparisonExpression): Predicate {
  return existsAlongPath(operand, (local) =>
    operator === 'eq' || operator === 'ne'
      ? { kind: 'isNull', operand: local, negated: operator === 'ne' }
      : { kind: 'unknown' },
  );
}

/**
 * Plans a comparison with a number that only infinity exceeds, `1e400`: `lt` becomes `lt INF`, and `gt` becomes `ge
 * INF`. `eq` becomes the conjunction of both comparisons, which is never true, and unknown for NULL.
 */
function planOutOfRange(expression: ComparisonExpression, scope: ExpressionScope): Predicate {
  const { right, operator } = expression;
  const isBelow = right.kind === 'literal' && right.text.startsWith('-');
  const infinite = { ...right, kind: 'literal', type: 'number', text: isBelow ? '-INF' : 'INF' } as const;
  const side = (operator: ComparisonExpression['operator']): Predicate =>
    planComparison({ ...expression, operator, right: infinite }, scope);
  const [lower, upper] = isBelow ? (['le', 'gt'] as const) : (['lt', 'ge'] as const);
  switch (operator) {
    case 'lt':
    case 'le':
      return side(lower);
    case 'gt':
    case 'ge':
      return side(upper);
    default:
      return { kind: operator === 'eq' ? 'and' : 'or', members: [side(lower), side(upper)] };
  }
}

function checkComparable(
  { type }: TypedOperand,
  other: TypedOperand,
  { operator, at, scope }: ComparisonExpression & { readonly scope: ExpressionScope },
): void {
  if (!filterOperators(type).includes(operators[operator])) {
    rejectIn(scope, at, `Operator "${operator}" does not support ${describeType(type)}.`);
  }
  if (!areComparable(type, other.type)) {
    rejectIn(scope, at, `Cannot compare ${describeType(type)} with ${describeType(other.type)}.`);
  }
}

function planMembership({ operand: expression, items, at }: Membership, scope: ExpressionScope): Predicate {
  const wanted = typeRank(expression) > 1 ? typeOfLiterals(items) : undefined;
  const { operand, type } = resolveOperand(expression, wanted, scope);
  if (!filterOperators(type).includes('in'))
    rejectIn(scope, at, `Operator "in" does not support ${describeType(type)}.`);
  const literals = items.filter((item) => item.kind === 'literal');
  const itemType = literals.length === items.length ? comparedType(type, literals) : type;
  const values = {
    source: sourceOfItems(items, itemType, scope),
    use: { kind: 'values', type: itemType, max: scope.resolver.maxInValues, ...fieldOf({ operand, type }) },
  } as const;
  const isIn = existsAlongPath(operand, (local) => ({ kind: 'in', operand: local, values, negated: false }));
  const outOfRange = literals.find((literal) => exceedsRange(type, literal));
  if (outOfRange === undefined) return isIn;
  // Binding drops the out-of-range number, so the list may become empty, and `in` would be false for NULL. The added
  // comparison is unknown for NULL.
  const equals = planOutOfRange({ kind: 'compare', operator: 'eq', left: expression, right: outOfRange, at }, scope);
  return { kind: 'or', members: [isIn, equals] };
}

function sourceOfItems(items: Membership['items'], type: FieldType, scope: ExpressionScope): SlotSource {
  const literals = items.filter((item) => item.kind === 'literal');
  const source = literals.length === items.length ? scope.resolver.literals?.(literals) : undefined;
  return source ?? { kind: 'list', items: items.map((item) => slotFor(item, type, scope).source) };
}

const sides = { contains: ['%', '%'], startswith: ['', '%'], endswith: ['%', ''] } as const;

function planMatch({ name, text, part, at }: TextMatch, scope: ExpressionScope): Predicate {
  const { operand, type } = resolveOperand(text, undefined, scope);
  if (!isPlainText(type)) {
    rejectIn(scope, at, `"${name}" requires a String, found ${describeType(type)}.`);
  }
  if (part.kind !== 'literal' && part.kind !== 'claim') {
    return rejectIn(scope, part.at, `The second argument of "${name}" must be a quoted string.`);
  }
  if (part.kind === 'literal' && part.type === 'null') return existsAlongPath(operand, () => ({ kind: 'unknown' }));
  const [start, end] = sides[name];
  const { maxPatternLength: max } = scope.resolver;
  const pattern = { source: slotFor(part, type, scope).source, use: { kind: 'pattern', start, end, max } } as const;
  return existsAlongPath(operand, (local) => ({
    kind: 'like',
    operand: local,
    pattern,
    anyCase: false,
    negated: false,
  }));
}

const OUTER_QUANTIFIER =
  'A quantifier inside "any" or "all" must start with the innermost variable, as in "x/items/any()".';

function planQuantifier({ name, path, variable, condition, at }: Quantifier, scope: ExpressionScope): Predicate {
  const { target, steps, levelsUp } = resolveRelationship(path, scope);
  if (levelsUp > 0) rejectIn(scope, at, OUTER_QUANTIFIER);
  const inner: ExpressionScope = {
    ...scope,
    levels: [...scope.levels, ...steps.map(unnamedLevel), { variable, entity: target.entity }],
  };
  const filter = condition === undefined ? undefined : planCondition(condition, inner);
  const quantified: Predicate = {
    kind: 'exists',
    ...target,
    ...(filter === undefined ? {} : { filter }),
    unless: name === 'all',
    negated: name === 'all',
  };
  return steps.reduceRight<Predicate>(
    (filter, step) => ({ kind: 'exists', ...step, filter, unless: false, negated: false }),
    quantified,
  );
}

const unnamedLevel = ({ entity }: { entity: Entity }) => ({ variable: undefined, entity });

/**
 * Plans `customer/city eq 'Oslo'`, which is true if a related row matches.
 * @param build receives the operand as a field of the related row, and the length of the path
 */
function existsAlongPath(operand: Operand, build: (local: Operand, depth: number) => Predicate): Predicate {
  const field = fieldOperand(operand);
  if (field === undefined || field.path.length === 0) return build(operand, 0);
  const { path, levelsUp } = field;
  return path.reduceRight<Predicate>(
    (filter, step, index) => ({
      kind: 'exists',
      ...step,
      ...(index === 0 && levelsUp > 0 ? { levelsUp } : {}),
      filter,
      unless: false,
      negated: false,
    }),
    build(withoutPath(operand), path.length),
  );
}

/** Moves an operand inward: its row is `depth` levels further out. */
function addLevels(operand: Operand, depth: number): Operand {
  if (operand.kind === 'field') return { ...operand, levelsUp: operand.levelsUp + depth };
  return operand.kind === 'call' ? { ...operand, argument: addLevels(operand.argument, depth) } : operand;
}

function fieldOperand(operand: Operand): Extract<Operand, { kind: 'field' }> | undefined {
  if (operand.kind === 'call') return fieldOperand(operand.argument);
  return operand.kind === 'field' ? operand : undefined;
}

function withoutPath(operand: Operand): Operand {
  if (operand.kind === 'call') return { ...operand, argument: withoutPath(operand.argument) };
  return operand.kind === 'field' ? { ...operand, levelsUp: 0, path: [] } : operand;
}

/**
 * Returns the type for a comparison of a field with literals. An `Int` is compared with `3000000000` as `Long`, and
 * with `1.5` as `Decimal`. A `Date` is compared with a date and time as `DateTime`, at midnight. A database index on
 * the field supports these comparisons.
 */
function comparedType(type: FieldType, literals: readonly Literal[]): FieldType {
  if (type.list || type.enum !== undefined) return type;
  const nonNull = literals.filter((literal) => literal.type !== 'null');
  const forms = nonNull.map(formOf);
  const any = (...wanted: LiteralForm[]): boolean => forms.some((form) => wanted.includes(form));
  // The type of the field rejects a non-numeric literal later.
  if (isNumber(type) && nonNull.some((literal) => literal.type !== 'number')) return type;
  switch (type.scalar) {
    case 'Short':
    case 'Int':
    case 'Long':
      if (any('number', 'huge')) return plainType('Decimal');
      return any('integer') && type.scalar !== 'Long' ? plainType('Long') : type;
    case 'Single':
      // Sent as a 64-bit number, so that numbers beyond the 32-bit range are comparable.
      return any('integer', 'number') ? plainType('Single') : type;
    case 'Date':
      return any('dateTime', 'momentText') ? plainType('DateTime') : type;
    case 'DateTime':
      return forms.length > 0 && forms.every((form) => form === 'date' || form === 'dateText')
        ? plainType('Date')
        : type;
    default:
      return type;
  }
}

const exceedsRange = (type: FieldType, literal: Literal): boolean =>
  !type.list && isFloating(type) && formOf(literal) === 'huge';
