import { MAX_CURSOR_BYTES } from '../../scalars/cursor.ts';

/** Paging options, which links add or remove. Their values have their own limits. */
const OF_LINKS = /^(?:\$|%24)(?:after|before|skip|first|last|top)=/i;

/** Maximum length of a paging option: the longest name and a cursor. */
const MAX_OPTION = 'before'.length + 4 + MAX_CURSOR_BYTES;

/** Characters allowed for all paging options together, in addition to those that `countedLength` counts. */
export const LINK_SPACE = 3 * MAX_OPTION;

/** Characters of a query that a header requires to be encoded: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const NOT_PLAIN = /[^\w!$%'()*+,./:;=?@~&-]/g;

/**
 * Returns the length that counts toward the URL limit: as encoded in links, without paging options. So an accepted URL
 * never leads to links over the limit.
 * @param url as it was sent
 */
export function countedLength(url: string): number {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length;
  const options = url.slice(mark + 1).split('&');
  const counted = options.filter((option) => option.length > MAX_OPTION || !OF_LINKS.test(option));
  return counted.reduce((sum, option) => sum + 1 + asInLinks(option).length, mark);
}

/** Encodes a part of a query for use in a header. */
export const asInLinks = (sent: string): string =>
  sent.replace(NOT_PLAIN, (character) => encodeURIComponent(character));
