import { invariant } from '../../base/invariant.ts';
import type { Entity, Field } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { Literal } from '../../odata/expression.ts';
import type { FilterValue } from '../../odata/filter-value.ts';
import type { SlotSource, Value } from '../../operation/operation.ts';
import { type Comparison, type TextOperator, textOperators } from '../../scalars/operators.ts';
import { type PlanContext, readableField, readableRelationship } from '../plan-context.ts';
import type { Operand, Predicate, RelatedSource } from '../shape/predicate.ts';
import type { Slot } from '../shape/slot.ts';
import type { Resolver, TypedOperand } from './expression-scope.ts';
import { fieldOf } from './field-of.ts';
import { planExpression } from './plan-expression.ts';
import { conjunction, disjunction, unlessHidden } from './predicates.ts';

/** @throws ApiError Forbidden for a field or entity that the role may not read */
export function planFilter(entity: Entity, value: Value | undefined, context: PlanContext): Predicate | undefined {
  return planLogic(value, (name, member) => planNamed(entity, name, member, context));
}

type PlanMember = (name: string, value: Value) => Predicate | undefined;

export function planLogic(value: Value | undefined, planOther: PlanMember): Predicate | undefined {
  if (value === undefined || value.kind === 'null') return undefined;
  return conjunction(entriesOf(value).map(([name, member]) => planMember(name, member, planOther)));
}

function planMember(name: string, value: Value, planOther: PlanMember): Predicate | undefined {
  switch (name) {
    case 'and':
      return conjunction(itemsOf(value).map((item) => planLogic(item, planOther)));
    case 'or':
      if (value.kind === 'null') return undefined;
      return disjunction(itemsOf(value).map((item) => planLogic(item, planOther) ?? { kind: 'constant', value: true }));
    case 'not': {
      const member = planLogic(value, planOther);
      return member === undefined ? undefined : { kind: 'not', member };
    }
    default:
      return planOther(name, value);
  }
}

function planNamed(entity: Entity, name: string, value: Value, context: PlanContext): Predicate | undefined {
  if (entity.fieldByName.has(name)) {
    const field = readableField(entity, name, context);
    return planOperators({ operand: ownField(field), type: field.type }, value, context);
  }
  const { relationship, target } = readableRelationship(entity, name, context);
  if (value.kind === 'null') return undefined;
  return relationship.many
    ? planToMany(target, value, context)
    : exists(target, planFilter(target.entity, value, context));
}

function planToMany(target: RelatedSource, value: Value, context: PlanContext): Predicate | undefined {
  const quantified = entriesOf(value).flatMap(([name, member]) =>
    isQuantifier(name) && member.kind !== 'null'
      ? [planQuantifier(name, target, planFilter(target.entity, member, context))]
      : [],
  );
  const direct = entriesOf(value).filter(([name]) => !isQuantifier(name));
  return conjunction([
    ...quantified,
    exists(target, planFilter(target.entity, { kind: 'object', entries: direct }, context)),
  ]);
}

type Quantifier = 'some' | 'every' | 'none';

const isQuantifier = (name: string): name is Quantifier => name === 'some' || name === 'every' || name === 'none';

function planQuantifier(
  quantifier: Quantifier,
  target: RelatedSource,
  filter: Predicate | undefined,
): Predicate | undefined {
  const visibleFilter = filter === undefined ? {} : { filter: unlessHidden(target.visible, filter) };
  const related = { kind: 'exists', ...target, ...visibleFilter } as const;
  if (quantifier === 'some') return { ...related, unless: false, negated: false };
  if (quantifier === 'none') return { ...related, unless: false, negated: true };
  return filter === undefined ? undefined : { ...related, unless: true, negated: true };
}

/** Plans `some`. An empty filter requires nothing, not even a related row. */
function exists(target: RelatedSource, filter: Predicate | undefined): Predicate | undefined {
  return filter === undefined ? undefined : planQuantifier('some', target, filter);
}

export function planOperators(target: TypedOperand, value: Value, context: PlanContext): Predicate | undefined {
  if (value.kind === 'null') return undefined;
  return conjunction(entriesOf(value).map(([operator, operand]) => planOperator(target, operator, operand, context)));
}

function planOperator(
  target: TypedOperand,
  operator: string,
  operand: Value,
  context: PlanContext,
): Predicate | undefined {
  if (operator === 'isNull') return operand.kind === 'known' ? isNull(target, operand.value === true) : undefined;
  if (operator === 'path') return planJsonPath(target, operand, context);
  if (operand.kind === 'null') {
    // A bulk change never ignores a null operator, because the filter would then match more rows.
    if (context.model.ignoresNullOperators && context.forbidsEmptyValues !== true) return undefined;
    if (operator === 'eq' || operator === 'neq') return isNull(target, operator === 'eq');
    return { kind: 'unknown' };
  }
  const source = sourceOf(operand);
  const { model, forbidsEmptyValues: nonEmpty } = context;
  const errorField = fieldOf(target);
  const { inValues: max } = model.limits;
  const use = { kind: 'values', type: target.type, max, ...errorField, ...(nonEmpty && { nonEmpty }) } as const;
  const valuesOf = (list: SlotSource): Slot => ({ source: list, use });
  if (operator === 'in' || operator === 'nin') {
    return { kind: 'in', operand: target.operand, values: valuesOf(source), negated: operator === 'nin' };
  }
  if (operator === 'has' || operator === 'hasAny' || operator === 'hasAll') {
    const values = valuesOf(operator === 'has' ? { kind: 'list', items: [source] } : source);
    const elements: Slot = target.type.list ? values : { ...values, use: { ...use, itemsAreElements: true } };
    return { kind: 'arrayContains', operand: target.operand, values: elements, all: operator !== 'hasAny' };
  }
  if (operator in textOperators) {
    const { start, end, anyCase, negated } = textOperators[operator as TextOperator];
    return {
      kind: 'like',
      operand: target.operand,
      pattern: {
        source,
        use: { kind: 'pattern', start, end, max: model.limits.patternLength, ...(nonEmpty && { nonEmpty }) },
      },
      anyCase,
      negated,
    };
  }
  const value = { source, use: { kind: 'value', type: target.type, ...errorField } } as const;
  return { kind: 'compare', operator: operator as Comparison, left: target.operand, right: { kind: 'value', value } };
}

function planJsonPath({ operand: json }: TypedOperand, value: Value, context: PlanContext): Predicate | undefined {
  if (value.kind === 'null') return undefined;
  const at = entriesOf(value).find(([name]) => name === 'at')?.[1];
  invariant(at, 'a JSON path has "at"');
  const path: Slot = { source: sourceOf(at), use: { kind: 'jsonPath' } };
  const operators = entriesOf(value).filter(([name]) => name !== 'at');
  const valueAtPath: TypedOperand = { operand: { kind: 'jsonPath', json, path }, type: plainType('JSON') };
  return planOperators(valueAtPath, { kind: 'object', entries: operators }, context);
}

const isNull = ({ operand }: TypedOperand, wanted: boolean): Predicate => ({
  kind: 'isNull',
  operand,
  negated: !wanted,
});

export const ownField = (field: Field): Operand => ({ kind: 'field', levelsUp: 0, path: [], field });

export function sourceOf(operand: Value): SlotSource {
  if (operand.kind === 'known') return { kind: 'constant', value: operand.value };
  if (operand.kind === 'list') return { kind: 'list', items: operand.items.map(sourceOf) };
  if (operand.kind === 'null') return { kind: 'constant', value: null };
  invariant(operand.kind === 'slot', 'an operand is a value');
  return operand.source;
}

export function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  invariant(value.kind === 'object', 'an input object is expected here');
  return value.entries;
}

/** Returns the items of a list. A single value counts as one item, null as none. */
export const itemsOf = (value: Value): readonly Value[] =>
  value.kind === 'list' ? value.items : value.kind === 'null' ? [] : [value];

/** @throws ApiError Forbidden; BadRequest, InvalidField with the position */
export function planWhere(entity: Entity, value: Value | undefined, context: PlanContext): Predicate | undefined {
  if (value?.kind !== 'expression') return undefined;
  return planExpression(value.value.condition, entity, filterResolver(value, context));
}

function filterResolver({ source, value }: Extract<Value, { kind: 'expression' }>, context: PlanContext): Resolver {
  const { model } = context;
  const { option, suggest } = value.origin;
  const served = (entity: Entity) =>
    entity.relationships.filter(({ target }) => model.byName.get(target)?.rest.enabled === true);
  return {
    field: (entity, name) => (entity.fieldByName.has(name) ? readableField(entity, name, context) : undefined),
    related: (entity, name) =>
      served(entity).some((relationship) => relationship.name === name)
        ? readableRelationship(entity, name, context)
        : undefined,
    names: (entity) => (suggest ? [...entity.fieldByName.keys(), ...served(entity).map(({ name }) => name)] : []),
    option,
    literal: (literal) => literalSource(source, value, literal),
    literals: ([first]) => literalSource(source, value, first),
    maxInValues: model.limits.inValues,
    maxPatternLength: model.limits.patternLength,
  };
}

/** Returns the source of a literal, or of the list of an `in` that starts with this literal. */
function literalSource(source: SlotSource, value: FilterValue, literal: Literal | undefined): SlotSource {
  const index = value.indexOf(literal);
  // The planner adds literals: `active` becomes `active eq true`.
  if (index < 0) return { kind: 'constant', value: literal };
  invariant(source.kind === 'variable', 'a condition is always a variable');
  return { kind: 'variable', path: [...source.path, 'literals', index] };
}
