import type { Feature } from '../../support/server.ts';
import type { Send } from './send.ts';

export interface Expected {
  /** Defaults to 400. It is 200 if the database detects the error. */
  readonly status?: number;
  readonly code: string;
  /** Pattern that the error message must match. */
  readonly pattern: RegExp;
}

export type Case = readonly [name: string, send: Send, expected: Expected, ...needs: Feature[]];

const BAD = 'BadRequest';
const LIMIT = 'LimitExceeded';

/** Returns the expectation for a syntax error with this message. */
export const bad = (pattern: RegExp): Expected => ({ code: BAD, pattern });
export const limit = (pattern: RegExp): Expected => ({ code: LIMIT, pattern });
export const field = (pattern: RegExp): Expected => ({ code: 'InvalidField', pattern });
