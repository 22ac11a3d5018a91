export function describe(text: string | undefined): string {
  return text === undefined ? '' : `${JSON.stringify(text.toWellFormed())}\n`;
}

/** Formats `type Order {\n…\n}`. */
export const block = (head: string, members: readonly string[]): string => `${head} {\n${members.join('\n')}\n}`;
