import { invariant } from '../../base/invariant.ts';
import type { Entity } from '../../model/model.ts';
import type { Literal } from '../../odata/expression.ts';
import type { FilterValue } from '../../odata/filter-value.ts';
import type { SlotSource, Value } from '../../operation/operation.ts';
import { type Planning, readableField, readableRelationship } from '../planning.ts';
import type { Predicate } from '../shape/predicate.ts';
import type { Resolver } from './expression-scope.ts';
import { planExpression } from './plan-expression.ts';

/**
 * A `$filter` as a predicate; undefined where there is none.
 * @throws Refusal Forbidden for what the role may not read; BadRequest, InvalidField with the position
 */
export function planWhere(entity: Entity, value: Value | undefined, planning: Planning): Predicate | undefined {
  if (value?.kind !== 'expression') return undefined;
  return planExpression(value.value.condition, entity, filterResolver(value, planning));
}

/** Finds names of a `$filter`: those that the REST API shows and the role may read. */
function filterResolver({ source, value }: Extract<Value, { kind: 'expression' }>, planning: Planning): Resolver {
  const { model } = planning;
  const { option, suggest } = value.origin;
  const served = (entity: Entity) =>
    entity.relationships.filter(({ target }) => model.byName.get(target)?.rest.enabled === true);
  return {
    field: (entity, name) => (entity.fieldByName.has(name) ? readableField(entity, name, planning) : undefined),
    related: (entity, name) =>
      served(entity).some((relationship) => relationship.name === name)
        ? readableRelationship(entity, name, planning)
        : undefined,
    names: (entity) => (suggest ? [...entity.fieldByName.keys(), ...served(entity).map(({ name }) => name)] : []),
    option,
    literal: (literal) => literalSource(source, value, literal),
    literals: ([first]) => literalSource(source, value, first),
    maxInValues: model.limits.inValues,
    maxPatternLength: model.limits.patternLength,
  };
}

/** Where each call finds the literal, or the list of an `in` that begins with it. */
function literalSource(source: SlotSource, value: FilterValue, literal: Literal | undefined): SlotSource {
  const index = value.indexOf(literal);
  // The parser adds literals of its own: `active` is compared with true.
  if (index < 0) return { kind: 'constant', value: literal };
  invariant(source.kind === 'variable', 'a condition is always a variable');
  return { kind: 'variable', path: [...source.path, 'literals', index] };
}
