import { inject } from 'vitest';
import type { Slice } from './generate/shape.ts';

/** Omits features of the server of this run: Babelfish truncates long names. */
export const sliceHere = (): Slice => ({
  ...(inject('isBabelfish') && { longestAlias: 63 }),
  orderIgnoresBlanks: inject('server') === 'sqlserver',
});
