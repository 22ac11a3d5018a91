import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../src/server/create-server.ts';
import { bootFile } from '../support/boot-file.ts';
import { createTables, type Tables } from '../support/create-tables.ts';
import { type ClientFolder, makeClientFolder, readClientFiles } from './support/client-folder.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import type { Follow } from './typed-clients/live/follow.ts';

const QUERY = 'subscription { tasks(orderBy: { id: ASC }) { id title } }';

let tables: Tables;
let folder: ClientFolder;
let pages: ReturnType<typeof createHttpServer>;
let service: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  const ddl =
    "create table tasks (id int primary key, title varchar(50) not null); insert into tasks values (1, 'Write');";
  tables = await createTables('live_clients', ddl);
  folder = await makeClientFolder(readClientFiles('live'), '');
  pages = createHttpServer(async ({ url = '' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? await bundle() : '<!doctype html><body></body><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  service = await serve(0);
});
afterAll(async () => {
  await service.close();
  pages.close();
  await tables.session.close();
});

const originOfPages = (): string => `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;

async function serve(port: number) {
  const application = await bootFile({
    'data-source': tables.source,
    runtime: {
      host: { mode: 'development', authentication: { provider: 'Simulator' }, cors: { origins: [originOfPages()] } },
      live: { enabled: true, 'interval-ms': 20, 'fallback-ms': 100 },
    },
    entities: {
      Task: {
        source: 'tasks',
        permissions: [
          { role: 'anonymous', actions: ['*'] },
          { role: 'guest', actions: [] },
        ],
      },
    },
  });
  const server = createServer(application, pino({ level: 'silent' }));
  const origin = await server.listen({ host: '127.0.0.1', port });
  return { origin, url: `${origin}/graphql`, port: Number(new URL(origin).port), close: () => server.close() };
}

/** Stops the service, changes a row, and starts the service on the same port. */
async function restart(title: string): Promise<void> {
  await service.close();
  await changeBySql(title);
  service = await serve(service.port);
}

const changeBySql = (title: string) => tables.session.rows(`update tasks set title = '${title}' where id = 1`);

async function send(path: string, method: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.origin}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(response.status).toBe(200);
}

const changes: readonly (readonly [title: string, change: (title: string) => Promise<unknown>])[] = [
  ['REST', (title) => send('/api/Task/id/1', 'PATCH', { title })],
  [
    'GraphQL',
    (title) =>
      send('/graphql', 'POST', { query: `mutation { updateTask(id: 1, item: { title: "${title}" }) { id } }` }),
  ],
  ['SQL', changeBySql],
  ['restart', restart],
  ['REST after the restart', (title) => send('/api/Task/id/1', 'PATCH', { title })],
];

it('compiles the clients', { timeout: 300_000 }, async () => {
  expect(await folder.run('tsc', '-p', '.')).toBe('');
});

describe.each([
  ['graphql-ws', 'graphql-ws'],
  ['urql', 'urql'],
  ['Apollo Client', 'apollo'],
  ["Relay's network layer", 'relay'],
])('%s', (_name, file) => {
  it('receives changes by REST, GraphQL, and SQL, and continues after a restart', { timeout: 60_000 }, async () => {
    await changeBySql('Write');
    const { follow } = (await import(join(folder.path, `src/${file}.ts`))) as { readonly follow: Follow };
    const received: unknown[] = [];
    onTestFinished(follow(service.url, QUERY, (data) => received.push(data)));
    const expectTitle = (title: string) =>
      expect.poll(() => received.at(-1), { timeout: 10_000 }).toMatchObject({ tasks: [{ id: 1, title }] });
    await expectTitle('Write');
    for (const [title, change] of changes) {
      await change(title);
      await expectTitle(title);
    }
    expect(received).toHaveLength(1 + changes.length);
  });
});

it.skipIf(chromiumIsAbsent)(
  `urql in a page of another origin continues after a restart${absence}`,
  { timeout: 60_000 },
  async () => {
    await changeBySql('Write');
    const { page } = await openPage(`${originOfPages()}/?url=${encodeURIComponent(service.url)}`);
    await page.getByText('Write', { exact: true }).waitFor();
    for (const [title, change] of changes) {
      await change(title);
      await page.getByText(title, { exact: true }).waitFor();
    }
  },
);

it.skipIf(chromiumIsAbsent)(
  `GraphiQL follows changes, with the selected role${absence}`,
  { timeout: 300_000 },
  async () => {
    await changeBySql('Write');
    const { page, faults } = await openPage(`${service.url}?query=${encodeURIComponent(QUERY)}`);
    const run = page.locator('.graphiql-execute-button');
    await run.click();
    const result = page.locator('.result-window');
    await result.getByText('"Write"').waitFor();
    await changeBySql('Sing');
    await result.getByText('"Sing"').waitFor();
    // Ends the subscription.
    await run.click();
    await page.getByRole('combobox', { name: 'Send requests as' }).selectOption('guest');
    await run.click();
    await result.getByText('"Forbidden"').waitFor();
    expect(faults).toEqual([]);
  },
);

async function bundle(): Promise<string> {
  const entryPoints = [join(folder.path, 'src/browser.ts')];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false });
  return outputFiles[0]?.text ?? '';
}
