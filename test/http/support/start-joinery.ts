import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { boot } from '../../../src/app/boot.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import type { ConfigFile } from '../../../src/config/schema/config-schema.ts';
import { createJoinery, type Joinery, type JoineryOptions } from '../../../src/index.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from './listen.ts';

type Runtime = NonNullable<ConfigFile['runtime']>;

export interface StartedJoinery {
  readonly joinery: Joinery;
  /** Serves the same configuration on a free port, and returns its origin. */
  serve(): Promise<string>;
  readonly folder: string;
  /** Posts a GraphQL request. */
  post(body: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends a GraphQL request by GET. */
  get(parameters: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Response>;
}

export interface StartOptions extends JoineryOptions {
  /** Content by name, in the folder of the configuration. */
  readonly files?: Readonly<Record<string, string>>;
  readonly runtime?: Runtime;
  /** True if modules in the folder import the packages of this repository. */
  readonly modules?: boolean;
}

/** Starts the APIs of the customers and orders of the sample shop, until the test ends. */
export async function startJoinery(
  graphql: Exclude<Runtime['graphql'], boolean | undefined>,
  { files = {}, runtime = {}, modules = false, ...options }: StartOptions = {},
): Promise<StartedJoinery> {
  const folder = await makeTemporaryFolder();
  const config: ConfigFile = {
    'data-source': { 'database-type': 'postgresql', 'connection-string': inject('postgres') },
    runtime: {
      ...runtime,
      host: { mode: 'production', ...runtime.host },
      graphql,
    },
    entities: {
      Customer: { source: 'customers', permissions: [{ role: 'anonymous', actions: ['read'] }] },
      Order: { source: 'orders', permissions: [{ role: 'anonymous', actions: ['read'] }] },
    },
  };
  for (const [name, text] of Object.entries({ ...files, 'joinery.json': JSON.stringify(config) })) {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  if (modules) await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const joinery = await createJoinery(join(folder, 'joinery.json'), options);
  onTestFinished(() => joinery.close());
  const url = 'http://localhost/graphql';
  return {
    joinery,
    serve: async () => {
      const service = await listen(await boot(readConfig(join(folder, 'joinery.json'), {}).config));
      onTestFinished(() => service.close());
      return service.origin;
    },
    folder,
    post: (body, headers = {}) =>
      joinery.fetch(
        new Request(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      ),
    get: (parameters, headers = {}) =>
      joinery.fetch(new Request(`${url}?${new URLSearchParams(parameters)}`, { headers: { ...headers } })),
  };
}
