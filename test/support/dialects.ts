import { storeKinds } from '../../src/app/store-kinds.ts';
import { invariant } from '../../src/base/invariant.ts';
import type { DatabaseType } from '../../src/config/config.ts';
import type { StoreKind } from '../../src/dialect/store-kind.ts';
import { type ServerName, serverNames, startedServers } from './server-names.ts';

/** What a configuration calls the databases of a server. */
const types = {
  postgres: 'postgresql',
  mariadb: 'mariadb',
  mysql: 'mysql',
  sqlserver: 'mssql',
} as const satisfies Record<ServerName, DatabaseType>;

/** Dialects, by their folder below src/dialect, with what a configuration calls their databases. */
export const dialects = serverNames.map((name) => ({ name, type: types[name] }));

/** Those whose servers tests start, stop and look into. */
export const startedDialects = startedServers.map((name) => ({ name, type: types[name] }));

export const typeOf = (server: ServerName): DatabaseType => types[server];

export function kindOf(dialect: ServerName): StoreKind {
  const kind = storeKinds[typeOf(dialect)];
  invariant(kind, `${dialect} is served`);
  return kind;
}

/** A dialect that prints goldens, whether a server of it runs or not. */
export interface PrintingDialect {
  /** Of its folder below src/dialect, of its golden files, and of its recorded catalog. */
  readonly name: string;
  readonly kind: Pick<StoreKind, 'capabilities' | 'createStore'>;
  /** Whose configuration of the sample shop it takes. */
  readonly shop: ServerName;
}

/**
 * Every dialect below src/dialect. One that has no server yet is a line here, beside its catalog in test/fixtures/shop:
 * `{ name: 'sqlite', kind: { capabilities, createStore: storesOf(sqlite, encode) }, shop: 'mariadb' }`.
 */
export const printingDialects: readonly PrintingDialect[] = [
  ...serverNames.map((name) => ({ name, kind: kindOf(name), shop: name })),
];

export function printingDialect(name: string): PrintingDialect {
  const found = printingDialects.find((dialect) => dialect.name === name);
  invariant(found, `${name} is a dialect`);
  return found;
}
