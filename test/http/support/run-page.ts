import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'jsonc-parser';
import type { Application } from '../../../src/app/application.ts';
import { boot } from '../../../src/app/boot.ts';
import { invariant } from '../../../src/base/invariant.ts';
import { readConfig } from '../../../src/config/read-config.ts';
import {
  type IdentityProvider,
  makeKey,
  startIdentityProvider,
} from '../../../src/identity-provider/start-identity-provider.ts';
import type { StoreName } from '../../support/server-names.ts';
import { openSession } from '../../support/sql/open-session.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from './listen.ts';
import { sign } from './token-issuers.ts';

/** Origin of the service in the documented examples. */
const ORIGIN = 'http://127.0.0.1:4000';
/** Issuer and audience in the documented examples. */
const ISSUER = 'https://login.example.com/realms/shop';
const AUDIENCE = 'shop-api';

/** Returns the configuration file of the sample for a server. */
const shopFile = (server: StoreName): URL =>
  new URL(`../../../config/shop/joinery${server === 'postgres' ? '' : `.${server}`}.json`, import.meta.url);

/** One step of a page: a part of the configuration, or a request with its documented response. */
export interface Step {
  readonly language: 'graphql' | 'bash' | 'json' | 'sql' | 'file';
  readonly text: string;
  /** Name of a file in the folder of the configuration. */
  readonly file?: string;
  /** Absent for a part of the configuration, and for statements of the owner of the database. */
  readonly answer?: string;
}

/**
 * A code block with its documented response, a JSON block without a request (a part of the configuration), SQL, or a
 * file with its name in brackets.
 */
const ANSWERED = '```(?:(graphql|bash)\\n([^`]*)```\\n+```json|json)\\n([^`]*)```';
const SQL = '```sql\\n([^`]*)```';
const FILE = '```\\w+ \\[(.+)\\]\\n((?:(?!^```)[\\s\\S])*)';
const STEP = new RegExp(`^(?:${ANSWERED}|${SQL}|${FILE})`, 'gm');

/** Returns the steps of a Markdown page, in order. */
export function readSteps(page: string): readonly Step[] {
  const text = readFileSync(new URL(`../../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(STEP)].map(([, language, request = '', json = '', sql, file, content = '']) => {
    if (file !== undefined) return { language: 'file', file, text: content };
    if (sql !== undefined) return { language: 'sql', text: sql };
    return language === undefined
      ? { language: 'json', text: json }
      : { language: language as 'graphql' | 'bash', text: request, answer: json };
  });
}

export interface PageRunner {
  /**
   * Writes the file, runs the SQL, or merges the part into the configuration and restarts the service. Sends a request,
   * and returns its response.
   */
  run(step: Step): Promise<string | undefined>;
  /** Origin of the service; changes with each restart. */
  origin(): string;
  close(): Promise<void>;
}

/** Merges objects; all other values, including lists, replace the values of the base. */
function merge(base: unknown, part: unknown): unknown {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(base) || !isObject(part)) return part;
  const members = Object.entries(part).map(([key, value]) => [key, merge(base[key], value)]);
  return { ...base, ...Object.fromEntries(members) };
}

/**
 * Serves the sample in a database, with the changes of its configuration that the steps of a page make.
 * @param first part of the configuration to start with
 */
export async function startPage(
  connectionString: string,
  first: Record<string, unknown> = {},
  server: StoreName = 'postgres',
): Promise<PageRunner> {
  const folder = await makeTemporaryFolder();
  // Modules of a page import the packages of this repository.
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  let config = merge(parse(readFileSync(shopFile(server), 'utf8')), {
    $schema: undefined,
    'data-source': { embedded: undefined },
  });
  let provider: IdentityProvider | undefined;
  let token = '';
  let service = await listen(await bootMerged(first));

  return {
    run: async ({ language, text, file = '', answer }) => {
      if (language === 'file') {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), text);
        return undefined;
      }
      if (language === 'sql') {
        invariant(server !== 'mongodb', 'the database has SQL');
        const session = openSession(server, connectionString);
        await session.run(text).finally(() => session.close());
        return undefined;
      }
      if (answer === undefined) {
        await service.close();
        service = await listen(await bootMerged(parse(await withProvider(text))));
        return undefined;
      }
      return language === 'bash' ? runCurl(text) : query(text);
    },
    origin: () => service.origin,
    close: async () => {
      await service.close();
      await provider?.close();
    },
  };

  async function bootMerged(part: Record<string, unknown>): Promise<Application> {
    // A part that seeds a database is a whole file.
    const isWhole = JSON.stringify(part['data-source'] ?? '').includes('"embedded"');
    config = isWhole ? merge(part, { 'data-source': { embedded: undefined } }) : merge(config, part);
    const file = join(folder, 'joinery.json');
    const connected = merge(config, { 'data-source': { 'connection-string': connectionString } });
    await writeFile(file, JSON.stringify(connected));
    return boot(readConfig(file, {}).config);
  }

  /** Replaces the documented issuer by a provider on this machine, and signs a token of it. */
  async function withProvider(text: string): Promise<string> {
    if (!text.includes(ISSUER)) return text;
    const key = await makeKey('page');
    provider = await startIdentityProvider(0);
    const { issuer } = provider;
    provider.serve({ users: [], audience: AUDIENCE, redirectUris: [], keys: [key], tokenSeconds: 600 });
    const exp = Math.floor(Date.now() / 1000) + 600;
    const claims = { email: 'nadia2@mail.example', roles: ['staff'] };
    token = await sign({ iss: issuer, aud: AUDIENCE, sub: 'nadia', exp, ...claims }, key);
    return text.replaceAll(ISSUER, issuer);
  }

  async function query(text: string): Promise<string> {
    const response = await fetch(`${service.origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-role': 'anonymous' },
      body: JSON.stringify({ query: text }),
    });
    return response.text();
  }

  async function runCurl(command: string): Promise<string> {
    const here = command.replaceAll(ORIGIN, service.origin).replace('curl ', 'curl -sS ');
    const { stdout } = await promisify(execFile)('bash', ['-c', here], { env: { ...process.env, TOKEN: token } });
    return stdout.replaceAll(service.origin, ORIGIN);
  }
}
