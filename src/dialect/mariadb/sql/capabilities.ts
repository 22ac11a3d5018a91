import type { Capabilities } from '../../../sql/dialect.ts';

/** Its functions of JSON take text as it is escaped, and what is no list for a list of one: no equality could be promised. */
export const capabilities: Capabilities = {
  writes: true,
  routines: false,
  connections: true,
  lists: false,
  jsonPaths: false,
};
