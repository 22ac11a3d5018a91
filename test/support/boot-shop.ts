import { inject } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import { createShop } from './documentdb/create-shop.ts';
import type { StoreName } from './server-names.ts';
import { serverUrl, shopUrl } from './servers.ts';
import { readShopConfig } from './shop-config.ts';

export interface BootOptions {
  /** Defaults to the server of this run. */
  readonly server?: StoreName;
  /** Name of a database to recreate. Defaults to the shared, read-only database. */
  readonly database?: string;
  /** URL of a database that already holds the shop. */
  readonly url?: string;
  readonly change?: (config: Config) => Config;
  readonly observers?: Observers;
}

/** Allows any host name, also in development. */
export const serveEveryHost = (config: Config): Config => ({
  ...config,
  runtime: { ...config.runtime, allowedHosts: ['*'] },
});

/** Boots the sample shop; the caller closes it. */
export async function bootShop({
  server = inject('server'),
  database,
  url,
  change = (config) => config,
  observers,
}: BootOptions = {}): Promise<Application> {
  const created = database === undefined ? undefined : await createShopOn(server, database);
  return boot(change(readShopConfig(server, url ?? created ?? shopUrl(server))), observers);
}

/** Creates a database with the sample shop, and returns its URL. On MongoDB, it has transactions. */
export const createShopOn = (server: StoreName, database: string): Promise<string> =>
  server === 'mongodb'
    ? createShop(replicaSetUrl(), `${database}_${nextNumber++}`)
    : createDatabase(server, database, 'shop');

/** DocumentDB cannot drop a database while it builds its indexes. */
let nextNumber = 1;

/** @throws Error like `serverUrl` */
function replicaSetUrl(): string {
  serverUrl('mongodb');
  return inject('mongodbReplicaSet') ?? '';
}
