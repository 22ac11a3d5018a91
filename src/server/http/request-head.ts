import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../base/errors.ts';

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns the target in origin-form. The host of an absolute-form target replaces `Host`.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
 */
export function originForm(request: IncomingMessage): string {
  const { url = '/' } = request;
  if (url.startsWith('/')) return url;
  const [start, host] = ABSOLUTE.exec(url) ?? [];
  if (start === undefined || host === undefined) return url;
  request.headers.host = host;
  const rest = url.slice(start.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Returns undefined if the target, `Host`, and `Expect` are valid.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2-6
 * https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1
 */
export function validateRequestHead({
  url,
  method,
  rawHeaders,
  httpVersion,
  headers,
}: IncomingMessage): ApiError | undefined {
  if (url?.startsWith('/') === false && method !== 'OPTIONS') {
    return new ApiError(
      'BadRequest',
      'Invalid request target. Use a path that starts with "/", or an http or https URL.',
    );
  }
  const hosts = countHosts(rawHeaders);
  if (hosts > 1) return new ApiError('BadRequest', 'Duplicate Host header. Send it once.');
  if (hosts === 0 && httpVersion === '1.1') {
    return new ApiError('BadRequest', 'Missing Host header. HTTP/1.1 requires it.');
  }
  const { expect } = headers;
  if (expect === undefined || expect.toLowerCase() === '100-continue') return undefined;
  return new ApiError('BadRequest', 'Unsupported Expect header. Only "100-continue" is supported.', {
    status: 417,
  });
}

/**
 * Counts `Host` headers. Names have even indexes. Lengths are compared first, because this function runs for every
 * request.
 */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
