import type { Capabilities } from '../../../sql/dialect.ts';

export const capabilities: Capabilities = {
  writes: true,
  routines: true,
  queriesRunProcedures: false,
  connections: true,
  lists: true,
  jsonPaths: true,
};
