import type { Entity, Field } from '../../model/model.ts';
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

/** A trigger kept the row of a junction from being created. */
export const notRelated = (from: Entity, to: Entity): WriteRefusal => ({
  code: 'ApplicationError',
  message: `The database itself kept the "${from.name}" from being related to the "${to.name}".`,
});

/**
 * The insert found the key taken, and yet no row has it: another transaction has deleted the row since, or the key in its stored form, such as
 * a rounded time, is that of another row.
 */
const keyTaken = ({ name, key }: Entity): WriteRefusal => ({
  code: 'Conflict',
  message: `Another "${name}" has the same ${key.map((field) => `"${field.name}"`).join(' and ')}.`,
  details: { entity: name, fields: key.map((field) => field.name) },
  again: 'overtaken',
});

/** The row was not created, and is not there. */
export const neverCreated = (entity: Entity): WriteRefusal =>
  mayHoldBack(entity) ? { ...leftOut(entity), again: 'heldBack' } : keyTaken(entity);

/** The row is there, nothing hides it, and yet it was not changed. */
export const leftAsItWas = (entity: Entity): WriteRefusal => ({
  code: 'ApplicationError',
  message: `The database itself kept the "${entity.name}" from being changed.`,
  again: mayHoldBack(entity) ? 'heldBack' : 'overtaken',
});

/** Whether a trigger, a view, or row-level security may keep a row from being written. Otherwise only other transactions can. */
const mayHoldBack = ({ source }: Entity): boolean => source.triggers || source.evaluates === true;

/** The write found rows, and yet changed fewer. @param many whether a filter names the rows */
export function heldBack({ name }: Entity, kind: 'update' | 'delete', many: boolean): WriteRefusal {
  const verb = kind === 'update' ? 'changed' : 'deleted';
  return {
    code: 'ApplicationError',
    message: `The database itself kept ${many ? `rows of "${name}"` : `the "${name}"`} from being ${verb}.`,
    again: 'heldBack',
  };
}

/** The database returned no value for a column that nested rows refer to: it is NULL, or a trigger or a view hides it. */
export function nothingToReferTo({ name, key }: Entity, fields: readonly Field[]): WriteRefusal {
  const names = fields.map((field) => `"${field.name}"`).join(', ');
  const [value, it] = fields.length === 1 ? ['value', 'it a value'] : ['values', 'them values'];
  return {
    code: fields.every((field) => key.includes(field)) ? 'ApplicationError' : 'BadRequest',
    message: `The new "${name}" has no ${value} for ${names}, to which its nested rows refer: give ${it}, or create the nested rows in a second request.`,
    details: { entity: name, fields: fields.map((field) => field.name) },
  };
}
