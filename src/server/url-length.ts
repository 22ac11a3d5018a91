import { MAX_CURSOR_BYTES } from '../scalars/cursor.ts';

/** Options that links of a page are given, or lose: where a page lies, and how large it is. Their values are bounded by themselves. */
const OF_LINKS = /^(?:\$|%24)(?:after|before|skip|first|last|top)=/i;

/** Characters of such an option: a name as long as any of them, and a cursor. */
const MAX_OPTION = 'before'.length + 4 + MAX_CURSOR_BYTES;

/** Characters that all options of links may take together, beside what is counted of a URL. */
export const LINK_SPACE = 3 * MAX_OPTION;

/** Characters of a query that mean nothing in a header: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const NOT_PLAIN = /[^\w!$%'()*+,./:;=?@~&-]/g;

/**
 * What of a URL is held to a limit: its characters as links have them, without what links give and take away. So no link is too long
 * that an answer to a URL within the limit gives.
 * @param url as it was sent
 */
export function countedLength(url: string): number {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length;
  const options = url.slice(mark + 1).split('&');
  const counted = options.filter((option) => option.length > MAX_OPTION || !OF_LINKS.test(option));
  return counted.reduce((sum, option) => sum + 1 + asInLinks(option).length, mark);
}

/** What was sent of a query, as it can stand in a header. */
export const asInLinks = (sent: string): string =>
  sent.replace(NOT_PLAIN, (character) => encodeURIComponent(character));
