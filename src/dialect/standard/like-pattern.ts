import type { SlotUse } from '../../plan/shape/slot.ts';

type PatternUse = Extract<SlotUse, { kind: 'pattern' | 'word' }>;

/** A text as a pattern of LIKE. Its own `%` and `_` are escaped: what contains `50%` is `%50\%%`. */
export function likePattern(text: string, use: PatternUse): string {
  const itself = text.replace(/[\\%_]/g, '\\$&');
  return use.kind === 'word' ? `%${itself}%` : use.start + itself + use.end;
}
