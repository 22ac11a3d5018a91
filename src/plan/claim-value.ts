import { Refusal } from '../base/errors.ts';
import { BigNumber } from '../base/json.ts';
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
    const parsed = parseScalar(type.scalar === 'String' ? textOf(value) : value, type.scalar);
    // No row has another label, and a database may fail on it.
    if (type.enum?.labels.includes(String(parsed)) === false) throw new Error('There is no such label');
    return parsed;
  } catch (cause) {
    throw new Refusal('Forbidden', `The claim "${name}" of your token is not a ${type.scalar}.`, { cause });
  }
}

/** @throws Error for what is more than one value */
function textOf(value: unknown): string {
  if (value instanceof BigNumber) return value.text;
  if (typeof value === 'object') throw new Error('An object or a list is no text');
  return String(value);
}
