/** JSON to compare with: in each text the same letters are escaped, in the same way; see `unescaped`. */
export const encodeCompared = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) => quoted(JSON.parse(text) as string));

/** A text in quotes. */
export const quoted = (text: string): string => `"${text.replace(ESCAPED, escapeOf)}"`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const ESCAPED = /["\\\u0000-\u001f]/g;

const escapeOf = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
