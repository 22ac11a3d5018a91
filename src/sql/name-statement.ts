import { createHash } from 'node:crypto';

/** The name of a prepared statement: short, and another one for another text or another reading of the catalog. */
export const nameStatement = (text: string, generation: number): string =>
  `j${createHash('sha256').update(text).update(`${generation}`).digest('base64url').slice(0, 22)}`;
