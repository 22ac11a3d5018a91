import type { FieldType } from '../../../model/model.ts';
import { readLabels } from './types.ts';

/** Enums and sets represented as text compare by label position. */
export const comparesByPosition = ({ asText, native }: FieldType): boolean => asText && /^(?:enum|set)\(/.test(native);

export const isOrderedByPosition = (type: FieldType): boolean => type.enum !== undefined || comparesByPosition(type);

/** Enum labels count from 1; a set is a bit mask. */
export function positionOf(text: string, { native }: FieldType): string {
  const labels = readLabels(native);
  if (native.startsWith('enum(')) return String(labels.indexOf(text) + 1);
  const bits = membersOf(text).map((member) => 1n << BigInt(labels.indexOf(member)));
  return bits.reduce((sum, bit) => sum | bit, 0n).toString();
}

export const membersOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));
