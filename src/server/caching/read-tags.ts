const TOKEN = /[ \t]+|,|(W\/)?("[\x21\x23-\x7e\x80-\xff]*")|(.)/gs;

/** `text` includes the quotes. https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3 */
export interface Tag {
  readonly text: string;
  readonly weak: boolean;
}

/** Returns undefined for an empty or malformed list. */
export function readTags(header: string): readonly Tag[] | undefined {
  const tags: Tag[] = [];
  let isSeparated = true;
  for (const [token, weakness, text, other] of header.matchAll(TOKEN)) {
    if (other !== undefined || (text !== undefined && !isSeparated)) return undefined;
    if (token === ',') isSeparated = true;
    if (text === undefined) continue;
    tags.push({ text, weak: weakness !== undefined });
    isSeparated = false;
  }
  return tags.length > 0 ? tags : undefined;
}
