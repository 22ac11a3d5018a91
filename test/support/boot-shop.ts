import { inject } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { boot } from '../../src/app/boot.ts';
import type { Config } from '../../src/config/config.ts';
import { createDatabase } from './create-database.ts';
import type { ServerName } from './server-names.ts';
import { shopUrl } from './servers.ts';
import { readShopConfig } from './shop-config.ts';

export interface BootOptions {
  /** The one whose turn it is, unless one is said. */
  readonly server?: ServerName;
  /** A database of the test's own, made anew under that name; the shared one, which is only read, where none is named. */
  readonly database?: string;
  /** A database that holds the shop already. */
  readonly url?: string;
  /** What of the configuration is different. */
  readonly change?: (config: Config) => Config;
}

/** Lets requests name any host, in development too. */
export const serveEveryHost = (config: Config): Config => ({
  ...config,
  runtime: { ...config.runtime, allowedHosts: ['*'] },
});

/** The sample shop as an application, closed by the caller. */
export async function bootShop({
  server = inject('server'),
  database,
  url,
  change = (config) => config,
}: BootOptions = {}): Promise<Application> {
  const own = database === undefined ? undefined : await createDatabase(server, database, 'shop');
  return boot(change(readShopConfig(server, url ?? own ?? shopUrl(server))));
}
