import { storeKinds } from '../../src/app/store-kinds.ts';
import { invariant } from '../../src/base/invariant.ts';
import type { DatabaseType } from '../../src/config/config.ts';
import type { StoreKind } from '../../src/dialect/store-kind.ts';
import type { ServerName } from './servers.ts';

/** Every dialect by its folder below src/dialect, with what a configuration calls its databases. */
export const dialects = [
  { name: 'postgres', type: 'postgresql' },
  { name: 'mariadb', type: 'mariadb' },
] as const satisfies readonly { readonly name: ServerName; readonly type: DatabaseType }[];

export function kindOf(dialect: ServerName): StoreKind {
  const found = dialects.find(({ name }) => name === dialect);
  const kind = found && storeKinds[found.type];
  invariant(kind, `${dialect} is served`);
  return kind;
}
