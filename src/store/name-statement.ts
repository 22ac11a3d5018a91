import { createHash } from 'node:crypto';

export const nameStatement = (text: string, catalogGeneration: number): string =>
  `j${createHash('sha256').update(text).update(`${catalogGeneration}`).digest('base64url').slice(0, 22)}`;
