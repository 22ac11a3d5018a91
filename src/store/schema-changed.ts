import { Refusal } from '../base/errors.ts';

/** Unavailable because the database is not as its catalog said: the catalog has to be read again. */
export class SchemaChanged extends Refusal {}

/** The refusal to tell a client so. */
export const schemaChanged = (cause?: unknown): SchemaChanged =>
  new SchemaChanged('Unavailable', 'The schema of the database has changed; try again in a moment.', { cause });
