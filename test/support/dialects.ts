import { type Kind, kinds } from '../../src/app/kinds.ts';
import { invariant } from '../../src/base/invariant.ts';
import type { DatabaseType } from '../../src/config/config.ts';
import type { ServerName } from './servers.ts';

/** Every dialect by its folder below src/dialect, with what a configuration calls its databases. */
export const dialects = [
  { name: 'postgres', type: 'postgresql' },
  { name: 'mariadb', type: 'mariadb' },
] as const satisfies readonly { readonly name: ServerName; readonly type: DatabaseType }[];

export function kindOf(dialect: ServerName): Kind {
  const found = dialects.find(({ name }) => name === dialect);
  const kind = found && kinds[found.type];
  invariant(kind, `${dialect} is served`);
  return kind;
}
