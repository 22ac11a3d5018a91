import type { SlotUse } from '../../plan/shape/slot.ts';

type PatternUse = Extract<SlotUse, { kind: 'pattern' | 'word' }>;

/** A text as a pattern of LIKE, in which its own wildcards stand for themselves: `50%` in the middle of another is `%50\%%`. */
export function likePattern(text: string, use: PatternUse): string {
  const itself = text.replace(/[\\%_]/g, '\\$&');
  return use.kind === 'word' ? `%${itself}%` : use.start + itself + use.end;
}
