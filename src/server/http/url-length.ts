import { MAX_CURSOR_BYTES } from '../../scalars/cursor.ts';

/** Options that links get or lose: where a page lies, and how large it is. Their values have bounds of their own. */
const OF_LINKS = /^(?:\$|%24)(?:after|before|skip|first|last|top)=/i;

/** The most characters of such an option: the longest name and a cursor. */
const MAX_OPTION = 'before'.length + 4 + MAX_CURSOR_BYTES;

/** Characters that all options of links may take together, beside those that `countedLength` counts. */
export const LINK_SPACE = 3 * MAX_OPTION;

/** Characters of a query that must be encoded in a header: https://www.rfc-editor.org/rfc/rfc3986#section-3.4 */
const NOT_PLAIN = /[^\w!$%'()*+,./:;=?@~&-]/g;

/**
 * The length of a URL that is held to the limit: its characters as links have them, without the options that links get or lose. So an
 * answer to a URL within the limit gives no link that is too long.
 * @param url as it was sent
 */
export function countedLength(url: string): number {
  const mark = url.indexOf('?');
  if (mark < 0) return url.length;
  const options = url.slice(mark + 1).split('&');
  const counted = options.filter((option) => option.length > MAX_OPTION || !OF_LINKS.test(option));
  return counted.reduce((sum, option) => sum + 1 + asInLinks(option).length, mark);
}

/** A part of a query as it was sent, encoded so that it can stand in a header. */
export const asInLinks = (sent: string): string =>
  sent.replace(NOT_PLAIN, (character) => encodeURIComponent(character));
