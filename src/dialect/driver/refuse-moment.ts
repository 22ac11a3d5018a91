import { refuse } from '../../base/errors.ts';

/**
 * Rejects a date or point in time outside the database's range. @param field target field @throws Refusal BadRequest
 */
export const rejectDateTime = (field: string | undefined, message: string): never =>
  field === undefined
    ? refuse('BadRequest', message)
    : refuse('BadRequest', `"${field}": ${message}`, { fields: [field] });
