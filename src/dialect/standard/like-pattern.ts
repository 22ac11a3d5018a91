import type { SlotUse } from '../../plan/shape/slot.ts';

type PatternUse = Extract<SlotUse, { kind: 'pattern' | 'word' }>;

/** Escapes `%` and `_`: `50%` becomes `%50\%%`. */
export function likePattern(text: string, use: PatternUse): string {
  const escaped = text.replace(/[\\%_]/g, '\\$&');
  return use.kind === 'word' ? `%${escaped}%` : use.start + escaped + use.end;
}
