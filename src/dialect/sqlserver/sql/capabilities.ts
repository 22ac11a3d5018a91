import type { Capabilities } from '../../../sql/dialect.ts';

export const capabilities: Capabilities = {
  writes: false,
  routines: true,
  connections: true,
  lists: false,
  jsonPaths: true,
};
