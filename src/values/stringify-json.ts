import { throwApiError } from '../base/errors.ts';
import { BigNumber } from '../base/json.ts';
import { parseDecimal } from '../scalars/numbers.ts';
import { checkText } from './check-text.ts';

/** Preserves digits. @throws ApiError BadRequest for text that no database can store */
export function stringifyJson(value: unknown): string {
  check(value);
  return JSON.stringify(value);
}

function check(value: unknown): void {
  if (typeof value === 'string') checkText(value);
  else if (value instanceof BigNumber) checkNumber(value);
  else if (Array.isArray(value)) value.forEach(check);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      checkText(name);
      check(member);
    }
  }
}

function checkNumber(number: BigNumber): void {
  try {
    parseDecimal(number);
  } catch (error) {
    throwApiError('BadRequest', `Invalid number in JSON: ${(error as Error).message}.`);
  }
}
