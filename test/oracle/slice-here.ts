import { inject } from 'vitest';
import type { Slice } from './generate/shape.ts';

/** What the server whose turn it is can be asked: Babelfish for PostgreSQL shortens longer names. */
export const sliceHere = (): Slice => ({
  ...(inject('isBabelfish') && { longestAlias: 63 }),
  orderIgnoresBlanks: inject('server') === 'sqlserver',
});
