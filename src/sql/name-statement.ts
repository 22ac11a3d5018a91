import { createHash } from 'node:crypto';

export const nameStatement = (text: string, generation: number): string =>
  `j${createHash('sha256').update(text).update(`${generation}`).digest('base64url').slice(0, 22)}`;
