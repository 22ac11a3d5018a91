import type { Entity } from '../../model/model.ts';
import type { Value } from '../../operation/operation.ts';
import type { AggregateKey } from '../../scalars/aggregates.ts';
import { entriesOf, planLogic, planOperators } from '../filter/plan-filter.ts';
import { conjunction } from '../filter/predicates.ts';
import { type Planning, readableField } from '../planning.ts';
import type { Aggregate } from '../shape/aggregate.ts';
import type { Predicate } from '../shape/predicate.ts';
import { aggregateByKey, countRows } from './plan-aggregate.ts';

/**
 * A condition on groups; undefined where it says nothing. Operators mean what they mean in filters.
 * @throws Refusal Forbidden for a field that the role may not read
 */
export function planHaving(entity: Entity, value: Value | undefined, planning: Planning): Predicate | undefined {
  return planLogic(value, (name, member) => {
    if (name === 'count') return planCondition(countRows, member, planning);
    if (member.kind === 'null') return undefined;
    return conjunction(
      entriesOf(member).map(([fieldName, operators]) => {
        const field = readableField(entity, fieldName, planning);
        return planCondition(aggregateByKey(name as AggregateKey, field), operators, planning);
      }),
    );
  });
}

/** A condition by operators on an aggregate, `{ gte: 5 }`; undefined where they say nothing. */
export const planCondition = (
  aggregate: Aggregate,
  operators: Value | undefined,
  planning: Planning,
): Predicate | undefined =>
  operators === undefined
    ? undefined
    : planOperators({ operand: { kind: 'aggregate', aggregate }, type: aggregate.type }, operators, planning);
