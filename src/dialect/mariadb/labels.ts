import { refuse } from '../../base/errors.ts';
import type { FieldType } from '../../model/model.ts';
import { readLabels } from './types.ts';

/** Whether values compare by the places that their labels have in the declaration, as enums and sets do that are shown as text. */
export const isPlaced = ({ asText, native }: FieldType): boolean => asText && /^(?:enum|set)\(/.test(native);

/**
 * The number that the database has for a label of an enum, counted from 1, or for the labels of a set, a bit for each.
 * @throws Refusal BadRequest for what is none of them
 */
export function placeOf(text: string, { native }: FieldType): string {
  const labels = readLabels(native);
  if (native.startsWith('enum(')) return String(labels.indexOf(text) + 1);
  const members = new Set(text === '' ? [] : text.split(','));
  const unknown = [...members].find((member) => !labels.includes(member));
  if (unknown !== undefined) {
    refuse('BadRequest', `A set has some of ${labels.join(', ')}, with commas between; it has no "${unknown}".`);
  }
  return [...members].reduce((sum, member) => sum | (1n << BigInt(labels.indexOf(member))), 0n).toString();
}
