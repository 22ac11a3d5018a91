import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters that are safe in logs, headers, and URLs. */
const SAFE = /^[\w.~:+/=-]{1,128}$/;

/** Returns the id that the client sent in `X-Request-Id`. If that id is missing or unsafe, returns a new id. */
export function requestIdOf({ headers: { 'x-request-id': sent } }: Pick<IncomingMessage, 'headers'>): string {
  return typeof sent === 'string' && SAFE.test(sent) ? sent : randomUUID();
}

export const REQUEST_ID = 'x-request-id';
