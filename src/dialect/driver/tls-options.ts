import { readFileSync } from 'node:fs';
import type { Tls } from '../../config/config.ts';

export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly checkServerIdentity?: () => undefined;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  readonly passphrase?: string;
}

/** Returns undefined if TLS is disabled. @throws Error if a file cannot be read */
export function tlsOptions({ mode, ca, cert, key, passphrase }: Tls): TlsOptions | undefined {
  if (mode === 'disable') return undefined;
  return {
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
}
