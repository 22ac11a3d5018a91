import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../support/run-node.ts';
import { cases } from './cases.ts';
import type { Contender, HttpRequest, Workload } from './contender.ts';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const joinery = (name: string, title: string, prefix: string): Contender => ({
  name,
  title,
  isJoinery: true,
  start: (connectionString, root) =>
    startServer({
      args: [join(root, 'src/main.ts'), 'start', '--config', fileOf('joinery.json'), '--port', '0'],
      env: { DATABASE_URL: connectionString },
    }),
  ask: (workload, key) => askJoinery(workload, key, prefix),
  answerOf: (_, [body]) => unwrap(body),
});

function askJoinery({ name }: Workload, key: number, prefix: string): readonly HttpRequest[] {
  const question = cases.find((one) => one.name === prefix + name)?.ask(key);
  if (question === undefined) return [];
  if ('path' in question) return [{ method: 'GET', path: question.path, headers: {} }];
  const body = JSON.stringify({ query: question.document, variables: { key } });
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  return [{ method: 'POST', path: '/graphql', headers, body }];
}

export const contenders: readonly Contender[] = [
  joinery('joinery', 'Joinery GraphQL', ''),
  joinery('joinery-rest', 'Joinery REST', 'rest-'),
  {
    name: 'usual',
    title: 'node:http + pg, usual SQL',
    isJoinery: false,
    start: (connectionString) =>
      startServer({ args: [fileOf('baseline-server.ts')], env: { DATABASE_URL: connectionString } }),
    ask: ({ name }, key) => [{ method: 'GET', path: `/${name}?key=${key}`, headers: {} }],
    answerOf: (_, [body]) => unwrap(body),
  },
];

function unwrap(body: unknown): unknown {
  const { data, value, ...rest } = body as Record<string, object>;
  const inner = data === undefined ? (value ?? rest) : Object.values(data)[0];
  return inner;
}
