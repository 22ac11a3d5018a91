import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { createLocalJWKSet } from 'jose';
import type { Problem } from '../../base/problem.ts';
import { isUrl } from '../build/build-authentication.ts';
import type { ConfigFile, Draft } from '../config-file.ts';
import { errorAt } from '../document/problem-at.ts';
import { issuersOf } from './issuers-of.ts';

const HOST = ['runtime', 'host'];

/**
 * Files with a certificate or keys can be used. That a file is missing is told elsewhere.
 * @param folder of the configuration
 */
export function checkKeyFiles({ runtime }: Draft<ConfigFile>, folder: string): Problem[] {
  const { tls, authentication } = runtime?.host ?? {};
  const place = (name: string): string => resolve(folder, name);
  return [
    ...checkCertificate(tls?.cert && place(tls.cert), tls?.key && place(tls.key), tls?.passphrase),
    ...issuersOf(authentication).flatMap(({ path, written: { jwks } }) =>
      jwks === undefined || isUrl(jwks) || !existsSync(place(jwks)) || isKeySet(place(jwks))
        ? []
        : [errorAt([...path, 'jwks'], 'The file is no JSON Web Key Set.', { expected: '{ "keys": [ … ] }' })],
    ),
  ];
}

function checkCertificate(cert: string | undefined, key: string | undefined, passphrase?: string): Problem[] {
  if (cert === undefined || key === undefined || !existsSync(cert) || !existsSync(key)) return [];
  try {
    createSecureContext({
      cert: readFileSync(cert),
      key: readFileSync(key),
      ...(passphrase !== undefined && { passphrase }),
    });
    return [];
  } catch (error) {
    // OpenSSL puts the reason last: "error:05800074:x509 certificate routines::key values mismatch".
    const reason = (error as Error).message.split('::').at(-1);
    const message = `The certificate and its key cannot be used: ${reason}.`;
    return [errorAt([...HOST, 'tls'], message, { expected: 'PEM files that belong together, and their passphrase' })];
  }
}

function isKeySet(file: string): boolean {
  try {
    createLocalJWKSet(JSON.parse(readFileSync(file, 'utf8')));
    return true;
  } catch {
    return false;
  }
}
