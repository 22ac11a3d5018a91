import type { FieldType } from '../../../model/model.ts';
import { readLabels } from './types.ts';

/** Whether values compare by the places that their labels have in the declaration, as enums and sets do that are shown as text. */
export const isPlaced = ({ asText, native }: FieldType): boolean => asText && /^(?:enum|set)\(/.test(native);

/** Whether rows are ordered by the places of labels. */
export const isOrderedByPlace = (type: FieldType): boolean => type.enum !== undefined || isPlaced(type);

/** The number that the database has for a label of an enum, counted from 1, or for labels of a set, a bit for each. */
export function placeOf(text: string, { native }: FieldType): string {
  const labels = readLabels(native);
  if (native.startsWith('enum(')) return String(labels.indexOf(text) + 1);
  const bits = membersOf(text).map((member) => 1n << BigInt(labels.indexOf(member)));
  return bits.reduce((sum, bit) => sum | bit, 0n).toString();
}

/** The members of a set as it is written, with commas between. */
export const membersOf = (text: string): readonly string[] => (text === '' ? [] : text.split(','));
