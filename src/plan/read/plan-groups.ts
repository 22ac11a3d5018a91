import type { Entity, Field } from '../../model/model.ts';
import { plainType } from '../../model/plain-type.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { itemsOf } from '../filter/plan-filter.ts';
import { conjunction } from '../filter/predicates.ts';
import { inArgument, type Planning, readableField } from '../planning.ts';
import type { GroupEntryValue, GroupSelection, Groups } from '../shape/groups.ts';
import type { Predicate } from '../shape/predicate.ts';
import { type Grouping, groupedField } from './grouping.ts';
import { aggregateByKey, planAggregate } from './plan-aggregate.ts';
import { planGroupOrder } from './plan-group-order.ts';
import { planCondition, planHaving } from './plan-having.ts';
import { checkFilter, planPage } from './plan-rows.ts';

/**
 * The rows of a connection as groups.
 * @param rowOrder the `orderBy` of the connection
 * @throws Refusal Forbidden for a field that the role may not read, BadRequest, LimitExceeded
 */
export function planGroups(
  entity: Entity,
  selected: SelectedField,
  rowOrder: Value | undefined,
  planning: Planning,
): Groups {
  const grouping: Grouping = { entity, by: planFields(entity, selected, planning), planning };
  const having = conjunction([
    inArgument('having', () => planHaving(entity, selected.arguments.get('having'), planning)),
    ...selected.fields
      .flatMap(({ name, fields }) => (name === 'aggregations' ? fields : []))
      .map((field) => havingOf(field, grouping)),
  ]);
  checkFilter(having, selected, planning.model);
  return {
    by: grouping.by,
    ...(having === undefined ? {} : { having }),
    order: planGroupOrder(grouping, { groups: selected.arguments.get('orderBy'), rows: rowOrder }, selected),
    size: planPage(selected, 'first', planning).size,
    selection: selected.fields.map((field) => ({ key: field.key, value: planEntry(field, grouping) })),
  };
}

function planFields(entity: Entity, selected: SelectedField, planning: Planning): readonly Field[] {
  const names = itemsOf(selected.arguments.get('fields') ?? { kind: 'null' });
  const fields = names.flatMap((name) =>
    name.kind === 'known' ? [inArgument('fields', () => readableField(entity, String(name.value), planning))] : [],
  );
  return [...new Set(fields)];
}

/** The condition that a selected function has as its argument: it bounds the groups, as `having` does. */
function havingOf(selected: SelectedField, { entity, planning }: Grouping): Predicate | undefined {
  const operators = selected.arguments.get('having');
  return operators && planCondition(planAggregate(entity, selected, planning), operators, planning);
}

function planEntry(selected: SelectedField, grouping: Grouping): GroupEntryValue {
  const { group } = grouping.entity.graphql.types;
  switch (selected.name) {
    case '__typename':
      return { kind: 'typename', name: group };
    case 'fields':
      return planObject(selected, 'groupFields', grouping, ({ name, path }) => ({
        kind: 'field',
        field: groupedField(grouping, name, path),
      }));
    default:
      return planObject(selected, 'aggregations', grouping, (field) => planFunction(field, grouping));
  }
}

type TypeName = 'groupFields' | 'aggregations' | 'groupValues';

function planObject(
  { fields }: SelectedField,
  type: TypeName,
  { entity }: Grouping,
  planField: (field: SelectedField) => GroupEntryValue,
): GroupEntryValue {
  const name = entity.graphql.types[type];
  const selection: GroupSelection = fields.map((field) => ({
    key: field.key,
    value: field.name === '__typename' ? { kind: 'typename', name } : planField(field),
  }));
  return { kind: 'object', selection };
}

function planFunction(selected: SelectedField, grouping: Grouping): GroupEntryValue {
  const { entity, planning } = grouping;
  const { name } = selected;
  if (name !== 'minimum' && name !== 'maximum') {
    const written = plainType(name === 'count' ? 'Int' : 'Decimal');
    return { kind: 'aggregate', aggregate: planAggregate(entity, selected, planning), written };
  }
  return planObject(selected, 'groupValues', grouping, (selectedField) => {
    const field = readableField(entity, selectedField.name, planning);
    const aggregate = aggregateByKey(name === 'minimum' ? 'min' : 'max', field);
    return { kind: 'aggregate', aggregate, written: field.type };
  });
}
