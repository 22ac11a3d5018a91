import { refuse } from '../../../base/errors.ts';
import { asInLinks } from '../../http/url-length.ts';

/** A query option, decoded; `sent` is the text of both as the client sent it. */
export type QueryOption = readonly [name: string, value: string, sent?: string];

/** The options of a query string, without its `?`, in their order. @throws Refusal BadRequest for malformed percent-encoding */
export const readQueryString = (query: string): readonly QueryOption[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals < 0
        ? [decodeText(pair), '', pair]
        : [decodeText(pair.slice(0, equals)), decodeText(pair.slice(equals + 1)), pair];
    });

/** Forms and `curl --data-urlencode` write a blank as `+`. */
const decodeText = (text: string): string => decodePart(text.replaceAll('+', ' '));

/** A part of a URL, decoded. @throws Refusal BadRequest for malformed percent-encoding */
export function decodePart(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('BadRequest', 'The URL is not valid percent-encoding of UTF-8: write a "%" as "%25".');
  }
}

/** A query string of these options, without a `?`. Options stay as they were sent, so that no link is much longer than the URL. */
export const writeQueryString = (options: readonly QueryOption[]): string =>
  options
    .map(([name, value, sent]) =>
      sent === undefined ? `${encodeName(name)}=${encodeURIComponent(value)}` : asInLinks(sent),
    )
    .join('&');

/** A `$` needs no encoding, and reads better as it is. */
const encodeName = (name: string): string => encodeURIComponent(name).replaceAll('%24', '$');
