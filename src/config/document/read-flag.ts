/** The flag for a text from the environment, `"true"` for example; undefined for any other text. */
export function readFlag(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}
