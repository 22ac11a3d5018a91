import { describe, inject, test } from 'vitest';
import { SQLSERVER_URL, type StoreName } from './server-names.ts';

export type { ServerName } from './server-names.ts';

const titles = {
  postgres: 'PostgreSQL',
  mariadb: 'MariaDB',
  mysql: 'MySQL',
  sqlserver: 'SQL Server',
  mongodb: 'DocumentDB',
  nginx: 'nginx',
  pgbouncer: 'pgbouncer',
  redis: 'Redis',
} as const;

const whyNot = (server: keyof typeof titles): string =>
  server === 'sqlserver' ? `${SQLSERVER_URL} names no server` : `${titles[server]} is not installed`;

/**
 * Returns a server's URL.
 * @throws Error if it is not installed: call it inside `describeOn`
 */
export function serverUrl(server: StoreName): string {
  const url = inject(server);
  if (url === undefined) throw new Error(`${whyNot(server)}: write this test inside describeOn('${server}', …).`);
  return url;
}

const shops = {
  postgres: 'postgres',
  mariadb: 'mariadbShop',
  mysql: 'mysqlShop',
  sqlserver: 'sqlserverShop',
  mongodb: 'mongodbShop',
} as const satisfies Record<StoreName, string>;

/**
 * Returns the URL of a read-only database with the sample shop.
 * @throws Error like `serverUrl`
 */
export function shopUrl(server: StoreName): string {
  serverUrl(server);
  return inject(shops[server]);
}

/** `describe` for tests that need this server; adds one skipped test if it is not installed. */
export function describeOn(server: keyof typeof titles, title: string, tests: () => void): void {
  if (inject(server) !== undefined) describe(title, tests);
  else describe(title, () => test('needs a server', (context) => context.skip(whyNot(server))));
}
