import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { createServer } from '../../src/server/create-server.ts';
import { bootShop } from '../support/boot-shop.ts';

/** Origin of the service in the documented examples. */
const ORIGIN = 'http://127.0.0.1:4000';

/**
 * Pages, the role for their examples, and the languages of these: a block of GraphQL or a `curl` command, followed by
 * its JSON response. The examples of a page run in order.
 */
const pages = [
  ['README.md', 'anonymous', 'bash graphql graphql graphql graphql bash bash bash bash bash graphql bash'],
  ['docs/getting-started.md', 'anonymous', 'bash bash'],
  ['docs/rest.md', 'anonymous', 'bash bash bash bash bash bash bash bash bash bash'],
  [
    'docs/mutations.md',
    'staff',
    'graphql graphql graphql graphql graphql graphql graphql graphql graphql graphql bash',
  ],
  ['docs/procedures.md', 'staff', 'graphql graphql graphql bash bash'],
] as const;

const examplesOf = (page: string) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/```(graphql|bash)\n([^`]*)```\n+```json\n([^`]*)```/g)].map(
    ([, language = '', example = '', answer = '']) => ({ language, example, answer }),
  );
};

describe.each(pages)('every example of %s', (page, role, languages) => {
  let app: Application;
  let server: ReturnType<typeof createServer>;
  let origin: string;

  beforeAll(async () => {
    app = await bootShop({ database: `page_${page.replaceAll(/\W/g, '_').toLowerCase()}` });
    server = createServer(app, pino({ level: 'silent' }));
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it('is found', () => {
    expect(
      examplesOf(page)
        .map(({ language }) => language)
        .join(' '),
    ).toBe(languages);
  });

  it.each(examplesOf(page))('returns the documented response: $example', async ({ language, example, answer }) => {
    const body = language === 'bash' ? await runCurl(example) : await run(example);
    expect(body).toEqual(JSON.parse(answer));
  });

  async function run(query: string): Promise<unknown> {
    const response = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-role': role },
      body: JSON.stringify({ query }),
    });
    return response.json();
  }

  async function runCurl(command: string): Promise<unknown> {
    const { stdout } = await promisify(execFile)('bash', [
      '-c',
      command.replaceAll(ORIGIN, origin).replace('curl ', 'curl -sS '),
    ]);
    return JSON.parse(stdout.replaceAll(origin, ORIGIN));
  }
});
