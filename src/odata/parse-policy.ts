import type { Condition } from './expression.ts';
import { parseCondition } from './parse-condition.ts';
import { parseAll } from './parsing.ts';
import type { ParseSettings } from './token-reader.ts';

/** What the text of a policy is called in messages. */
export const POLICY = 'policy';

/**
 * A row policy as a condition: the language of `$filter`, with `@item.<field>` for a path of the item (`/` or `.` between
 * names) and `@claims.<name>` for a claim of the caller.
 * @throws Refusal BadRequest, or LimitExceeded for nesting, with the position
 */
export function parsePolicy(text: string, settings: ParseSettings = {}): Condition {
  return parseAll(text, { option: POLICY, ...settings, policy: true }, parseCondition);
}
