import { refuse } from '../../base/errors.ts';

/** Refuses a day or a point in time that the database does not have. @param field the one that it is given to @throws Refusal BadRequest */
export const refuseMoment = (field: string | undefined, message: string): never =>
  field === undefined
    ? refuse('BadRequest', message)
    : refuse('BadRequest', `"${field}": ${message}`, { fields: [field] });
