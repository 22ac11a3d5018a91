import type { Capabilities } from '../../../sql/dialect.ts';

/** No lists. */
export const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'declared',
  connections: true,
  lists: false,
  jsonPaths: true,
};
