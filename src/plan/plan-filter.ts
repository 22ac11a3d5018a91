import { invariant } from '../base/invariant.ts';
import type { Entity, Field } from '../model/model.ts';
import type { SlotSource, Value } from '../operation/operation.ts';
import { type Comparison, type TextOperator, textOperators } from '../scalars/operators.ts';
import type { Operand, Predicate, RelatedSource } from './plan.ts';
import { type Planning, readableField, readableRelationship } from './planning.ts';
import { conjunction, disjunction } from './predicates.ts';

/**
 * A filter argument as a predicate; undefined where it says nothing. The rules are those of docs/graphql.md, "Filters".
 * @throws Refusal Forbidden for a field or entity that the role may not read
 */
export function planFilter(entity: Entity, value: Value | undefined, planning: Planning): Predicate | undefined {
  if (value === undefined || value.kind === 'null') return undefined;
  return conjunction(entriesOf(value).map(([name, member]) => planMember(entity, name, member, planning)));
}

function planMember(entity: Entity, name: string, value: Value, planning: Planning): Predicate | undefined {
  switch (name) {
    case 'and':
      return conjunction(itemsOf(value).map((item) => planFilter(entity, item, planning)));
    case 'or':
      if (value.kind === 'null') return undefined;
      return disjunction(
        itemsOf(value).map((item) => planFilter(entity, item, planning) ?? { kind: 'constant', value: true }),
      );
    case 'not': {
      const member = planFilter(entity, value, planning);
      return member === undefined ? undefined : { kind: 'not', member };
    }
    default:
      return planNamed(entity, name, value, planning);
  }
}

function planNamed(entity: Entity, name: string, value: Value, planning: Planning): Predicate | undefined {
  if (entity.fieldByName.has(name)) {
    const field = readableField(entity, name, planning);
    if (value.kind === 'null') return undefined;
    return conjunction(entriesOf(value).map(([operator, operand]) => planOperator(field, operator, operand, planning)));
  }
  const { relationship, target } = readableRelationship(entity, name, planning);
  if (value.kind === 'null') return undefined;
  return relationship.many
    ? planToMany(target, value, planning)
    : exists(target, planFilter(target.entity, value, planning));
}

function planToMany(target: RelatedSource, value: Value, planning: Planning): Predicate | undefined {
  const quantified = entriesOf(value).flatMap(([name, member]) =>
    isQuantifier(name) && member.kind !== 'null'
      ? [planQuantifier(name, target, planFilter(target.entity, member, planning))]
      : [],
  );
  const direct = entriesOf(value).flatMap(([name, member]) =>
    isQuantifier(name) ? [] : [planMember(target.entity, name, member, planning)],
  );
  return conjunction([...quantified, exists(target, conjunction(direct))]);
}

type Quantifier = 'some' | 'every' | 'none';

const isQuantifier = (name: string): name is Quantifier => name === 'some' || name === 'every' || name === 'none';

function planQuantifier(
  quantifier: Quantifier,
  target: RelatedSource,
  filter: Predicate | undefined,
): Predicate | undefined {
  const related = { kind: 'exists', ...target, ...(filter === undefined ? {} : { filter }) } as const;
  if (quantifier === 'some') return { ...related, unless: false, negated: false };
  if (quantifier === 'none') return { ...related, unless: false, negated: true };
  return filter === undefined ? undefined : { ...related, unless: true, negated: true };
}

/** A related row for which the filter is true; an empty filter asks nothing, not even that there is one. */
function exists(target: RelatedSource, filter: Predicate | undefined): Predicate | undefined {
  return filter === undefined ? undefined : { kind: 'exists', ...target, filter, unless: false, negated: false };
}

function planOperator(field: Field, operator: string, operand: Value, planning: Planning): Predicate | undefined {
  if (operator === 'isNull') return operand.kind === 'known' ? isNull(field, operand.value === true) : undefined;
  if (operand.kind === 'null') {
    if (operator === 'eq' || operator === 'neq') return isNull(field, operator === 'eq');
    return { kind: 'unknown' };
  }
  const source = sourceOf(operand);
  const valuesOf = (list: SlotSource) =>
    ({ source: list, use: { kind: 'values', type: field.type, max: planning.model.limits.inValues } }) as const;
  if (operator === 'in' || operator === 'nin') {
    return { kind: 'in', operand: ownField(field), values: valuesOf(source), negated: operator === 'nin' };
  }
  if (operator === 'has' || operator === 'hasAny' || operator === 'hasAll') {
    const values = valuesOf(operator === 'has' ? { kind: 'list', items: [source] } : source);
    return { kind: 'holds', operand: ownField(field), values, all: operator !== 'hasAny' };
  }
  if (operator in textOperators) {
    const { start, end, anyCase, negated } = textOperators[operator as TextOperator];
    return {
      kind: 'like',
      operand: ownField(field),
      pattern: { source, use: { kind: 'pattern', start, end } },
      anyCase,
      negated,
    };
  }
  const value = { source, use: { kind: 'value', type: field.type } } as const;
  return { kind: 'compare', operator: operator as Comparison, left: ownField(field), right: { kind: 'value', value } };
}

const isNull = (field: Field, wanted: boolean): Predicate => ({
  kind: 'isNull',
  operand: ownField(field),
  negated: !wanted,
});

/** A field of the row that a condition stands in. */
export const ownField = (field: Field): Operand => ({ kind: 'field', up: 0, path: [], field });

/** A boolean operand is known when planning, as it shapes other plans; here it is a value like any other. */
export function sourceOf(operand: Value): SlotSource {
  if (operand.kind === 'known') return { kind: 'constant', value: operand.value };
  if (operand.kind === 'list') return { kind: 'list', items: operand.items.map(sourceOf) };
  if (operand.kind === 'null') return { kind: 'constant', value: null };
  invariant(operand.kind === 'slot', 'an operand is a value');
  return operand.source;
}

function entriesOf(value: Value): readonly (readonly [string, Value])[] {
  invariant(value.kind === 'object', 'an input object is expected here');
  return value.entries;
}

const itemsOf = (value: Value): readonly Value[] =>
  value.kind === 'list' ? value.items : value.kind === 'null' ? [] : [value];
