import { refuse } from '../../../base/errors.ts';
import type { SlotUse } from '../../../plan/shape/slot.ts';

type PatternUse = Extract<SlotUse, { kind: 'pattern' | 'word' }>;

/** Letters of a pattern: https://learn.microsoft.com/sql/t-sql/language-elements/like-transact-sql#pattern */
const MAX_PATTERN = 4000;

/**
 * A text as a pattern of LIKE. Its own `%`, `_` and `[` stand in brackets: what contains `50%` is `%50[%]%`.
 * @throws Refusal BadRequest where it is longer than LIKE takes
 */
export function bracketPattern(text: string, use: PatternUse): string {
  const itself = text.replace(/[%_[]/g, '[$&]');
  const pattern = use.kind === 'word' ? `%${itself}%` : use.start + itself + use.end;
  if (pattern.length <= MAX_PATTERN) return pattern;
  return refuse('BadRequest', `A text to look for may have ${MAX_PATTERN} letters on this database; shorten it.`);
}
