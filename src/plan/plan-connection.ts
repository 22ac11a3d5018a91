import { refuse } from '../base/errors.ts';
import type { Entity } from '../model/model.ts';
import type { SelectedField } from '../operation/operation.ts';
import type { Connection, Fact, OrderTerm, ScalarFact, Seek, Source } from './plan.ts';
import { planGroups } from './plan-groups.ts';
import { nameOrder, planOrder } from './plan-order.ts';
import { filterOf, isGiven, planPage, refuseTogether } from './plan-rows.ts';
import { planSelection } from './plan-selection.ts';
import { mayReadField, type Planning } from './planning.ts';

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
  const order = planOrder(entity, selected.arguments.get('orderBy'), planning);
  const cursorOrder = hasCursors(entity, order, planning) ? nameOrder(entity, order) : undefined;
  const fromEnd = isGiven(selected, 'last');
  const seek = (side: Seek['side']) => planSeek(side, { entity, order, cursorOrder, selected });
  return {
    ...source,
    ...filterOf(source, selected, planning),
    order,
    page: planPage(selected, fromEnd ? 'last' : 'first', planning),
    fromEnd,
    ...seek('after'),
    ...seek('before'),
    ...(cursorOrder === undefined ? {} : { cursorOrder }),
    facts: selected.fields.map((field) => planFact(entity, field, selected, planning)),
  };
}

/** A cursor holds the order's values: there is one only where the role may read them all, and the order is total. */
function hasCursors(entity: Entity, order: readonly OrderTerm[], planning: Planning): boolean {
  return (
    entity.key.length > 0 &&
    order.every(({ path, field }) => mayReadField(path.at(-1)?.entity ?? entity, field, planning))
  );
}

function planFact(entity: Entity, selected: SelectedField, connection: SelectedField, planning: Planning): Fact {
  const { key, name, fields } = selected;
  if (name === '__typename') return { kind: 'typename', key, name: `${entity.graphql.type}Connection` };
  if (name === 'items') return { kind: 'items', key, selection: planSelection(entity, fields, planning) };
  if (name === 'groupBy') {
    return { kind: 'groups', key, groups: planGroups(entity, selected, connection.arguments.get('orderBy'), planning) };
  }
  const unlessLast = name === 'endCursor' && !planning.model.cursorOnLastPage;
  return { kind: name as ScalarFact, key, ...(unlessLast && { unlessLast }) };
}

interface SeekContext {
  readonly entity: Entity;
  readonly order: readonly OrderTerm[];
  readonly cursorOrder: string | undefined;
  readonly selected: SelectedField;
}

function planSeek(
  side: Seek['side'],
  { entity, order, cursorOrder, selected }: SeekContext,
): { after?: Seek; before?: Seek } {
  const value = selected.arguments.get(side);
  if (value?.kind !== 'cursor') return {};
  if (cursorOrder === undefined) {
    const reason = entity.key.length === 0 ? 'it has no key' : 'its key cannot be read';
    refuse('BadRequest', `"${entity.name}" has no cursors here, as ${reason}; page with "offset".`, {
      path: selected.path,
    });
  }
  if (value.nulls.length !== order.length) refuseCursor(side);
  const values = order.map(({ field }, index) =>
    value.nulls[index] === true
      ? null
      : ({
          source: value.source,
          use: { kind: 'cursor', argument: side, order: cursorOrder, index, type: field.type },
        } as const),
  );
  return { [side]: { side, values } };
}

/** A cursor that was made for another list or another order. @throws Refusal BadRequest, always */
export function refuseCursor(argument: string): never {
  return refuse(
    'BadRequest',
    `The cursor in "${argument}" was made for another list or another order; start again without it.`,
  );
}
