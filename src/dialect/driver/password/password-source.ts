import { apiErrorFor } from '../database-error.ts';

/** A password or token of the login. */
export interface FetchedPassword {
  readonly password: string;
  /** By `Date.now()`. */
  readonly expiresAt: number;
}

/** @throws Error with a reason for the log, which contains no part of a password */
export type FetchPassword = () => Promise<FetchedPassword>;

/** Part of the lifetime after which the next session fetches a new password. */
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

  /** @throws ApiError Unavailable if there is no password that is still valid */
  async get(): Promise<string> {
    const now = Date.now();
    const current = this.#current;
    if (current === undefined || now >= current.expiresAt) {
      if (this.#lastError !== undefined && !this.#mayFetch) throw this.#lastError;
      return (await this.#fetchOnce()).password;
    }
    // The error is reported. The next session tries again.
    if (now >= current.renewAt && this.#mayFetch) this.#fetchOnce().catch(() => undefined);
    return current.password;
  }

  /**
   * Drops the password because the database has rejected it.
   * @param generation when the session was opened
   * @returns true if another attempt will use another password
   */
  reject(generation: number): boolean {
    // Another session has dropped the password.
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
    // The first session fetches the first password.
    const used = Math.max(generation, 1);
    if (!isLoginRefused(error) || !passwords.reject(used)) throw error;
    return open();
  }
}
