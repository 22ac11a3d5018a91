import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDatabase } from '../support/create-database.ts';
import { openSession } from '../support/sql/open-session.ts';
import { makeClientFolder } from './support/client-folder.ts';
import { absence, chromiumIsAbsent, openPage } from './support/open-page.ts';
import { type PageRunner, startPage } from './support/run-page.ts';

const blocks = [...readFileSync('docs/live.md', 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)];
const examplesIn = (language: string): readonly string[] =>
  blocks.flatMap(([, name, text = '']) => (name === language ? [text] : []));

const [config = '', revokeConfig = '', ...otherConfigs] = examplesIn('json');
const [subscription = '', ...otherSubscriptions] = examplesIn('graphql');
const [page = '', ...otherPages] = examplesIn('html');
const [program = '', eventSource = '', ...otherPrograms] = examplesIn('js');
const [curl = '', curlPatch = '', ...otherCommands] = examplesIn('bash');
const [curlRest = '', curlRevoke = '', ...otherShells] = examplesIn('sh');
const [output = '', patched = '', ...otherOutputs] = examplesIn('text');

const others = [
  otherConfigs,
  otherSubscriptions,
  otherPages,
  otherPrograms,
  otherCommands,
  otherShells,
  otherOutputs,
].flat();

/** Lines of a process that ends with the test. */
function start(command: string, args: readonly string[], cwd?: string) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], ...(cwd !== undefined && { cwd }) });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  return lines;
}

describe('docs/live.md', () => {
  let runner: PageRunner;
  let connectionString: string;
  let pages: ReturnType<typeof createServer>;
  beforeAll(async () => {
    connectionString = await createDatabase('postgres', 'live_page', 'shop');
    pages = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(here(page));
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const origins = [`http://127.0.0.1:${(pages.address() as AddressInfo).port}`];
    const { runtime } = JSON.parse(revokeConfig);
    expect(runtime).toMatchObject(JSON.parse(config).runtime);
    runner = await startPage(connectionString, { runtime: { ...runtime, host: { cors: { origins } } } });
  });
  afterAll(async () => {
    await runner.close();
    pages.close();
  });

  /** Replaces the documented address of the service. */
  const here = (text: string): string => text.replaceAll('127.0.0.1:4000', new URL(runner.origin()).host);

  const setStock = async (stock: number): Promise<void> => {
    const session = openSession('postgres', connectionString);
    await session.run(`update products set stock = ${stock} where id = 1`).finally(() => session.close());
  };

  it('has no examples that these tests do not run', () => {
    const configs = [config, revokeConfig];
    const commands = [curl, curlPatch, curlRest, curlRevoke];
    const known = [...configs, subscription, page, program, eventSource, ...commands, output, patched];
    expect(others).toEqual([]);
    expect(blocks).toHaveLength(known.length);
    expect(page.split('\n').length).toBeLessThanOrEqual(21);
  });

  it('runs the subscription', async () => {
    const answer = await runner.run({
      language: 'graphql',
      text: subscription.replace('subscription', 'query'),
      answer: '',
    });
    const events = await fetch(`${runner.origin()}/graphql?query=${encodeURIComponent(subscription)}`, {
      headers: { accept: 'text/event-stream' },
    });
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
    onTestFinished(() => reader?.cancel());
    expect((await reader?.read())?.value).toBe(`event: next\ndata: ${answer}\n\n`);
  });

  it.skipIf(chromiumIsAbsent)(`shows the page${absence}`, { timeout: 60_000 }, async () => {
    const opened = await openPage(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`);
    await opened.page.locator('li').nth(4).waitFor();
    const [first = ''] = await opened.page.locator('li').allInnerTexts();
    expect(first).toMatch(/^.+: \d+/);
    const query = 'mutation { updateProduct(id: 1, item: { price: 4321.5 }) { id } }';
    const headers = { 'content-type': 'application/json', 'x-api-role': 'staff' };
    await fetch(`${runner.origin()}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    await opened.page.getByText(first.replace(/: .*/, ': 4321.5')).waitFor();
    expect(opened.faults).toEqual([]);
  });

  it('runs the program', { timeout: 60_000 }, async () => {
    const folder = await makeClientFolder({ 'program.js': here(program) }, '');
    const lines = start(process.execPath, ['program.js'], folder.path);
    await expect.poll(() => lines.join(), { timeout: 10_000 }).toMatch(/^\{ name: '.+', price: [\d.]+ \}$/);
  });

  it('runs the commands, with the documented output', { timeout: 60_000 }, async () => {
    const lines = start('bash', ['-c', here(curl)]);
    await expect.poll(() => `${lines.slice(0, 2).join('\n')}\n`, { timeout: 10_000 }).toBe(output);
    await setStock(3);
    const patches = start('bash', ['-c', here(curlPatch)]);
    await expect.poll(() => patches[1], { timeout: 10_000 }).toBe('data: {"data":{"product_by_pk":{"stock":3}}}');
    await setStock(7);
    await expect.poll(() => `${patches.slice(3, 5).join('\n')}\n`, { timeout: 10_000 }).toBe(patched);
  });

  it('follows REST resources by a command', { timeout: 60_000 }, async () => {
    const lines = start('bash', ['-c', here(curlRest)]);
    await expect.poll(() => lines.find((line) => line.startsWith('data: ')), { timeout: 10_000 }).toBeDefined();
    const body = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? '';
    const ids = JSON.parse(body).value.map(({ id }: { readonly id: number }) => id);
    expect(ids).toEqual([1, 2]);
  });

  it.skipIf(chromiumIsAbsent)(`follows an item in a page${absence}`, { timeout: 60_000 }, async () => {
    const opened = await openPage(`${runner.origin()}/graphql`);
    const read: string[] = [];
    opened.page.on('console', (message) => read.push(message.text()));
    await setStock(5);
    await opened.page.evaluate(eventSource);
    await expect.poll(() => read.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await setStock(6);
    await expect.poll(() => read.length, { timeout: 10_000 }).toBeGreaterThan(1);
  });

  it('ends connections by a command', { timeout: 60_000 }, async () => {
    const lines = start('bash', ['-c', here(curlRevoke)]);
    await expect.poll(() => lines.join(), { timeout: 10_000 }).toBe('{"ended":0}');
  });
});
