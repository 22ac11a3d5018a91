import type { Condition } from './expression.ts';
import { parseCondition } from './parse-condition.ts';
import { parseAll } from './parsing.ts';
import type { ParseSettings } from './token-reader.ts';

/**
 * `$filter` text as a condition. The language: OData 4.01 as listed in the contract; keywords are lower case.
 * https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part2-url-conventions.html#sec_SystemQueryOptionfilter
 * @throws Refusal BadRequest, or LimitExceeded for nesting, with the position
 */
export function parseFilter(text: string, settings: ParseSettings = {}): Condition {
  return parseAll(text, { option: '$filter', ...settings }, parseCondition);
}
