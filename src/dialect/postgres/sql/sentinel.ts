import { randomBytes } from 'node:crypto';
import type { WriteError } from '../../../plan/shape/changes.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';
import type { WriteRules } from '../../../sql/write-query.ts';

type Rule = Exclude<keyof WriteRules, 'atLeast'>;

const RULES: readonly Rule[] = ['onNone', 'onSeveral', 'onCheckFailed'];

/** Secret of this process, so that no client value or row can forge a sentinel's error. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * Returns a parameter with a string that names the rule. To fail, the statement casts the string to a number. As a
 * parameter, the string keeps the SQL constant and free of the secret.
 */
export const sentinel = (rule: Rule): Sql =>
  parameter({ source: { kind: 'constant', value: rule }, use: { kind: 'sentinel' } });

/** Returns a sentinel's string, such as `onCheckFailed 3q2-7w…`. */
export const sentinelText = (rule: string): string => `${rule} ${SECRET}`;

/** Returns the error of the rule that a sentinel names; undefined for any other failure. */
export function apiErrorIn(error: unknown, rules: WriteRules): WriteError | undefined {
  if (!(error instanceof Error) || !error.message.includes(SECRET)) return undefined;
  const rule = RULES.find((candidate) => error.message.includes(sentinelText(candidate)));
  return rule && rules[rule];
}
