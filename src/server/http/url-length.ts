import { MAX_CURSOR_BYTES } from '../../scalars/cursor.ts';

/** Paging options, which links add or remove. Their values have their own limits. */
const PAGING_OPTION = /^(?:\$|%24)(?:after|before|skip|first|last|top)=/i;

/** Maximum length of a paging option: the longest name and a cursor. */
const MAX_OPTION = 'before'.length + 4 + MAX_CURSOR_BYTES;

/** Characters allowed for all paging options together, in addition to those that `limitedLength` counts. */
export const PAGING_ALLOWANCE = 3 * MAX_OPTION;

/** Characters of a query that a header requires to be encoded: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const NOT_PLAIN = /[^\w!$%'()*+,./:;=?@~&-]/g;

/**
 * Returns the length that counts toward the URL limit: as encoded in links, without paging options. So an accepted URL
 * never leads to links over the limit.
 * @param url as it was sent
 */
export function limitedLength(url: string): number {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length;
  const options = url.slice(mark + 1).split('&');
  const counted = options.filter((option) => option.length > MAX_OPTION || !PAGING_OPTION.test(option));
  return counted.reduce((sum, option) => sum + 1 + encodeForHeader(option).length, mark);
}

/** Encodes a part of a query for use in a header. */
export const encodeForHeader = (sent: string): string =>
  sent.replace(NOT_PLAIN, (character) => encodeURIComponent(character));
