import type { Runtime } from '../../config/config.ts';

/** Whether an API lies at this path or below it, so that no page can lie there. */
export const isTaken = (path: string, { rest, graphql }: Runtime): boolean =>
  [rest.path, graphql.path].some((api) => `${api}/`.startsWith(`${path}/`));
