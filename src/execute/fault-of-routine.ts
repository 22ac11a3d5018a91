import { Refusal } from '../base/errors.ts';
import { failedWithin } from '../store/failed-within.ts';
import { SchemaChanged } from '../store/schema-changed.ts';

/**
 * The error of a statement in which a routine or a trigger took part. Not every database tells whose error it is: what our own statements never
 * come to is theirs, and so is a name that is missing though the catalog, read again, says the same.
 */
export function faultOfRoutine(error: unknown): unknown {
  if (error instanceof SchemaChanged)
    return new SchemaChanged(error.cause, error.otherwise ?? failedWithin(error.cause));
  return error instanceof Refusal ? error : (failedWithin(error) ?? error);
}
