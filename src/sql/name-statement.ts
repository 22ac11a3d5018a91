import { createHash } from 'node:crypto';

/** Short, and equal only for equal texts: what a session knows a prepared statement by. */
export const nameStatement = (text: string, generation: number): string =>
  `j${createHash('sha256').update(text).update(`${generation}`).digest('base64url').slice(0, 22)}`;
