import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { Config } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import type { ServerName } from './servers.ts';
import { readShopConfig } from './shop-config.ts';

/**
 * The sample shop as an application, closed by the caller. On PostgreSQL it is the shared one, which is only read, unless a
 * database is named; on MariaDB it is made anew under that name.
 * @param change what of the configuration is different
 */
export async function bootShop(
  server: ServerName,
  { database, url, change = (config) => config }: BootOptions = {},
): Promise<Application> {
  const connectionString =
    url ??
    (server === 'postgres' && database === undefined
      ? inject('postgres')
      : await createDatabase(server, database ?? `shop_${randomUUID().slice(0, 8)}`, 'shop'));
  return boot(change(readShopConfig(server, connectionString)));
}

export interface BootOptions {
  readonly database?: string;
  /** A database that holds the shop already. */
  readonly url?: string;
  readonly change?: (config: Config) => Config;
}
