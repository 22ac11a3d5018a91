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
  readonly name: 'joinery' | Case['beside'];
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
    ask: ({ ask }, key) => {
      const question = ask(key);
      if ('path' in question) return { method: 'GET', url: server.url + question.path, headers: {} };
      const body = JSON.stringify({ query: question.document, variables: { key } });
      return { method: 'POST', url: `${server.url}/graphql`, headers, body };
    },
  };
}

const programs: Readonly<Record<Case['beside'], string>> = {
  'node:http': 'baseline-server.ts',
  Fastify: 'fastify-server.ts',
};

/** A server with `pg` and statements written by hand. */
export async function startBeside(name: Case['beside'], connectionString: string): Promise<Target> {
  const server = await startServer({ args: [fileOf(programs[name])], env: { DATABASE_URL: connectionString } });
  return {
    name,
    server,
    ask: (question, key) => ({ method: 'GET', url: `${server.url}/${question.name}?key=${key}`, headers: {} }),
  };
}
