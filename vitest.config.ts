import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findMariadb } from './test/support/find-mariadb.ts';
import { findMysql } from './test/support/find-mysql.ts';
import { sameTests } from './test/support/same-tests.ts';
import { type ServerName, SQLSERVER_URL, serverNames } from './test/support/server-names.ts';

/** What needs no server runs without waiting for any. */
const withServers = ['test/{live,cost,oracle,fixtures,support}/**/*.test.ts', 'test/{http,golden}/*-live*.test.ts'];

/** These start servers and services of their own, freeze them and load them: nothing else runs meanwhile. */
const alone = ['test/faults/**/*.test.ts'];

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

/** The tests that run on every server, on one that is not PostgreSQL. */
async function sameTestsOn(server: Exclude<ServerName, 'postgres'>): Promise<TestProjectInlineConfiguration> {
  const isThere = (await find[server]()) !== undefined;
  return {
    extends: true,
    test: {
      ...onServers(server),
      name: server,
      include: isThere ? [...sameTests] : ['test/support/not-installed.test.ts'],
    },
  };
}

export default defineConfig({
  // As Node resolves packages: `graphql` has a `module` entry beside `main`, and two copies of it do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // A file that a test holds is there: `-u` alone writes it.
    update: 'none',
    // Only a test that hangs takes longer, even on a machine that runs other programs. No test asserts how long it takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Half of the time a file waits for its server.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        // Files share the modules of a worker: to load them anew for each took longer than the tests.
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...withServers, ...alone], isolate: false },
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
