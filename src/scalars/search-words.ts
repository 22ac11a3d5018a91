/** The words of a search text: what white space parts. */
export const searchWords = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** How many words a search text has; one more than the most where there are more, which are not looked at. */
export function countWords(text: string, most: number): number {
  const word = /\S+/g;
  let count = 0;
  while (count <= most && word.test(text)) count += 1;
  return count;
}
