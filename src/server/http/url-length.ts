import { MAX_CURSOR_BYTES } from '../../scalars/cursor.ts';

/** Matches the options that links add or remove. The values of these options have their own limits. */
const PAGING_OPTION = /^(?:\$|%24)(?:after|before|skip|first|last|top)=/i;

/** Length of the longest paging option: `%24before=` and a cursor. */
const MAX_OPTION = 'before'.length + 4 + MAX_CURSOR_BYTES;

/** Additional characters of a URL, for the paging options that `limitedLength` skips. */
export const PAGING_ALLOWANCE = 3 * MAX_OPTION;

/** Characters that must be encoded in a header: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const NOT_PLAIN = /[^\w!$%'()*+,./:;=?@~&-]/g;

/**
 * Returns the length of the URL as encoded in links, without paging options. The links in a response therefore never
 * exceed the limit.
 * @param url as sent by the client
 */
export function limitedLength(url: string): number {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length;
  const options = url.slice(mark + 1).split('&');
  const counted = options.filter((option) => option.length > MAX_OPTION || !PAGING_OPTION.test(option));
  return counted.reduce((sum, option) => sum + 1 + encodeForHeader(option).length, mark);
}

export const encodeForHeader = (sent: string): string =>
  sent.replace(NOT_PLAIN, (character) => encodeURIComponent(character));
