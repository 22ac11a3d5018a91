import { Refusal } from '../base/errors.ts';

/** Unavailable because the database is not as its catalog said: the catalog has to be read again. */
export class SchemaChanged extends Refusal {}

const MESSAGE = 'The schema of the database has changed; try again in a moment.';

/** The refusal where the database does not know a name, or has it with another type. */
export const schemaChanged = (cause: unknown): SchemaChanged => new SchemaChanged('Unavailable', MESSAGE, { cause });

/** The refusal of a request that was read by a catalog which has been read again since. */
export const outdated = (): Refusal => new Refusal('Unavailable', MESSAGE);
