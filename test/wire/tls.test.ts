import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataSource } from '../../src/config/config.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { boundStatement, meaningOf, openDriver, read } from './open-driver.ts';
import type { Certificate } from './playback/tls-layer.ts';
import { rows } from './playback/tokens.ts';

const run = promisify(execFile);

let folder: string;
const certificates = new Map<string, Certificate>();
const fileOf = (name: string): string => join(folder, `${name}.cert`);

async function makeCertificate(name: string, alternative: string): Promise<void> {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${alternative}`];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', fileOf(name)];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...kind, ...subject, ...files]);
  const [cert, key] = await Promise.all(
    files
      .filter((_, index) => index % 2 === 1)
      .reverse()
      .map((file) => readFile(file, 'utf8')),
  );
  certificates.set(name, { cert: cert ?? '', key: key ?? '' });
}

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await makeCertificate('here', 'IP:127.0.0.1');
  await makeCertificate('elsewhere', 'DNS:elsewhere.example');
});

const TEXT = 'é'.repeat(100_000);

const open = (name: string, tls: DataSource['tls'], query?: string) =>
  openDriver(
    { encryption: 'on', certificate: certificates.get(name), reply: () => ({ results: [rows(['v'], [[TEXT]])] }) },
    { tls, ...(query !== undefined && { query }) },
  );

describe('an encrypted connection', () => {
  it.each([
    ['here', 'require', undefined, undefined],
    ['here', 'verify-full', 'here', undefined],
    ['elsewhere', 'verify-ca', 'elsewhere', undefined],
    ['elsewhere', 'verify-full', 'elsewhere', '?hostNameInCertificate=elsewhere.example'],
  ] as const)('accepts the certificate of %s in mode %s, and sends requests', async (name, mode, authority, query) => {
    const { driver } = await open(name, { mode, ...(authority && { ca: fileOf(authority) }) }, query);
    expect((await read(driver, boundStatement('select')))[0]?.rows).toEqual([[TEXT]]);
  });

  it.each([
    ['here', 'verify-full', undefined],
    ['here', 'verify-ca', 'elsewhere'],
    ['elsewhere', 'verify-full', 'elsewhere'],
  ] as const)('rejects the certificate of %s in mode %s if %s is trusted', async (name, mode, authority) => {
    const { driver, server } = await open(name, { mode, ...(authority && { ca: fileOf(authority) }) });
    const { apiError, isSessionLost } = await meaningOf(driver, read(driver, boundStatement('select')));
    expect([apiError?.message, isSessionLost]).toEqual([
      expect.stringMatching(/^The certificate of the database/),
      true,
    ]);
    expect(server.logins).toBe(0);
  });

  it('limits the size of a response', async () => {
    const { driver } = await open('here', { mode: 'require' });
    const { apiError } = await meaningOf(driver, read(driver, boundStatement('select', [], { maxBytes: 10_000 })));
    expect(apiError?.code).toBe('LimitExceeded');
  });
});
