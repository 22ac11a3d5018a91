import { storeKinds } from '../../src/app/store-kinds.ts';
import { invariant } from '../../src/base/invariant.ts';
import type { DatabaseType } from '../../src/config/config.ts';
import type { StoreKind } from '../../src/dialect/store-kind.ts';
import { type StoreName, serverNames, startedServers } from './server-names.ts';

/** `database-type` of each server. */
const types = {
  postgres: 'postgresql',
  mariadb: 'mariadb',
  mysql: 'mysql',
  sqlserver: 'mssql',
  mongodb: 'mongodb',
} as const satisfies Record<StoreName, DatabaseType>;

/** Dialects by folder below src/dialect, with their `database-type`. */
export const dialects = serverNames.map((name) => ({ name, type: types[name] }));

/** Dialects that serve the sample shop. */
export const storesOfShop = [...dialects, { name: 'mongodb' as const, type: types.mongodb }];

/** Dialects whose servers the tests start. */
export const startedDialects = startedServers.map((name) => ({ name, type: types[name] }));

export const typeOf = (server: StoreName): DatabaseType => types[server];

const kinds = new Map(
  await Promise.all(
    Object.entries(storeKinds).map(async ([type, load]) => [type as DatabaseType, await load()] as const),
  ),
);

export function kindOf(dialect: StoreName): StoreKind {
  const kind = kinds.get(typeOf(dialect));
  invariant(kind, `${dialect} is served`);
  return kind;
}

/** A dialect that prints goldens, with or without a running server. */
export interface PrintingDialect {
  /** Name of its folder below src/dialect, its golden files, and its recorded catalog. */
  readonly name: string;
  readonly kind: Pick<StoreKind, 'capabilities' | 'createStore'>;
  /** Server whose shop configuration it uses. */
  readonly shop: StoreName;
  /** Ending of its files with statements. */
  readonly ending: 'sql' | 'json';
}

/**
 * Every SQL dialect below src/dialect. To add one without a server, record its catalog in test/fixtures/shop and add `{
 * name: 'sqlite', kind: { capabilities, createStore: storesOf(sqlite, encode) }, shop: 'mariadb', ending: 'sql' }`.
 */
export const printingDialects: readonly PrintingDialect[] = serverNames.map((name) => ({
  name,
  kind: kindOf(name),
  shop: name,
  ending: 'sql',
}));

/** Every folder below src/dialect with a store. */
export const printingStores: readonly PrintingDialect[] = [
  ...printingDialects,
  { name: 'mongodb', kind: kindOf('mongodb'), shop: 'mongodb', ending: 'json' },
];

export function printingDialect(name: string): PrintingDialect {
  const found = printingStores.find((dialect) => dialect.name === name);
  invariant(found, `${name} is a dialect`);
  return found;
}
