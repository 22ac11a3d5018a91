import { inject } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { Observers } from '../../src/base/observers.ts';
import type { Config } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import type { ServerName } from './server-names.ts';
import { shopUrl } from './servers.ts';
import { readShopConfig } from './shop-config.ts';

export interface BootOptions {
  /** Defaults to the server of this run. */
  readonly server?: ServerName;
  /** Name of a database to recreate; defaults to the shared, read-only one. */
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
  const created = database === undefined ? undefined : await createDatabase(server, database, 'shop');
  return boot(change(readShopConfig(server, url ?? created ?? shopUrl(server))), observers);
}
