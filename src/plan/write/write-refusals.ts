import type { Entity } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import type { WriteRefusal } from '../shape/changes.ts';

export const missing = ({ name }: Entity): WriteRefusal => ({
  code: 'ItemNotFound',
  message: `There is no "${name}" with this key.`,
});

export const noLongerMatches = ({ name }: Entity): WriteRefusal => ({
  code: 'PreconditionFailed',
  message: `The "${name}" is not as "ifMatch" says: it was changed, or is not there; read it again.`,
});

export const isThere = ({ name }: Entity): WriteRefusal => ({
  code: 'PreconditionFailed',
  message: `The "${name}" is there already, and "ifNoneMatch" lets it be created only.`,
});

/** The row is there, and the role may not touch it, though it may touch others. */
export function mayNotTouch(entity: Entity, verb: 'update' | 'replace' | 'delete', role: string): WriteRefusal {
  const policy = verb === 'delete' ? 'delete' : 'update';
  return {
    code: 'Forbidden',
    message: `The role "${role}" may not ${verb} this "${entity.name}".`,
    details: { entity: entity.name, ...(findRight(entity, role, policy)?.policy && { policy }) },
  };
}

/** Of a write that names its row by the key. Where only the configuration names that, several rows may have it. Ready to be spread. */
export const byKey = ({ name, keyIsUnique }: Entity): { atMostOne: true } | { onSeveral: WriteRefusal } =>
  keyIsUnique
    ? { atMostOne: true }
    : {
        onSeveral: { code: 'Conflict', message: `Several rows of "${name}" have this key; none of them was changed.` },
      };

/** A trigger kept the row from being created. */
export const leftOut = ({ name }: Entity): WriteRefusal => ({
  code: 'ApplicationError',
  message: `The database itself kept the "${name}" from being created.`,
});

/** The row was neither there to be changed nor missing to be created: others created and deleted it meanwhile. */
export const overtaken: WriteRefusal = {
  code: 'Unavailable',
  message: 'Other changes came in between; try again.',
  again: true,
};

/** The row is there, nothing hides it, and yet it was not changed. */
export const leftAsItWas = ({ name }: Entity): WriteRefusal => ({
  code: 'ApplicationError',
  message: `The database itself kept the "${name}" from being changed.`,
  again: true,
});
