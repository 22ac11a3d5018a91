import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

const configuration = (field: string): object => ({
  'data-source': { 'database-type': 'postgresql', 'connection-string': "@env('WATCHED_URL')" },
  runtime: { host: { mode: 'development', authentication: { provider: 'Simulator' } } },
  entities: {
    Customer: {
      source: 'customers',
      fields: [{ name: 'name', alias: field }],
      permissions: [{ role: 'anonymous', actions: ['read'] }],
    },
  },
});

interface StartSettings {
  readonly options?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

describe('start --watch', () => {
  let folder: string;
  const write = (content: object | string): Promise<void> =>
    writeFile(join(folder, 'joinery.json'), typeof content === 'string' ? content : JSON.stringify(content));

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    await writeFile(join(folder, '.env'), `WATCHED_URL='${inject('postgres')}'\n`);
  });

  /** Starts the service. @returns its URL, a function that stops it, and what it has printed since */
  async function start({ options = [], cwd = folder, env = {} }: StartSettings = {}) {
    const child = spawn(process.execPath, [MAIN, 'start', '--watch', '--port', '0', ...options], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
    const { value: url = '' } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const stop = async (): Promise<unknown> => {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      return (await exited)[0];
    };
    return { url, stop, printed: () => output.join('') };
  }

  const readField = async (url: string, field: string): Promise<unknown> =>
    (await fetch(`${url}/api/Customer?$first=1&$select=${field}`)).json();

  it('serves a changed configuration without losing a request', async () => {
    await write(configuration('name_0'));
    const { url, stop } = await start();
    const failed: unknown[] = [];
    let sent = 0;
    let isDone = false;
    const clients = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        sent += 1;
        const response = await fetch(`${url}/api/Customer?$first=1&$select=id`).catch((error: unknown) => error);
        if (!(response instanceof Response) || response.status !== 200) failed.push(response);
        else await response.text();
      }
    });
    for (let version = 1; version <= 5; version += 1) {
      await write(configuration(`name_${version}`));
      await expect
        .poll(() => readField(url, `name_${version}`))
        .toMatchObject({ value: [{ [`name_${version}`]: expect.any(String) }] });
    }
    isDone = true;
    await Promise.all(clients);
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(50);
    expect(await stop()).toBe(0);
  });

  it('reports a mistake, and keeps the previous configuration until it is corrected', async () => {
    await write(configuration('name_a'));
    const { url, stop, printed } = await start();
    await write('{ "entities": ');
    await expect.poll(printed).toContain('is not valid JSON');
    await write({ ...configuration('name_b'), runtme: {} });
    await expect.poll(printed).toContain('Did you mean "runtime"?');
    await write({ ...configuration('name_b'), entities: { Customer: { source: 'custmers', permissions: [] } } });
    await expect.poll(printed).toContain('Did you mean "customers"?');
    const readProblems = async (): Promise<readonly unknown[]> =>
      ((await (await fetch(`${url}/console/problems.json`)).json()) as { readonly problems: readonly unknown[] })
        .problems;
    await expect.poll(readProblems).toContainEqual({
      time: expect.any(String),
      severity: 'error',
      path: 'entities.Customer.source',
      message: expect.stringContaining('"custmers"'),
    });
    expect(printed().match(/The previous configuration stays in use/g)?.length).toBeGreaterThanOrEqual(3);
    expect(await readField(url, 'name_a')).toMatchObject({ value: [{ name_a: expect.any(String) }] });
    await write('{ "entities": ');
    await expect.poll(readProblems).toEqual(
      Array.from({ length: 2 }, () => ({
        time: expect.any(String),
        severity: 'error',
        path: 'joinery.json',
        message: expect.stringContaining('is not valid JSON'),
      })),
    );
    await write(configuration('name_c'));
    await expect.poll(() => readField(url, 'name_c')).toMatchObject({ value: [{ name_c: expect.any(String) }] });
    expect(await readProblems()).toEqual([]);
    expect(await stop()).toBe(0);
  });

  it('keeps the previous configuration if a setting changes that a reload cannot apply', async () => {
    await write(configuration('name'));
    const { url, stop, printed } = await start();
    await write({
      ...configuration('other'),
      runtime: { host: { mode: 'production', authentication: { provider: 'Simulator' } } },
    });
    await expect.poll(printed).toMatch(/A changed "runtime\.host\.mode" applies only at a start|Simulator/);
    expect(await readField(url, 'name')).toMatchObject({ value: [{ name: expect.any(String) }] });
    expect(await stop()).toBe(0);
  });

  it('keeps the previous configuration while a folder of its files is missing', async () => {
    const more = join(folder, 'more');
    await mkdir(more);
    const { entities, ...rest } = configuration('name') as { entities: object };
    await writeFile(join(more, 'entities.json'), JSON.stringify({ entities }));
    await write({ ...rest, 'data-source-files': ['more/entities.json'], entities: {} });
    const { url, stop, printed } = await start();
    await rm(more, { recursive: true });
    await expect.poll(printed).toContain('File not found');
    expect(await readField(url, 'name')).toMatchObject({ value: [{ name: expect.any(String) }] });
    await mkdir(more);
    const renamed = configuration('label') as { entities: object };
    await writeFile(join(more, 'entities.json'), JSON.stringify({ entities: renamed.entities }));
    await expect.poll(() => readField(url, 'label')).toMatchObject({ value: [{ label: expect.any(String) }] });
    await writeFile(join(more, 'entities.json'), JSON.stringify({ entities }));
    await expect.poll(() => readField(url, 'name')).toMatchObject({ value: [{ name: expect.any(String) }] });
    expect(await stop()).toBe(0);
  });

  it('reads changed variables of .env', async () => {
    await write(configuration('name'));
    const { url, stop, printed } = await start();
    await writeFile(join(folder, '.env'), "WATCHED_URL='postgres://u:p@127.0.0.1:1/none'\n");
    await expect.poll(printed).toContain('The database is unreachable');
    expect(await readField(url, 'name')).toMatchObject({ value: [{ name: expect.any(String) }] });
    await writeFile(join(folder, '.env'), `WATCHED_URL='${inject('postgres')}'\n`);
    await expect.poll(printed).toContain('Reloaded');
    // The replaced application has closed its sessions, and the new one answers.
    await sleep(500);
    expect(await readField(url, 'name')).toMatchObject({ value: [{ name: expect.any(String) }] });
    expect(await stop()).toBe(0);
  });

  it('reads the changed users of --sign-in', async () => {
    const users = (name: string): Promise<void> =>
      writeFile(join(folder, 'users.json'), JSON.stringify([{ id: 'ann', name, roles: [] }]));
    await write(configuration('name'));
    await users('Ann Lee');
    const { url, stop, printed } = await start({ options: ['--sign-in'] });
    expect(await readSignInPage(url)).toContain('Ann Lee');
    await writeFile(join(folder, 'users.json'), '{}');
    await expect.poll(printed).toContain('users.json must be a list');
    await users('Ann Smith');
    await expect.poll(() => readSignInPage(url)).toContain('Ann Smith');
    expect(await stop()).toBe(0);
  });

  it('reads a changed variant of dab-config.json', async () => {
    const elsewhere = await makeTemporaryFolder();
    const variant = (field: string): Promise<void> =>
      writeFile(
        join(elsewhere, 'dab-config.Test.json'),
        JSON.stringify({ entities: { Customer: { fields: [{ name: 'name', alias: field }] } } }),
      );
    const connection = { 'database-type': 'postgresql', 'connection-string': inject('postgres') };
    await writeFile(
      join(elsewhere, 'dab-config.json'),
      JSON.stringify({ ...configuration('name'), 'data-source': connection }),
    );
    await variant('first_name');
    const { url, stop } = await start({ cwd: elsewhere, env: { DAB_ENVIRONMENT: 'Test' } });
    expect(await readField(url, 'first_name')).toMatchObject({ value: [{ first_name: expect.any(String) }] });
    await variant('other_name');
    await expect
      .poll(() => readField(url, 'other_name'))
      .toMatchObject({ value: [{ other_name: expect.any(String) }] });
    expect(await stop()).toBe(0);
  });

  it('keeps the previous configuration if settings of the embedded server change', async () => {
    const embedded = (seed: string): object => ({
      ...configuration('name'),
      'data-source': { 'database-type': 'postgresql', embedded: { directory: 'data', seed } },
    });
    await writeFile(join(folder, 'seed.sql'), 'create table customers (id int primary key, name text);');
    await write(embedded('seed.sql'));
    await writeFile(join(folder, 'other.sql'), 'create table customers (id int primary key, name text);');
    const { stop, printed } = await start();
    await write(embedded('other.sql'));
    await expect.poll(printed).toContain('A changed "data-source.embedded" applies only at a start');
    expect(await stop()).toBe(0);
  });
});

/** Starts a sign-in. @returns the provider's page, which lists the users */
async function readSignInPage(url: string): Promise<string> {
  const settings = await (await fetch(`${url}/sign-in/settings.json`)).json();
  const { issuer, clientId, scope } = settings as { issuer: string; clientId: string; scope: string };
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${url}/sign-in`,
    scope,
    prompt: 'consent',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const redirect = await fetch(`${issuer}/auth?${parameters}`, { redirect: 'manual' });
  const cookie = redirect.headers.getSetCookie().map((each) => each.split(';')[0]);
  const page = await fetch(new URL(redirect.headers.get('location') ?? '', issuer), {
    headers: { cookie: cookie.join('; ') },
  });
  return page.text();
}
