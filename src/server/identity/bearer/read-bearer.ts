import type { IncomingMessage } from 'node:http';
import { invalidToken } from './invalid-token.ts';

/** Bytes of a token; headers as a whole are bounded by the server. */
const MAX_TOKEN_BYTES = 12_288;

/** The scheme in any case, then a `token68`. https://www.rfc-editor.org/rfc/rfc9110#section-11.2 */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The bearer token of a request; undefined where it has no `Authorization`. That header is never ignored.
 * @throws Refusal Unauthenticated where it holds anything but one bearer token
 */
export function readBearer({ headers: { authorization }, rawHeaders }: IncomingMessage): string | undefined {
  if (authorization === undefined) return undefined;
  if (isRepeated(rawHeaders)) {
    throw invalidToken('The header Authorization is sent several times: send it once.', 'invalid_request');
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    throw invalidToken(
      'The header Authorization is not of the form "Bearer <token>", with one token and nothing else.',
      'invalid_request',
    );
  }
  if (token.length > MAX_TOKEN_BYTES) throw invalidToken(`The token is longer than ${MAX_TOKEN_BYTES} bytes.`);
  return token;
}

/** Whether the header was sent twice. Node keeps the first one and drops the others. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 13 && name.toLowerCase() === 'authorization') count += 1;
  }
  return count > 1;
}
