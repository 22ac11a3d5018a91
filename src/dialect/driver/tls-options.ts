import { readFileSync } from 'node:fs';
import type { Tls } from '../../config/config.ts';

/** What both client libraries hand on to Node's `tls.connect`. */
export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly checkServerIdentity?: () => undefined;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
}

/**
 * Node's options for a session that is protected as the configuration says; undefined where it is not to be.
 * @throws Error when a file cannot be read
 */
export function tlsOptions({ mode, ca, cert, key }: Tls): TlsOptions | undefined {
  if (mode === 'disable') return undefined;
  return {
    rejectUnauthorized: mode !== 'require',
    ...(mode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
    ...(cert === undefined ? {} : { cert: readFileSync(cert) }),
    ...(key === undefined ? {} : { key: readFileSync(key) }),
  };
}
