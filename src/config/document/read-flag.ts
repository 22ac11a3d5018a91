/** The flag that a text stands for, as it does when it comes from the environment; undefined for any other text. */
export function readFlag(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}
