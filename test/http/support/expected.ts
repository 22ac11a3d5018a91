import type { Send } from './send.ts';

export interface Expected {
  /** 400 unless said otherwise; 200 where the database itself found the mistake. */
  readonly status?: number;
  readonly code: string;
  /** What the message must say, so that the sender knows what to change. */
  readonly says: RegExp;
}

export type Case = readonly [name: string, send: Send, expected: Expected];

const BAD = 'BadRequest';
const LIMIT = 'LimitExceeded';

/** A mistake of form, with what the message says of it. */
export const bad = (says: RegExp): Expected => ({ code: BAD, says });
export const limit = (says: RegExp): Expected => ({ code: LIMIT, says });
export const field = (says: RegExp): Expected => ({ code: 'InvalidField', says });
