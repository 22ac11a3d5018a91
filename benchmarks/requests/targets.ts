import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from '../support/run-node.ts';
import type { Case } from './cases.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A server under test, and how it is asked. */
export interface Target {
  readonly name: 'joinery' | 'baseline';
  readonly server: ServerProcess;
  readonly ask: (question: Case, key: number) => HttpRequest;
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Joinery as people run it: its own command line, production mode. */
export async function startJoinery(connectionString: string): Promise<Target> {
  const server = await startServer({
    args: [fileOf('../../src/main.ts'), 'start', '--config', fileOf('joinery.json'), '--port', '0'],
    env: { DATABASE_URL: connectionString },
  });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return {
    name: 'joinery',
    server,
    ask: ({ document: query }, key) => ({
      method: 'POST',
      url: `${server.url}/graphql`,
      headers,
      body: JSON.stringify({ query, variables: { key } }),
    }),
  };
}

/** `node:http` and `pg` with statements written by hand. */
export async function startBaseline(connectionString: string): Promise<Target> {
  const server = await startServer({ args: [fileOf('baseline-server.ts')], env: { DATABASE_URL: connectionString } });
  return {
    name: 'baseline',
    server,
    ask: ({ name }, key) => ({ method: 'GET', url: `${server.url}/${name}?key=${key}`, headers: {} }),
  };
}
