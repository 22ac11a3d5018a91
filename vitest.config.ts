import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findMariadb } from './test/support/find-mariadb.ts';
import { findMysql } from './test/support/find-mysql.ts';
import { isLong } from './test/support/long-run.ts';
import { sameTests, skippedOnMariadb } from './test/support/same-tests.ts';
import { type ServerName, SQLSERVER_URL, serverNames } from './test/support/server-names.ts';

/** Tests that need database servers. The others do not wait for them. */
const withServers = [
  'test/{live,cost,oracle,fixtures,support,fuzz}/**/*.test.ts',
  'test/{http,golden}/*-live*.test.ts',
];

/** Tests that freeze and load their own servers and services. No other test runs at the same time. */
const alone = ['test/faults/**/*.test.ts'];

// Child processes run the service from source. The cache spares them most of the work of stripping and compiling it.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url));

const find: Readonly<Record<Exclude<ServerName, 'postgres'>, () => Promise<unknown>>> = {
  mariadb: findMariadb,
  mysql: findMysql,
  sqlserver: async () => process.env[SQLSERVER_URL],
};

const onServers = (server: ServerName): TestProjectInlineConfiguration['test'] => ({
  globalSetup: ['test/support/start-servers.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  provide: { server },
});

/** Runs the tests for every server on one other than PostgreSQL. */
async function sameTestsOn(server: Exclude<ServerName, 'postgres'>): Promise<TestProjectInlineConfiguration> {
  const isThere = (await find[server]()) !== undefined;
  return {
    extends: true,
    test: {
      ...onServers(server),
      name: server,
      include: isThere ? [...sameTests] : ['test/support/not-installed.test.ts'],
      exclude: server === 'mariadb' && !isLong ? [...skippedOnMariadb] : [],
    },
  };
}

export default defineConfig({
  // Resolves `graphql` as Node does, because its `module` entry is a second copy with its own types.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // Only `-u` writes snapshot files.
    update: 'none',
    // The files of a worker share modules, because loading them again for each file took longer than most tests.
    isolate: false,
    // Node loads plugins of the service, as in production.
    server: { deps: { external: [/\?version=/] } },
    // Generous, so that only a test that hangs exceeds it on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // A file waits for its server half of the time.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...withServers, ...alone] },
      },
      {
        extends: true,
        test: {
          ...onServers('postgres'),
          name: 'servers',
          include: withServers,
          exclude: ['test/support/not-installed.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...onServers('postgres'),
          name: 'faults',
          include: alone,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      ...(await Promise.all(serverNames.filter((server) => server !== 'postgres').map(sameTestsOn))),
    ],
  },
});
