import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Characters that are safe in logs, headers, and URLs. */
const SAFE = /^[\w.~:+/=-]{1,128}$/;

/** Returns the id that the client sent in `X-Request-Id`, or a new one if it sent none or an unsafe one. */
export function requestIdOf({ headers: { 'x-request-id': sent } }: Pick<IncomingMessage, 'headers'>): string {
  return typeof sent === 'string' && SAFE.test(sent) ? sent : randomUUID();
}

export const REQUEST_ID = 'x-request-id';
