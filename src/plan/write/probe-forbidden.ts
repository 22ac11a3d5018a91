import type { Entity } from '../../model/model.ts';
import type { SelectedField } from '../../operation/operation.ts';
import { isNotTrue } from '../filter/predicates.ts';
import { policyOf } from '../filter/visible-rows.ts';
import type { Probe, WriteRefusal } from '../shape/changes.ts';
import { mayDo } from './change-rights.ts';
import { newWrite } from './new-write.ts';
import { namedRow } from './plan-change-rows.ts';
import type { Creating } from './plan-create.ts';
import { mayNotTouch } from './write-refusals.ts';

/**
 * A probe for where a change of one row met no row: is the row there, visible, and only the action's policy in the way? That may be told,
 * since the role may read the row. `ifMatch` is not asked again. No probe where there can be no such row; ready to be spread.
 * @param unless the write that met no row
 * @param onNone the refusal for a row that is not there, or hidden, or no longer as `ifMatch` says
 */
export function probeForbidden(
  entity: Entity,
  selected: SelectedField,
  verb: 'update' | 'replace' | 'delete',
  { creating, unless, onNone }: { creating: Creating; unless: number; onNone?: WriteRefusal | undefined },
): readonly Probe[] {
  const policy = policyOf(entity, verb === 'delete' ? 'delete' : 'update', creating);
  if (policy === undefined || !mayDo(entity, 'read', creating)) return [];
  const visible = policyOf(entity, 'read', creating);
  return [
    {
      kind: 'probe',
      ...newWrite(entity, creating),
      where: {
        kind: 'and',
        members: [namedRow(entity, selected), ...(visible === undefined ? [] : [visible]), isNotTrue(policy)],
      },
      onSome: mayNotTouch(entity, verb, creating.role),
      ...(onNone && { onNone }),
      unless: [unless],
    },
  ];
}
