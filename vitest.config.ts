import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What needs no server runs without waiting for any. */
const withServers = [
  'test/{live,cost,oracle,faults,fixtures,support}/**/*.test.ts',
  'test/{http,golden}/*-live*.test.ts',
];

export default defineConfig({
  // As Node resolves packages: `graphql` has a `module` entry beside `main`, and two copies of it do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }] },
  test: {
    // A file that a test holds is there: `-u` alone writes it.
    update: 'none',
    projects: [
      {
        extends: true,
        // Files share the modules of a worker: to load them anew for each took longer than the tests.
        test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: withServers, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: withServers,
          globalSetup: ['test/support/start-servers.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
