import { randomBytes } from 'node:crypto';
import type { WriteRefusal } from '../../../plan/shape/changes.ts';
import { parameter, type Sql } from '../../../sql/fragment.ts';
import type { WriteRules } from '../../../sql/write-query.ts';

/** A rule whose refusal a statement may raise by itself. */
type Rule = Exclude<keyof WriteRules, 'atLeast'>;

const RULES: readonly Rule[] = ['onNone', 'onSeveral', 'onCheckFailed'];

/** Nobody else knows it: so no value of a client or of a row can make the error that a sentinel makes. */
const SECRET = randomBytes(16).toString('base64url');

/**
 * A text that a statement fails with where the outcome is one that the rule refuses. A parameter, so that the text of the statement is the same
 * everywhere and tells the secret to nobody.
 */
export const sentinel = (rule: Rule): Sql =>
  parameter({ source: { kind: 'constant', value: rule }, use: { kind: 'sentinel' } });

/** `onCheckFailed 3q2-7w…` */
export const sentinelText = (rule: string): string => `${rule} ${SECRET}`;

/** The refusal that an error of the statement means; undefined where it failed by anything else. */
export function refusalIn(error: unknown, rules: WriteRules): WriteRefusal | undefined {
  if (!(error instanceof Error) || !error.message.includes(SECRET)) return undefined;
  const rule = RULES.find((one) => error.message.includes(sentinelText(one)));
  return rule && rules[rule];
}
