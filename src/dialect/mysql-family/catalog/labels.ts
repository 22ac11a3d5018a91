import type { FieldType } from '../../../model/model.ts';
import { readLabels } from './types.ts';

/** Returns true for enums and sets that are exposed as text. They compare by label position. */
export const comparesByPosition = ({ asText, native }: FieldType): boolean => asText && /^(?:enum|set)\(/.test(native);

export const isOrderedByPosition = (type: FieldType): boolean => type.enum !== undefined || comparesByPosition(type);

/** Returns the number that the database stores: the 1-based position of an enum label, or the bit mask of a set. */
export function positionOf(text: string, { native }: FieldType): string {
  const labels = readLabels(native);
  if (native.startsWith('enum(')) return String(labels.indexOf(text) + 1);
  const bits = membersOf(text).map((member) => 1n << BigInt(labels.indexOf(member)));
  return bits.reduce((sum, bit) => sum | bit, 0n).toString();
}

export const membersOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));
