import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  fetchByCommand,
  fetchFromAzure,
  fetchFromRds,
} from '../../../../src/dialect/driver/password/password-source.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('password-command', () => {
  const run = (...command: readonly string[]) => fetchByCommand({ command, folder: tmpdir(), lifetimeMs: 60_000 })();
  const node = (script: string, ...parameters: readonly string[]) => run(process.execPath, '-e', script, ...parameters);

  it('returns what the program prints, without the last line break', async () => {
    const before = Date.now();
    const { password, expiresAt } = await node("console.log(' a\\nb ')");
    expect(password).toBe(' a\nb ');
    expect(expiresAt).toBeGreaterThanOrEqual(before + 60_000);
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('runs without a shell, in the folder of the configuration', async () => {
    const script = 'console.log(JSON.stringify([process.argv[1], process.cwd()]))';
    expect(JSON.parse((await node(script, '$(id) `id` ; "x" *')).password)).toEqual(['$(id) `id` ; "x" *', tmpdir()]);
  });

  it('reports why it failed, without its parameters and its output', async () => {
    const failure = (script: string) =>
      node(script, 'secret-parameter').then(
        () => '',
        (error: Error) => error.message,
      );
    const start = `"${process.execPath}"`;
    expect(await failure("console.log('secret'); console.error('vault is sealed'); process.exitCode = 3")).toBe(
      `${start} failed: exit code 3: vault is sealed`,
    );
    expect(await failure("console.log('secret'); process.exitCode = 3")).toBe(`${start} failed: exit code 3`);
    expect(await failure("process.kill(process.pid, 'SIGTERM')")).toBe(`${start} failed: it was ended by SIGTERM`);
    expect(await failure('')).toBe(`${start} printed no password`);
    expect(await failure("console.log('x'.repeat(100000))")).toBe(`${start} failed: it printed more than 65536 bytes`);
    await expect(run('/no/such/program')).rejects.toThrow('"/no/such/program" failed: it cannot be started (ENOENT)');
  });
});

/**
 * Signs the request `GET /?Action=connect` of `rds-db`.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
function presign(
  host: string,
  user: string,
  { region, id, key, at }: Readonly<Record<'region' | 'id' | 'key' | 'at', string>>,
): string {
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/rds-db/aws4_request`;
  const query = [
    ['Action', 'connect'],
    ['DBUser', user],
    ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
    ['X-Amz-Credential', `${id}/${scope}`],
    ['X-Amz-Date', at],
    ['X-Amz-Expires', '900'],
    ['X-Amz-SignedHeaders', 'host'],
  ]
    .map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hmac = (secret: string | Buffer, text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const canonical = `GET\n/\n${query}\nhost:${host}\n\nhost\n${hash('')}`;
  const toSign = `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hash(canonical)}`;
  const signingKey = [day, region, 'rds-db', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${key}`);
  return `${host}/?${query}&X-Amz-Signature=${hmac(signingKey, toSign).toString('hex')}`;
}

/** Members of a token, in any order. */
const membersOf = (token: string): readonly string[] => token.split(/[?&]/).sort();

describe('the identity of AWS', () => {
  it('signs a token by the published algorithm', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-04T05:06:07Z') });
    const credentials = { id: 'AKIDEXAMPLE', key: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
    vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.id);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.key);
    const host = 'shop.abcdefgh.eu-central-1.rds.amazonaws.com';
    const fetch = fetchFromRds(
      { provider: 'aws-rds', region: 'eu-central-1' },
      { url: `mysql://app%40shop@${host}/shop`, defaultPort: 3306 },
    );
    const { password, expiresAt } = await fetch();
    const expected = presign(`${host}:3306`, 'app@shop', {
      ...credentials,
      region: 'eu-central-1',
      at: '20260304T050607Z',
    });
    expect(membersOf(password)).toEqual(membersOf(expected));
    expect(expiresAt).toBe(Date.now() + 15 * 60_000);
  });
});

describe('the identity of Azure', () => {
  it('requests a token for the database from the endpoint of the platform', async () => {
    const requests: IncomingMessage[] = [];
    const endpoint = createServer((request, response) => {
      requests.push(request);
      response.setHeader('content-type', 'application/json');
      const expiresOn = Math.floor(Date.now() / 1000) + 3600;
      response.end(
        JSON.stringify({
          access_token: 'token of the platform',
          expires_on: String(expiresOn),
          token_type: 'Bearer',
          resource: 'r',
        }),
      );
    });
    endpoint.listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
    onTestFinished(() => void endpoint.close());
    vi.stubEnv('IDENTITY_ENDPOINT', `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/msi/token`);
    vi.stubEnv('IDENTITY_HEADER', 'header of the platform');
    const { password, expiresAt } = await fetchFromAzure({ provider: 'azure', clientId: 'identity-7' })();
    expect(password).toBe('token of the platform');
    expect(expiresAt).toBeGreaterThan(Date.now() + 3000 * 1000);
    const [request] = requests;
    const { searchParams } = new URL(request?.url ?? '', 'http://localhost');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      resource: 'https://ossrdbms-aad.database.windows.net',
      client_id: 'identity-7',
    });
    expect(request?.headers['x-identity-header']).toBe('header of the platform');
  });
});
