import { readTags } from './read-tags.ts';

/**
 * Whether `If-None-Match` says that the client has the answer with this ETag, by weak comparison; `*` stands for any answer. A malformed
 * header is ignored. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function isUnchanged(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const plain = etag.replace(/^W\//, '');
  return ifNoneMatch === '*' || readTags(ifNoneMatch)?.some(({ text }) => text === plain) === true;
}
