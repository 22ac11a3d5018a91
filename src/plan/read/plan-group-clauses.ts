import { throwApiError } from '../../base/errors.ts';
import type { Entity, Field } from '../../model/model.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import type { AggregateKey } from '../../scalars/aggregates.ts';
import { entriesOf, itemsOf, planLogic, planOperators } from '../filter/plan-filter.ts';
import { conjunction } from '../filter/predicates.ts';
import { type PlanContext, readableField } from '../plan-context.ts';
import type { Aggregate } from '../shape/aggregate.ts';
import type { GroupOrderTerm, GroupValue } from '../shape/groups.ts';
import type { Predicate } from '../shape/predicate.ts';
import { aggregateByKey, countRows } from './plan-aggregate.ts';
import { distinctTerms, readDirection } from './plan-order.ts';

/**
 * Returns a total order of groups: the grouping fields break ties. If `groups` is absent, the terms of `rows` that
 * order by grouping fields apply.
 * @throws ApiError Forbidden, BadRequest for a field that is not grouped by
 */
export function planGroupOrder(
  grouping: GroupContext,
  { groups, rows }: { readonly groups: Value | undefined; readonly rows: Value | undefined },
  { path }: SelectedField,
): readonly GroupOrderTerm[] {
  const requested =
    groups === undefined || groups.kind === 'null'
      ? objectsOf(rows).flatMap((item) => planRowTerms(item, grouping))
      : objectsOf(groups).flatMap((item) => planTerms(item, grouping, path));
  const tieBreak = grouping.by.map(
    (field): GroupOrderTerm => ({ value: { kind: 'field', field }, descending: false, nulls: 'last' }),
  );
  return distinctTerms([...requested, ...tieBreak], ({ value }) => nameOf(value));
}

const objectsOf = (value: Value | undefined): readonly Value[] =>
  value === undefined ? [] : itemsOf(value).filter(({ kind }) => kind === 'object');

function planRowTerms(item: Value, { by }: GroupContext): readonly GroupOrderTerm[] {
  return entriesOf(item).flatMap(([name, direction]) => {
    const field = by.find((candidate) => candidate.name === name);
    return field === undefined ? [] : termOf({ kind: 'field', field }, direction);
  });
}

function planTerms(item: Value, grouping: GroupContext, path: SelectedField['path']): readonly GroupOrderTerm[] {
  return entriesOf(item).flatMap(([key, member]) => {
    if (key === 'count') return termOf({ kind: 'aggregate', aggregate: countRows }, member);
    if (member.kind === 'null') return [];
    return entriesOf(member).flatMap(([name, direction]) => termOf(groupValue(key, name, grouping, path), direction));
  });
}

function groupValue(key: string, name: string, grouping: GroupContext, path: SelectedField['path']): GroupValue {
  if (key === 'fields') return { kind: 'field', field: groupedField(grouping, name, path) };
  const field = readableField(grouping.entity, name, grouping.context);
  return { kind: 'aggregate', aggregate: aggregateByKey(key as AggregateKey, field) };
}

const termOf = (value: GroupValue, direction: Value): readonly GroupOrderTerm[] =>
  direction.kind === 'known' ? [{ value, ...readDirection(String(direction.value)) }] : [];

function nameOf(value: GroupValue): string {
  if (value.kind === 'field') return value.field.name;
  const { name, field, distinct } = value.aggregate;
  return `${name} ${distinct} ${field?.name ?? ''}`;
}

export interface GroupContext {
  readonly entity: Entity;
  readonly by: readonly Field[];
  readonly context: PlanContext;
}

/**
 * @param path response keys of the selected field that refers to the grouping field
 * @throws ApiError Forbidden, BadRequest for a field that is not grouped by
 */
export function groupedField({ entity, by, context }: GroupContext, name: string, path: readonly string[]): Field {
  const field = readableField(entity, name, context);
  if (by.includes(field)) return field;
  const message = `"${name}" is not in the "fields" of "groupBy". Add it there, or remove it here.`;
  return throwApiError('BadRequest', message, { path });
}

/** @throws ApiError Forbidden */
export function planHaving(entity: Entity, value: Value | undefined, context: PlanContext): Predicate | undefined {
  return planLogic(value, (name, member) => {
    if (name === 'count') return planCondition(countRows, member, context);
    if (member.kind === 'null') return undefined;
    return conjunction(
      entriesOf(member).map(([fieldName, operators]) => {
        const field = readableField(entity, fieldName, context);
        return planCondition(aggregateByKey(name as AggregateKey, field), operators, context);
      }),
    );
  });
}

export const planCondition = (
  aggregate: Aggregate,
  operators: Value | undefined,
  context: PlanContext,
): Predicate | undefined =>
  operators === undefined
    ? undefined
    : planOperators({ operand: { kind: 'aggregate', aggregate }, type: aggregate.type }, operators, context);
