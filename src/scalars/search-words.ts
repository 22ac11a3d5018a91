export const searchWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Counts words, up to `max` + 1. */
export function countWords(text: string, max: number): number {
  const word = /\S+/g;
  let count = 0;
  while (count <= max && word.test(text)) count += 1;
  return count;
}
