import { Refusal } from '../base/errors.ts';

/** Unavailable because the database is not as its catalog said: the catalog has to be read again. */
export class SchemaChanged extends Refusal {}

const MESSAGE = 'The schema of the database has changed; try again in a moment.';

/** The refusal of what the database did not know. */
export const schemaChanged = (cause: unknown): SchemaChanged => new SchemaChanged('Unavailable', MESSAGE, { cause });

/** The refusal of what was understood by a catalog that has been read again since. */
export const outdated = (): Refusal => new Refusal('Unavailable', MESSAGE);
