import { Refusal } from '../base/errors.ts';
import type { FieldType } from '../model/model.ts';
import { parseScalar } from './parse-scalar.ts';

/**
 * A claim of the caller's token as a value to compare a field of this type with; of several values, the first.
 * @throws Refusal Forbidden where the token does not have it, or has something else there
 */
export function claimValue(name: string, claim: unknown, type: FieldType): unknown {
  const value = Array.isArray(claim) ? claim[0] : claim;
  if (value === undefined || value === null) {
    throw new Refusal('Forbidden', `This needs the claim "${name}", which your token does not have.`);
  }
  try {
    return parseScalar(type.scalar === 'String' ? String(value) : value, type.scalar);
  } catch (cause) {
    throw new Refusal('Forbidden', `The claim "${name}" of your token is not a ${type.scalar}.`, { cause });
  }
}
