import type { Feature } from '../../support/server.ts';
import type { Send } from './send.ts';

export interface Expected {
  /** Defaults to 400. It is 200 if the database detects the error. */
  readonly status?: number;
  readonly code: string;
  /** Pattern that the error message must match. */
  readonly says: RegExp;
}

export type Case = readonly [name: string, send: Send, expected: Expected, ...needs: Feature[]];

const BAD = 'BadRequest';
const LIMIT = 'LimitExceeded';

/** Returns the expectation for a syntax error with this message. */
export const bad = (says: RegExp): Expected => ({ code: BAD, says });
export const limit = (says: RegExp): Expected => ({ code: LIMIT, says });
export const field = (says: RegExp): Expected => ({ code: 'InvalidField', says });
