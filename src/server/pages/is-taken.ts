import type { Runtime } from '../../config/config.ts';

/** Checks whether an API uses this path or a path below it, so that no page can. */
export const isUsedByApi = (path: string, { rest, graphql }: Runtime): boolean =>
  [rest.path, graphql.path].some((api) => `${api}/`.startsWith(`${path}/`));
