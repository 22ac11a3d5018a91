import type { Runtime } from '../../config/config.ts';

export const isUsedByApi = (path: string, { rest, graphql }: Runtime): boolean =>
  [rest.path, graphql.path].some((api) => `${api}/`.startsWith(`${path}/`));
