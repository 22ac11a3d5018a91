import { throwApiError } from '../../../base/errors.ts';
import { encodeForHeader } from '../../http/url-length.ts';

/** A decoded query option. `sent` is the option as sent by the client. */
export type QueryOption = readonly [name: string, value: string, sent?: string];

/**
 * Parses a query string, and keeps the order of the options.
 * @throws ApiError BadRequest for malformed percent-encoding
 */
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

/** Decodes text. Forms and some clients encode a space as `+`. */
const decodeText = (text: string): string => decodePart(text.replaceAll('+', ' '));

/** @throws ApiError BadRequest for malformed percent-encoding */
export function decodePart(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return throwApiError('BadRequest', 'Invalid percent-encoding in the URL. Encode UTF-8, and write "%" as "%25".');
  }
}

/** Prints a query string. Options keep the encoding of the client, so that links are hardly longer than the URL. */
export const writeQueryString = (options: readonly QueryOption[]): string =>
  options
    .map(([name, value, sent]) =>
      sent === undefined ? `${encodeName(name)}=${encodeURIComponent(value)}` : encodeForHeader(sent),
    )
    .join('&');

/** Encodes a name, except for `$`, which needs no encoding. */
const encodeName = (name: string): string => encodeURIComponent(name).replaceAll('%24', '$');
