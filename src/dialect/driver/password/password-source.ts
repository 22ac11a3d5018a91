import { type ExecFileException, execFile } from 'node:child_process';
import type { DataSource, PasswordCommand, PlatformIdentity } from '../../../config/config.ts';
import { apiErrorFor } from '../database-error.ts';

/** A password or token of the login. */
export interface FetchedPassword {
  readonly password: string;
  /** By `Date.now()`. */
  readonly expiresAt: number;
}

/** @throws Error with a reason for the log, which contains no part of a password */
export type FetchPassword = () => Promise<FetchedPassword>;

/** Fraction of the lifetime after which the next session fetches a new password. */
const RENEWAL = 0.8;

/** Minimum milliseconds between two fetches, because each new session may request one. */
const MIN_INTERVAL_MS = 1000;

interface CurrentPassword extends FetchedPassword {
  readonly renewAt: number;
}

/**
 * The current password of the login, for new sessions. Open sessions never need it. Concurrent callers share a fetch. A
 * password that expires soon stays in use while the next one is fetched.
 */
export class PasswordSource {
  readonly #fetch: FetchPassword;
  readonly #report: (reason: string) => void;
  #current: CurrentPassword | undefined;
  #fetching: Promise<CurrentPassword> | undefined;
  #generation = 0;
  #lastFetchAt = 0;
  #lastError: unknown;

  /** @param report logs why a fetch failed */
  constructor(fetch: FetchPassword, report: (reason: string) => void) {
    this.#fetch = fetch;
    this.#report = report;
  }

  /** Number of fetched passwords. */
  get generation(): number {
    return this.#generation;
  }

  /** @throws ApiError Unavailable if no valid password can be fetched */
  async get(): Promise<string> {
    const now = Date.now();
    const current = this.#current;
    if (current === undefined || now >= current.expiresAt) {
      if (this.#lastError !== undefined && !this.#mayFetch) throw this.#lastError;
      return (await this.#fetchOnce()).password;
    }
    // `#fetchNext` reports an error. The next session tries again.
    if (now >= current.renewAt && this.#mayFetch) this.#fetchOnce().catch(() => undefined);
    return current.password;
  }

  /**
   * Drops the password because the database has rejected it.
   * @param generation of the rejected password
   * @returns true if another attempt will use another password
   */
  reject(generation: number): boolean {
    // The password was already replaced or dropped, after another session failed.
    if (generation !== this.#generation || this.#current === undefined) return true;
    if (!this.#mayFetch) return false;
    this.#current = undefined;
    return true;
  }

  get #mayFetch(): boolean {
    return Date.now() - this.#lastFetchAt >= MIN_INTERVAL_MS;
  }

  #fetchOnce(): Promise<CurrentPassword> {
    this.#fetching ??= this.#fetchNext().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchNext(): Promise<CurrentPassword> {
    this.#lastFetchAt = Date.now();
    this.#lastError = undefined;
    try {
      const { password, expiresAt } = await this.#fetch();
      const now = Date.now();
      this.#current = { password, expiresAt, renewAt: now + RENEWAL * (expiresAt - now) };
      this.#generation += 1;
      return this.#current;
    } catch (error) {
      this.#report(error instanceof Error ? error.message : String(error));
      this.#lastError = apiErrorFor('passwordUnavailable', { cause: error });
      throw this.#lastError;
    }
  }
}

/**
 * Opens a session. If the database rejects the password, which may have changed, opens it once more with a new one.
 * @param passwords undefined for a fixed password
 * @throws the error of the last attempt
 */
export async function openWithPassword<T>(
  passwords: PasswordSource | undefined,
  isLoginRefused: (error: unknown) => boolean,
  open: () => Promise<T>,
): Promise<T> {
  if (passwords === undefined) return open();
  const { generation } = passwords;
  try {
    return await open();
  } catch (error) {
    // Before the first fetch, the generation is 0, but the attempt uses password 1.
    const used = Math.max(generation, 1);
    if (!isLoginRefused(error) || !passwords.reject(used)) throw error;
    return open();
  }
}

/** Milliseconds that a command may run. */
const COMMAND_MS = 30_000;

const MAX_PASSWORD_BYTES = 64 * 1024;

const MAX_REASON = 300;

/** Runs a program, without a shell, that prints the password. */
export const fetchByCommand =
  ({ command: [program = '', ...parameters], folder, lifetimeMs }: PasswordCommand): FetchPassword =>
  () =>
    new Promise((resolve, reject) => {
      const startedAt = Date.now();
      const options = { cwd: folder, timeout: COMMAND_MS, maxBuffer: MAX_PASSWORD_BYTES, windowsHide: true } as const;
      execFile(program, parameters, options, (error, stdout, stderr) => {
        const password = stdout.replace(/\r?\n$/, '');
        // Do not report `error.message`, which contains all parameters.
        if (error !== null) reject(new Error(`"${program}" failed: ${reasonOf(error, stderr)}`));
        else if (password === '') reject(new Error(`"${program}" printed no password`));
        else resolve({ password, expiresAt: startedAt + lifetimeMs });
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

/** Milliseconds that a token of RDS is valid. */
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

/** Returns undefined if the connection string contains the password. */
export function fetchPasswordOf(
  { passwordCommand, identity }: Pick<DataSource, 'passwordCommand' | 'identity'>,
  address: Parameters<typeof fetchFromRds>[1],
): FetchPassword | undefined {
  if (passwordCommand !== undefined) return fetchByCommand(passwordCommand);
  if (identity === undefined) return undefined;
  return identity.provider === 'azure' ? fetchFromAzure(identity) : fetchFromRds(identity, address);
}
