export const searchWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Counts words, at most `most` + 1. */
export function countWords(text: string, most: number): number {
  const word = /\S+/g;
  let count = 0;
  while (count <= most && word.test(text)) count += 1;
  return count;
}
