import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { serve } from './support/serve.ts';

const run = promisify(execFile);
let folder: string;

/** Creates a certificate for this machine, as `<name>.cert` and `<name>.key`. */
async function makeCertificate(name: string, key = 'ec'): Promise<void> {
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.cert`)];
  const curve = key === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : [];
  const kind = ['-newkey', key, ...curve, '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...kind, ...subject, ...files]);
}

/** Replaces the served certificate. */
async function use(name: string): Promise<{ cert: string; key: string }> {
  const tls = { cert: join(folder, 'served.cert'), key: join(folder, 'served.key') };
  await copyFile(join(folder, `${name}.cert`), tls.cert);
  await copyFile(join(folder, `${name}.key`), tls.key);
  return tls;
}

beforeAll(async () => {
  folder = await makeTemporaryFolder();
  await Promise.all([makeCertificate('first'), makeCertificate('second')]);
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly servedBy: string | undefined;
}

const request = (url: string): Promise<Answer> =>
  new Promise((done, failed) => {
    const agent = new Agent({ rejectUnauthorized: false });
    get(url, { agent }, (response) => {
      const servedBy = (response.socket as TLSSocket).getPeerCertificate().subject.CN;
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => {
        agent.destroy();
        done({ status: response.statusCode, headers: response.headers, body, servedBy: String(servedBy) });
      });
    }).on('error', failed);
  });

/** Returns the negotiated TLS version, or the error. */
const handshake = (origin: string, version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', suites = 'DEFAULT'): Promise<string> =>
  new Promise((done) => {
    const { hostname, port } = new URL(origin);
    const versions = { minVersion: version, maxVersion: version, ciphers: `${suites}@SECLEVEL=0` } as const;
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false, ...versions }, () => {
      done(String(socket.getProtocol()));
      socket.destroy();
    });
    socket.on('error', ({ message }) => done(`refused: ${message}`));
  });

describe('HTTPS without a proxy', () => {
  test('serves requests and sends Strict-Transport-Security', async () => {
    const { origin, url } = await serve({ tls: await use('first') });
    expect(origin).toMatch(/^https:/);
    const { status, headers, body, servedBy } = await request(`${url}?query=${encodeURIComponent('{ role }')}`);
    expect({ status, servedBy }).toEqual({ status: 200, servedBy: 'first' });
    expect(JSON.parse(body)).toEqual({ data: { role: 'anonymous' } });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await request(`${origin}/nowhere`)).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('requires TLS 1.2 or later', async () => {
    const { origin } = await serve({ tls: await use('first') });
    expect(await handshake(origin, 'TLSv1.1')).toMatch(/^refused: /);
    expect(await handshake(origin, 'TLSv1.2')).toBe('TLSv1.2');
    expect(await handshake(origin, 'TLSv1.3')).toBe('TLSv1.3');
  });

  test('offers only cipher suites with forward secrecy and authenticated encryption', async () => {
    await makeCertificate('rsa', 'rsa:2048');
    for (const name of ['first', 'rsa']) {
      const { origin, server } = await serve({ tls: await use(name) });
      const kind = name === 'rsa' ? 'RSA' : 'ECDSA';
      for (const suite of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']) {
        expect(await handshake(origin, 'TLSv1.2', `ECDHE-${kind}-${suite}`)).toBe('TLSv1.2');
      }
      for (const suite of [
        `ECDHE-${kind}-AES128-SHA256`,
        `ECDHE-${kind}-AES256-SHA384`,
        `ECDHE-${kind}-AES128-SHA`,
        'AES128-GCM-SHA256',
        'AES256-GCM-SHA384',
        'AES128-SHA256',
        'AES128-SHA',
        'DHE-RSA-AES128-GCM-SHA256',
      ]) {
        expect([suite, await handshake(origin, 'TLSv1.2', suite)]).toEqual([
          suite,
          expect.stringMatching(/^refused: /),
        ]);
      }
      await server.close();
    }
  });

  test('reloads a certificate, and keeps the old one if the new one is invalid', async () => {
    const { origin, logged } = await serve({ tls: await use('first') });
    const servedBy = async () => (await request(`${origin}/health`)).servedBy;
    expect(await servedBy()).toBe('first');
    await copyFile(join(folder, 'second.cert'), join(folder, 'served.cert'));
    await vi.waitFor(() => expect(logged.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('is invalid')), {
      timeout: 60_000,
    });
    expect(await servedBy()).toBe('first');
    await use('second');
    await vi.waitFor(async () => expect(await servedBy()).toBe('second'), { timeout: 60_000 });
  }, 40_000);

  test('is disabled by default, without Strict-Transport-Security', async () => {
    const { origin, post } = await serve();
    expect(origin).toMatch(/^http:/);
    expect((await post({ query: '{ role }' })).headers.has('strict-transport-security')).toBe(false);
  });

  test('disconnects a client that does not read its response', async () => {
    const limits = { responseBytes: 20_000_000, sendTimeoutMs: 200 };
    const { origin } = await serve({ tls: await use('first'), limits });
    const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    socket.write('GET /graphql?query={large(bytes:12000000)} HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBeLessThan(12_000_000);
  });

  test('rejects plain HTTP', async () => {
    const { origin } = await serve({ tls: await use('first') });
    await expect(fetch(`${origin.replace('https', 'http')}/health`)).rejects.toThrow();
  });
});
