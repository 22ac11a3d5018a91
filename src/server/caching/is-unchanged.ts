const TOKEN = /[ \t]+|,|(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")|(.)/gs;

/**
 * Whether `If-None-Match` says that the client has what this ETag stands for, by weak comparison; `*` stands for whatever
 * there is. A header that is malformed says nothing. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || readTags(ifNoneMatch).includes(withoutWeakness(etag));
}

const withoutWeakness = (etag: string): string => etag.replace(/^W\//, '');

/** The tags of a list, without what says that they are weak; none where it is no such list. */
function readTags(header: string): readonly string[] {
  const tags: string[] = [];
  let parted = true;
  for (const [text, tag, other] of header.matchAll(TOKEN)) {
    if (other !== undefined || (tag !== undefined && !parted)) return [];
    if (text === ',') parted = true;
    if (tag === undefined) continue;
    tags.push(tag);
    parted = false;
  }
  return tags;
}
