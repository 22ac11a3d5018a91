import type { Entity } from '../../model/model.ts';
import type { SelectedField } from '../../operation/operation.ts';
import type { Planning } from '../planning.ts';
import type { Source } from '../shape/predicate.ts';
import type { Connection, Fact, ScalarFact } from '../shape/rows.ts';
import { planCursors } from './plan-cursors.ts';
import { planGroups } from './plan-groups.ts';
import { askedOrder, filterOf, isGiven, planPage, refuseTogether } from './plan-rows.ts';
import { planSelection } from './plan-selection.ts';

/**
 * A page of rows and the facts that are selected of it.
 * @throws Refusal BadRequest for paging arguments that contradict each other and for cursors of another order, Forbidden
 */
export function planConnection(source: Source, selected: SelectedField, planning: Planning): Connection {
  const { entity } = source;
  refuseTogether(selected, 'first', 'last');
  refuseTogether(selected, 'last', 'offset');
  refuseTogether(selected, 'after', 'offset');
  refuseTogether(selected, 'before', 'offset');
  const order = askedOrder(entity, selected, planning);
  const sizedBy = isGiven(selected, 'last') ? 'last' : 'first';
  const page = planPage(selected, sizedBy, planning);
  return {
    ...source,
    ...filterOf(source, selected, planning),
    order,
    ...planCursors({ entity, order, selected, sizedBy, page }, planning),
    facts: [...selected.fields, ...(selected.apart ?? [])].map((field) => planFact(entity, field, selected, planning)),
  };
}

function planFact(entity: Entity, selected: SelectedField, connection: SelectedField, planning: Planning): Fact {
  const { key, name, fields } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: entity.graphql.types.connection };
  if (name === 'items') return { kind: 'items', key, selection: planSelection(entity, fields, planning) };
  if (name === 'groupBy') {
    return { kind: 'groups', key, groups: planGroups(entity, selected, connection.arguments.get('orderBy'), planning) };
  }
  const unlessLast = name === 'endCursor' && !planning.model.cursorOnLastPage;
  return { kind: name as ScalarFact, key, ...(unlessLast && { unlessLast }) };
}
