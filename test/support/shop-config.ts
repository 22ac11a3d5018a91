import { fileURLToPath } from 'node:url';
import type { Config } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read-config.ts';
import type { ConnectedSource } from '../../src/dialect/store-kind.ts';
import type { StoreName } from './server-names.ts';

const files = {
  postgres: '../../config/shop/joinery.json',
  mariadb: '../../config/shop/joinery.mariadb.json',
  mysql: '../../config/shop/joinery.mysql.json',
  sqlserver: '../../config/shop/joinery.sqlserver.json',
  mongodb: '../../config/shop/joinery.mongodb.json',
} as const;

/** Returns the configuration of the sample shop for an existing database. */
export function readShopConfig(
  server: StoreName,
  connectionString: string,
): Config & { readonly dataSource: ConnectedSource } {
  const file = fileURLToPath(new URL(files[server], import.meta.url));
  const { config } = readConfig(file, {
    JOINERY_MARIADB: connectionString,
    JOINERY_MYSQL: connectionString,
    JOINERY_SQLSERVER: connectionString,
    JOINERY_MONGODB: connectionString,
  });
  const { embedded: _, ...source } = config.dataSource;
  return { ...config, dataSource: { ...source, connectionString } };
}
