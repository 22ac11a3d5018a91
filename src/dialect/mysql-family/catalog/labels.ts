import type { FieldType } from '../../../model/model.ts';
import { readLabels } from './types.ts';

/** Returns whether values compare by label position, as enums and sets represented as text do. */
export const comparesByPosition = ({ asText, native }: FieldType): boolean => asText && /^(?:enum|set)\(/.test(native);

export const isOrderedByPlace = (type: FieldType): boolean => type.enum !== undefined || comparesByPosition(type);

/** Returns the position of an enum label, from 1, or the bit mask of a set. */
export function positionOf(text: string, { native }: FieldType): string {
  const labels = readLabels(native);
  if (native.startsWith('enum(')) return String(labels.indexOf(text) + 1);
  const bits = membersOf(text).map((member) => 1n << BigInt(labels.indexOf(member)));
  return bits.reduce((sum, bit) => sum | bit, 0n).toString();
}

export const membersOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));
