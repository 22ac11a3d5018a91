import { Refusal } from '../base/errors.ts';
import { BigNumber } from '../base/json.ts';
import type { FieldType } from '../model/model.ts';
import { show } from '../scalars/numbers.ts';
import { parseScalar } from './parse-scalar.ts';

/**
 * A claim of the caller's token as a value to compare a field of this type with. Of a claim with several values it is the first one.
 * @throws Refusal Forbidden where the token has no such claim, or one of another type
 */
export function claimValue(name: string, claim: unknown, type: FieldType): unknown {
  const value = Array.isArray(claim) ? claim[0] : claim;
  if (value === undefined || value === null) {
    throw new Refusal('Forbidden', `This needs the claim "${name}", which your token does not have.`);
  }
  const labels = type.enum?.labels ?? type.labels;
  try {
    return type.scalar === 'String' ? textOf(value, labels) : parseScalar(value, type.scalar);
  } catch (cause) {
    // The labels are not told: they may be of a column that the caller may not read.
    const wanted = labels === undefined ? `a ${type.scalar}` : 'one of the labels that are known';
    throw new Refusal('Forbidden', `The claim "${name}" of your token is not ${wanted}.`, { cause });
  }
}

/** A claim as text. @param labels the only texts that count @throws Error for objects and lists, and for a text that is no label */
function textOf(value: unknown, labels: readonly string[] | undefined): string {
  const text = value instanceof BigNumber ? value.text : typeof value === 'object' ? undefined : String(value);
  if (text === undefined || labels?.includes(text) === false) throw new Error(`Not of this type: ${show(value)}`);
  return text;
}
