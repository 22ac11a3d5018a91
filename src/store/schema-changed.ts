import { Refusal } from '../base/errors.ts';

/** Unavailable because the database is not as its catalog said: the catalog has to be read again. */
export class SchemaChanged extends Refusal {}
