import type { Capabilities } from '../../../sql/dialect.ts';

/** No lists and no JSON paths: MariaDB compares JSON texts as they are escaped, and takes a value for a list of one. */
export const capabilities: Capabilities = {
  writes: true,
  routines: false,
  connections: true,
  lists: false,
  jsonPaths: false,
};
