import type { Entity, Field } from '../../model/model.ts';
import { findRight } from '../../model/role-rights.ts';
import type { WriteError } from '../shape/changes.ts';

export const missingRow = ({ name }: Entity): WriteError => ({
  code: 'ItemNotFound',
  message: `There is no "${name}" with this key.`,
});

export const noLongerMatches = ({ name }: Entity): WriteError => ({
  code: 'PreconditionFailed',
  message: `The "${name}" does not match "ifMatch". It was changed, or does not exist. Read it again.`,
});

export const alreadyExists = ({ name }: Entity): WriteError => ({
  code: 'PreconditionFailed',
  message: `The "${name}" already exists. Remove "ifNoneMatch" to replace it.`,
});

export function forbiddenRow(entity: Entity, verb: 'update' | 'replace' | 'delete', role: string): WriteError {
  const policy = verb === 'delete' ? 'delete' : 'update';
  return {
    code: 'Forbidden',
    message: `The role "${role}" may not ${verb} this "${entity.name}".`,
    details: { entity: entity.name, ...(findRight(entity, role, policy)?.policy && { policy }) },
  };
}

/** A configured key that is not unique may match several rows. */
export const byKey = ({ name, keyIsUnique }: Entity): { atMostOne: true } | { onSeveral: WriteError } =>
  keyIsUnique
    ? { atMostOne: true }
    : {
        onSeveral: { code: 'Conflict', message: `Several rows of "${name}" have this key. Nothing was changed.` },
      };

export const creationPreventedError = ({ name }: Entity): WriteError => ({
  code: 'ApplicationError',
  message: `The database prevented the "${name}" from being created.`,
});

export const linkPreventedError = (from: Entity, to: Entity): WriteError => ({
  code: 'ApplicationError',
  message: `The database prevented the "${from.name}" from being related to the "${to.name}".`,
});

/**
 * Error if the key is taken, but no row has the requested key. Either a concurrent transaction has deleted the row, or
 * the stored key, such as a rounded time, belongs to another row.
 */
const keyTaken = ({ name, key }: Entity): WriteError => ({
  code: 'Conflict',
  message: `Another "${name}" has the same ${key.map((field) => `"${field.name}"`).join(' and ')}.`,
  details: { entity: name, fields: key.map((field) => field.name) },
  retryReason: 'conflict',
});

export const notCreatedError = (entity: Entity): WriteError =>
  canSkipRows(entity) ? { ...creationPreventedError(entity), retryReason: 'rowsSkipped' } : keyTaken(entity);

export const notChangedError = (entity: Entity): WriteError => ({
  code: 'ApplicationError',
  message: `The database prevented the "${entity.name}" from being changed.`,
  retryReason: canSkipRows(entity) ? 'rowsSkipped' : 'conflict',
});

/** Returns true if a trigger or view may skip rows. Otherwise, only concurrent transactions can prevent a write. */
const canSkipRows = ({ source }: Entity): boolean => source.triggers || source.evaluates === true;

/** @param many true if a filter selects the rows */
export function rowsSkippedError({ name }: Entity, kind: 'update' | 'delete', many: boolean): WriteError {
  const verb = kind === 'update' ? 'changed' : 'deleted';
  return {
    code: 'ApplicationError',
    message: `The database prevented ${many ? `rows of "${name}"` : `the "${name}"`} from being ${verb}.`,
    retryReason: 'rowsSkipped',
  };
}

export function missingReference({ name, key }: Entity, fields: readonly Field[]): WriteError {
  const names = fields.map((field) => `"${field.name}"`).join(', ');
  const [value, it] = fields.length === 1 ? ['value', 'it a value'] : ['values', 'them values'];
  return {
    code: fields.every((field) => key.includes(field)) ? 'ApplicationError' : 'BadRequest',
    message: `The new "${name}" has no ${value} for ${names}, to which its nested rows refer. Give ${it}, or create the nested rows in a second request.`,
    details: { entity: name, fields: fields.map((field) => field.name) },
  };
}
