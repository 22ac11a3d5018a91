import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createShopOn } from '../support/boot-shop.ts';
import { createDatabase } from '../support/create-database.ts';
import { startNginx } from '../support/nginx-server.ts';
import { startPooler } from '../support/pgbouncer.ts';
import { describeOn, shopUrl } from '../support/servers.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { type PageRunner, readSteps, startPage } from './support/run-page.ts';

/** Runs on MySQL and MariaDB. */
const RULES_IN_MYSQL = 'docs/guides/rules-in-mysql.md';

/** Pages whose examples change the configuration of the sample, or run on the unchanged sample. */
const pages = [
  ...globSync('docs/guides/*.md')
    .filter((page) => page !== RULES_IN_MYSQL)
    .sort(),
  'docs/caller-in-database.md',
  'docs/persisted-documents.md',
  'docs/plugins.md',
  'docs/rate-limits.md',
  'docs/tutorial.md',
];

const blocksOf = (page: string, language: string): readonly string[] =>
  readFileSync(page, 'utf8')
    .split('\n```')
    .flatMap((part) => (part.startsWith(`${language}\n`) ? [part.slice(language.length + 1)] : []));

const databaseOf = (page: string): Promise<string> =>
  createDatabase('postgres', `page_${page.replaceAll(/\W/g, '_').toLowerCase()}`.slice(0, 60), 'shop');

/** Runs the steps in order: a step depends on those before it. */
async function expectAnswers(page: string, runner: PageRunner): Promise<void> {
  for (const step of readSteps(page)) {
    const response = await runner.run(step);
    if (step.answer !== undefined) expect(JSON.parse(response ?? ''), step.text).toEqual(JSON.parse(step.answer));
  }
}

it('finds the steps of the guides', () => {
  const steps = pages.flatMap(readSteps);
  expect(steps.length).toBeGreaterThan(70);
  expect(steps.filter(({ answer }) => answer === undefined).length).toBeGreaterThan(12);
});

describe.each(pages)('every example of %s', (page) => {
  let runner: PageRunner;
  beforeAll(async () => {
    runner = await startPage(await databaseOf(page));
  });
  afterAll(() => runner.close());

  it('returns the documented response', () => expectAnswers(page, runner));
});

describeOn('pgbouncer', 'docs/guides/pooler.md behind PgBouncer', () => {
  const page = 'docs/guides/pooler.md';

  it('returns the documented responses with the documented configuration', async () => {
    const [, settings = ''] = blocksOf(page, 'ini').join().split('[pgbouncer]\n');
    const all = Object.fromEntries(settings.split('\n').flatMap((line) => [line.split(' = ')].filter(([, v]) => v)));
    const { listen_addr: _, listen_port: __, auth_file: ___, ...documented } = all;
    expect(documented).toMatchObject({ pool_mode: 'transaction', default_pool_size: '12' });
    const pooler = await startPooler({
      program: inject('pgbouncer') ?? '',
      folder: join(await makeTemporaryFolder(), 'pooler'),
      target: await databaseOf(`${page} pooled`),
      settings: documented,
    });
    onTestFinished(() => pooler.stop());
    const [first] = readSteps(page);
    const runner = await startPage(pooler.connectionString, parse(first?.text ?? ''));
    onTestFinished(() => runner.close());
    await expectAnswers(page, runner);
  });
});

describeOn('nginx', 'docs/guides/nginx.md behind nginx', () => {
  const page = 'docs/guides/nginx.md';

  it('links to the address that the client used', async () => {
    const [first] = readSteps(page);
    const runner = await startPage(await databaseOf(`${page} proxied`), parse(first?.text ?? ''));
    onTestFinished(() => runner.close());
    const nginx = await startNginx(inject('nginx') ?? '', ({ port }) =>
      (blocksOf(page, 'nginx')[0] ?? '')
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replaceAll(/^ *ssl_certificate.*\n/gm, '')
        .replace('http://127.0.0.1:4000', runner.origin()),
    );
    onTestFinished(() => nginx.stop());
    const response = await fetch(`${nginx.origin}/api/Category?$first=1&$select=name`);
    expect(await response.json()).toMatchObject({
      value: [{ name: 'Furniture' }],
      nextLink: expect.stringContaining(`${nginx.origin}/api/Category?`),
    });
  });
});

describe.each([
  ['mysql', 'mysql'],
  ['mariadb', 'mariadb'],
  ['sqlserver', 'mssql'],
] as const)('docs/guides/other-databases.md', (server, type) => {
  const page = 'docs/guides/other-databases.md';

  describeOn(server, `on ${server}`, () => {
    it('returns the documented response', async () => {
      const parts = blocksOf(page, 'jsonc').map((block) => parse(block));
      const part = parts.find((candidate) => candidate['data-source']['database-type'] === type);
      const runner = await startPage(shopUrl(server), part, server);
      onTestFinished(() => runner.close());
      await expectAnswers(page, runner);
    });
  });
});

describeOn('mongodb', 'every example of docs/document-databases.md', () => {
  it('returns the documented response', async () => {
    const runner = await startPage(await createShopOn('mongodb', 'page_documents'), {}, 'mongodb');
    onTestFinished(() => runner.close());
    await expectAnswers('docs/document-databases.md', runner);
  });
});

describe.each(['mysql', 'mariadb'] as const)('every example of docs/guides/rules-in-mysql.md', (server) => {
  describeOn(server, `on ${server}`, () => {
    it('returns the documented response', async () => {
      const runner = await startPage(await createDatabase(server, 'rules_in_mysql', 'shop'), {}, server);
      onTestFinished(() => runner.close());
      await expectAnswers(RULES_IN_MYSQL, runner);
    });
  });
});
