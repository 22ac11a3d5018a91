import type { Capabilities } from '../../../sql/dialect.ts';

export const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'declared',
  connections: true,
  lists: false,
  jsonPaths: true,
  findsNewRowsByKey: true,
};
