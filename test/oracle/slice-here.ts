import { inject } from 'vitest';
import type { ServerName } from '../support/server-names.ts';
import type { Slice } from './generate/shape.ts';

/** Omits features of the server of this run: Babelfish truncates long names. */
export const sliceHere = (): Slice => ({
  ...(inject('isBabelfish') && { longestAlias: 63 }),
  ...sliceOf(inject('server')),
});

/** Returns the features to omit on a server of this kind. */
export const sliceOf = (server: ServerName): Slice => ({ orderIgnoresTrailingSpaces: server === 'sqlserver' });
