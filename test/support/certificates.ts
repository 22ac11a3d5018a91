import { execFile } from 'node:child_process';
import { chmod, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '../../src/embedded/account.ts';

const openssl = (...parameters: readonly string[]): Promise<unknown> => promisify(execFile)('openssl', parameters);

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Authority {
  /** Path of its certificate. */
  readonly ca: string;
  /**
   * Issues a certificate for 127.0.0.1.
   * @param name common name, which a database may require of a client
   */
  issue(name: string, options?: { readonly passphrase?: string; readonly owner?: Account }): Promise<CertificateFiles>;
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Creates a certificate authority, whose files are in the folder. */
export async function createAuthority(folder: string, name = 'authority'): Promise<Authority> {
  const [ca, caKey] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  await openssl('req', '-x509', ...CURVE, '-nodes', '-days', '2', '-subj', `/CN=${name}`, '-keyout', caKey, '-out', ca);
  return {
    ca,
    issue: async (subject, { passphrase, owner = {} } = {}) => {
      const base = join(folder, `${name}-${subject}`);
      const [cert, key, request, extensions] = ['pem', 'key', 'csr', 'ext'].map((type) => `${base}.${type}`) as [
        string,
        string,
        string,
        string,
      ];
      const protection = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
      await openssl('req', ...CURVE, ...protection, '-subj', `/CN=${subject}`, '-keyout', key, '-out', request);
      await writeFile(extensions, 'subjectAltName=IP:127.0.0.1\n');
      const issuer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2'];
      await openssl('x509', '-req', '-in', request, ...issuer, '-extfile', extensions, '-out', cert);
      await chmod(key, 0o600);
      const { uid, gid } = owner;
      if (uid !== undefined && gid !== undefined) for (const file of [cert, key]) await chown(file, uid, gid);
      return { cert, key };
    },
  };
}
