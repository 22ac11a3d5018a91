import { Refusal } from '../base/errors.ts';
import { BigNumber } from '../base/json.ts';
import type { FieldType } from '../model/model.ts';
import { show } from '../scalars/numbers.ts';
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
  const labels = type.enum?.labels ?? type.labels;
  try {
    return type.scalar === 'String' ? textOf(value, labels) : parseScalar(value, type.scalar);
  } catch (cause) {
    // The labels themselves may be of a column that the caller may not read.
    const wanted = labels === undefined ? `a ${type.scalar}` : 'one of the labels that are known';
    throw new Refusal('Forbidden', `The claim "${name}" of your token is not ${wanted}.`, { cause });
  }
}

/** Numbers and booleans have a text, too; objects and lists have none. @param labels what alone the text may be */
function textOf(value: unknown, labels: readonly string[] | undefined): string {
  const text = value instanceof BigNumber ? value.text : typeof value === 'object' ? undefined : String(value);
  if (text === undefined || labels?.includes(text) === false) throw new Error(`Not of this type: ${show(value)}`);
  return text;
}
