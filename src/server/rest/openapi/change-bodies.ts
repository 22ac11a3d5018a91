import type { Action } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { findRight } from '../../../model/role-rights.ts';

/** How often the response to a change has a row to show. Responses beyond the size limit are left out of it. */
export type ShownRow = 'always' | 'sometimes' | 'never';

/** Returns how often roles that may create a row are shown it. */
export const showsNew = (entity: Entity): ShownRow => (entity.newRowIsLost ? 'never' : showsRow(entity, 'create'));

/** Returns how often roles that may update a row are shown it. */
export const showsUpdated = (entity: Entity): ShownRow => showsRow(entity, 'update');

function showsRow(entity: Entity, action: Action): ShownRow {
  const roles = [...entity.rights.keys()].filter((role) => findRight(entity, role, action) !== undefined);
  const shown = new Set(roles.map((role) => showsRole(entity, role)));
  const [first = 'never', ...others] = shown;
  return others.length === 0 ? first : 'sometimes';
}

function showsRole(entity: Entity, role: string): ShownRow {
  const right = entity.operations.has('read') ? findRight(entity, role, 'read') : undefined;
  const isReadable = right !== undefined && entity.fields.some(({ name }) => right.fields.has(name));
  if (!isReadable) return 'never';
  return right.policy === undefined ? 'always' : 'sometimes';
}
