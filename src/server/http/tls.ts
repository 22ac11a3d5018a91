import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { SecureContextOptions } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Observers } from '../../base/observers.ts';
import type { ServerTls } from '../../config/config.ts';

/** Files are polled, because a replaced symbolic link causes no event. */
const WATCH_INTERVAL_MS = 2_000;

/** Suites with forward secrecy and authenticated encryption. https://www.rfc-editor.org/rfc/rfc9325#section-4 */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** One year. https://www.rfc-editor.org/rfc/rfc6797 */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' } as const;

/** @throws Error if a file cannot be read */
export function readTls({ cert, key, passphrase }: ServerTls): SecureContextOptions {
  return {
    cert: readFileSync(cert),
    key: readFileSync(key),
    ...(passphrase !== undefined && { passphrase }),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
  };
}

interface SecureServer {
  setSecureContext(options: SecureContextOptions): void;
}

/** Reloads changed files for new connections. Ignores invalid files. */
export function watchTlsFiles(server: FastifyInstance, tls: ServerTls, { observe }: Observers): void {
  const { cert } = tls;
  const renew = (): void => {
    try {
      (server.server as unknown as SecureServer).setSecureContext(readTls(tls));
      observe({ kind: 'certificateChanged', cert });
    } catch (error) {
      observe({ kind: 'certificateChanged', cert, error });
    }
  };
  const files = [cert, tls.key];
  for (const file of files) watchFile(file, { interval: WATCH_INTERVAL_MS, persistent: false }, renew);
  server.addHook('onClose', async () => {
    for (const file of files) unwatchFile(file, renew);
  });
}
