import { storeKinds } from '../../src/app/store-kinds.ts';
import { invariant } from '../../src/base/invariant.ts';
import type { DatabaseType } from '../../src/config/config.ts';
import type { StoreKind } from '../../src/dialect/store-kind.ts';
import { type ServerName, serverNames, startedServers } from './server-names.ts';

/** `database-type` of each server. */
const types = {
  postgres: 'postgresql',
  mariadb: 'mariadb',
  mysql: 'mysql',
  sqlserver: 'mssql',
} as const satisfies Record<ServerName, DatabaseType>;

/** Dialects by folder below src/dialect, with their `database-type`. */
export const dialects = serverNames.map((name) => ({ name, type: types[name] }));

/** Dialects whose servers the tests start. */
export const startedDialects = startedServers.map((name) => ({ name, type: types[name] }));

export const typeOf = (server: ServerName): DatabaseType => types[server];

export function kindOf(dialect: ServerName): StoreKind {
  const kind = storeKinds[typeOf(dialect)];
  invariant(kind, `${dialect} is served`);
  return kind;
}

/** A dialect that prints goldens, with or without a running server. */
export interface PrintingDialect {
  /** Name of its folder below src/dialect, its golden files, and its recorded catalog. */
  readonly name: string;
  readonly kind: Pick<StoreKind, 'capabilities' | 'createStore'>;
  /** Server whose shop configuration it uses. */
  readonly shop: ServerName;
}

/**
 * Every dialect below src/dialect. To add one without a server, record its catalog in test/fixtures/shop and add `{
 * name: 'sqlite', kind: { capabilities, createStore: storesOf(sqlite, encode) }, shop: 'mariadb' }`.
 */
export const printingDialects: readonly PrintingDialect[] = [
  ...serverNames.map((name) => ({ name, kind: kindOf(name), shop: name })),
];

export function printingDialect(name: string): PrintingDialect {
  const found = printingDialects.find((dialect) => dialect.name === name);
  invariant(found, `${name} is a dialect`);
  return found;
}
