import { type ExecFileException, execFile } from 'node:child_process';
import type { DataSource, PasswordCommand, PlatformIdentity } from '../../../config/config.ts';
import type { FetchedPassword, FetchPassword } from './password-source.ts';

/** Milliseconds that a command may run. */
const COMMAND_MS = 30_000;

const MAX_PASSWORD_BYTES = 64 * 1024;

const MAX_REASON = 300;

/** Runs a program, without a shell, that prints the password. */
export const fetchByCommand =
  ({ command: [program = '', ...parameters], folder, lifetime }: PasswordCommand): FetchPassword =>
  () =>
    new Promise((resolve, reject) => {
      const startedAt = Date.now();
      const options = { cwd: folder, timeout: COMMAND_MS, maxBuffer: MAX_PASSWORD_BYTES, windowsHide: true } as const;
      execFile(program, parameters, options, (error, stdout, stderr) => {
        const password = stdout.replace(/\r?\n$/, '');
        // The message of the error contains all parameters.
        if (error !== null) reject(new Error(`"${program}" failed: ${reasonOf(error, stderr)}`));
        else if (password === '') reject(new Error(`"${program}" printed no password`));
        else resolve({ password, expiresAt: startedAt + lifetime });
      });
    });

function reasonOf({ code, killed, signal }: ExecFileException, stderr: string): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it printed more than ${MAX_PASSWORD_BYTES} bytes`;
  if (killed === true) return `it did not end within ${COMMAND_MS} ms`;
  if (typeof code === 'string') return `it cannot be started (${code})`;
  const end = signal ? `it was ended by ${signal}` : `exit code ${code}`;
  const output = stderr.trim().slice(0, MAX_REASON);
  return output === '' ? end : `${end}: ${output}`;
}

/** Minimum milliseconds that a token of RDS is valid. */
const RDS_TOKEN_MS = 15 * 60_000;

/** Signs tokens for RDS and Aurora. Signing needs no request, except for the credentials. */
export function fetchFromRds(
  { region }: PlatformIdentity,
  { url, defaultPort }: { readonly url: string; readonly defaultPort: number },
): FetchPassword {
  const { hostname, port, username } = new URL(url);
  const signer = load('@aws-sdk/rds-signer', async () => {
    const { Signer } = await import('@aws-sdk/rds-signer');
    return new Signer({
      hostname,
      port: Number(port) || defaultPort,
      username: decodeURIComponent(username),
      ...(region !== undefined && { region }),
    });
  });
  return async () => {
    const signedAt = Date.now();
    return { password: await (await signer()).getAuthToken(), expiresAt: signedAt + RDS_TOKEN_MS };
  };
}

/** https://learn.microsoft.com/azure/postgresql/security/security-connect-with-managed-identity */
const AZURE_SCOPE = 'https://ossrdbms-aad.database.windows.net/.default';

/** Requests tokens of Microsoft Entra ID for Azure Database for PostgreSQL and MySQL. */
export function fetchFromAzure({ clientId, scope = AZURE_SCOPE }: PlatformIdentity): FetchPassword {
  const credential = load('@azure/identity', async () => {
    const { DefaultAzureCredential } = await import('@azure/identity');
    return clientId === undefined
      ? new DefaultAzureCredential()
      : new DefaultAzureCredential({ managedIdentityClientId: clientId, workloadIdentityClientId: clientId });
  });
  return async (): Promise<FetchedPassword> => {
    const { token, expiresOnTimestamp } = await (await credential()).getToken(scope);
    return { password: token, expiresAt: expiresOnTimestamp };
  };
}

/** Loads an optional package once. @throws Error that names the command to install it */
function load<T>(name: string, create: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= create().catch((error: unknown) => {
      loading = undefined;
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
      throw isMissing
        ? new Error(`The package "${name}" is missing. Run: npm install ${name}`, { cause: error })
        : error;
    });
    return loading;
  };
}

/** Returns undefined for a password in the connection string. */
export function fetchPasswordOf(
  { passwordCommand, identity }: Pick<DataSource, 'passwordCommand' | 'identity'>,
  address: Parameters<typeof fetchFromRds>[1],
): FetchPassword | undefined {
  if (passwordCommand !== undefined) return fetchByCommand(passwordCommand);
  if (identity === undefined) return undefined;
  return identity.provider === 'azure' ? fetchFromAzure(identity) : fetchFromRds(identity, address);
}
