import { invariant } from '../../base/invariant.ts';
import type { ChangeField, Entity } from '../../model/model.ts';
import type { SelectedField, Value } from '../../operation/operation.ts';
import { itemsOf } from '../filter/plan-filter.ts';
import { isGiven } from '../read/plan-rows.ts';
import type { Change, Delete, Update, WriteRefusal } from '../shape/changes.ts';
import { policyCheck, requireRight } from './change-rights.ts';
import { newWrite } from './new-write.ts';
import { answerMany, answerOne, locatable } from './plan-answer.ts';
import { givenFields, planAssignments } from './plan-assignments.ts';
import { filteredRows, touchedRow } from './plan-change-rows.ts';
import { type Creating, placeItems, planInserts } from './plan-create.ts';
import { planReplace } from './plan-replace.ts';
import { probeForbidden } from './probe-forbidden.ts';
import { byKey, missing, noLongerMatches } from './write-refusals.ts';

/** One field of the mutation root. @throws Refusal Forbidden, BadRequest, LimitExceeded */
export function planChange({ kind, entity }: ChangeField, selected: SelectedField, creating: Creating): Change {
  switch (kind) {
    case 'create':
    case 'createMany':
      return planCreate(entity, selected, kind === 'createMany', creating);
    case 'update':
      return isOrCreate(selected)
        ? planReplace(entity, selected, 'keep', creating)
        : planUpdate(entity, selected, creating);
    case 'replace':
      return planReplace(entity, selected, 'default', creating);
    case 'updateMany':
    case 'deleteMany':
      return planMany(entity, selected, kind, creating);
    case 'delete':
      return planDelete(entity, selected, creating);
  }
}

const isOrCreate = (selected: SelectedField): boolean => {
  const given = selected.arguments.get('orCreate');
  return given?.kind === 'known' && given.value === true;
};

function planCreate(entity: Entity, selected: SelectedField, many: boolean, creating: Creating): Change {
  const { path } = selected;
  const items = many
    ? placeItems(itemsOf(argumentOf(selected, 'items')), { path, item: 'items' })
    : [{ value: argumentOf(selected, 'item'), place: { path, item: 'item' } }];
  const { ids, writes } = items.length === 0 ? { ids: [], writes: [] } : planInserts(entity, items, [], creating);
  if (items.length === 0) requireRight(entity, 'create', creating);
  const answer = many
    ? answerMany(entity, selected, ids, { planning: creating, size: items.length, ordered: false })
    : locatable(answerOne(entity, selected, ids, creating), entity, creating);
  return { writes, answer };
}

function planUpdate(entity: Entity, selected: SelectedField, creating: Creating): Change {
  requireRight(entity, 'update', creating);
  const update = {
    kind: 'update',
    ...newWrite(entity, creating),
    set: planAssignments(entity, givenFields(entity, argumentOf(selected, 'item'), creating), 'update', creating),
    where: touchedRow(entity, selected, 'update', creating),
    ...byKey(entity),
    ...policyCheck(entity, 'update', creating),
  } as const;
  const onNone = isGiven(selected, 'ifMatch') ? noLongerMatches(entity) : missing(entity);
  return changeOne(update, onNone, selected, creating);
}

function planDelete(entity: Entity, selected: SelectedField, creating: Creating): Change {
  requireRight(entity, 'delete', creating);
  const write = {
    kind: 'delete',
    ...newWrite(entity, creating),
    where: touchedRow(entity, selected, 'delete', creating),
    ...byKey(entity),
  } as const;
  return changeOne(write, isGiven(selected, 'ifMatch') ? noLongerMatches(entity) : undefined, selected, creating);
}

/** A change of the row that is named. @param onNone the refusal where there is no such row */
function changeOne(
  write: Update | Delete,
  onNone: WriteRefusal | undefined,
  selected: SelectedField,
  creating: Creating,
): Change {
  const { entity, id, kind } = write;
  const answer = answerOne(entity, selected, [id], creating);
  // A role that sees the row is told that it may not change it, unless the configuration wants the row to look missing.
  const isTold = !creating.model.forbiddenRowIsMissing || (kind === 'update' && isGiven(selected, 'ifMatch'));
  const probes = isTold ? probeForbidden(entity, selected, kind, { creating, unless: id, onNone }) : [];
  if (probes.length > 0) return { writes: [write, ...probes], answer };
  return { writes: [{ ...write, ...(onNone && { onNone }) }], answer };
}

function planMany(
  entity: Entity,
  selected: SelectedField,
  kind: 'updateMany' | 'deleteMany',
  creating: Creating,
): Change {
  const action = kind === 'updateMany' ? 'update' : 'delete';
  requireRight(entity, action, creating);
  const common = { ...newWrite(entity, creating), ...filteredRows(entity, selected, action, creating) };
  const answer = answerMany(entity, selected, [common.id], {
    planning: creating,
    size: creating.model.pageSize.max,
    ordered: true,
  });
  if (action === 'delete') return { writes: [{ kind: 'delete', ...common }], answer };
  const set = planAssignments(entity, givenFields(entity, argumentOf(selected, 'item'), creating), 'update', creating);
  return { writes: [{ kind: 'update', ...common, set, ...policyCheck(entity, 'update', creating) }], answer };
}

function argumentOf(selected: SelectedField, name: string): Value {
  const value = selected.arguments.get(name);
  invariant(value, `the argument ${name} is given`);
  return value;
}
