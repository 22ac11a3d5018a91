import type { Capabilities } from '../../../sql/dialect.ts';

export const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'none',
  connections: true,
  lists: true,
  jsonPaths: true,
};
