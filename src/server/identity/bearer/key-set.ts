import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompactJWSHeaderParameters,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
} from 'jose';
import { ApiError } from '../../../base/errors.ts';
import type { Observers } from '../../../base/observers.ts';
import type { IssuerKeys, TokenIssuer } from '../../../config/config.ts';

const REFRESH_MS = 600_000;
const RETRY_MS = 2_000;

/** Minimum milliseconds between fetches, even if many tokens name unknown keys. */
const INTERVAL_MS = 1_000;

export interface KeySource {
  readonly issuer: string;
  /** @throws Error if the keys cannot be fetched */
  readonly load: () => Promise<JSONWebKeySet>;
  readonly onChange: () => void;
  readonly observe: Observers['observe'];
}

type Find = ReturnType<typeof createLocalJWKSet>;
type Key = Awaited<ReturnType<Find>>;

/**
 * Public keys of an issuer. They are fetched periodically, and when a token names an unknown key. A withdrawn key
 * remains valid until the next fetch. jose's own key set drops known keys while the provider is down, and may reject a
 * new key for 30 seconds.
 */
export class KeySet {
  readonly #source: KeySource;
  #find: Find | undefined;
  #text = '';
  #fetching: Promise<void> | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(source: KeySource) {
    this.#source = source;
  }

  /** Fetches the keys periodically until `close`. */
  start(): void {
    this.#fetch().catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /**
   * Passed to `jwtVerify` of jose.
   * @throws ApiError Unavailable while no keys can be fetched; an error of jose if no key or several keys match
   */
  async find(header: CompactJWSHeaderParameters, token: FlattenedJWSInput): Promise<Key> {
    const current = this.#find;
    if (current === undefined) return (await this.#first())(header, token);
    try {
      return await current(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await this.#next())(header, token);
    }
  }

  /** Waits for the first keys. If the last fetch has failed, fails immediately. */
  async #first(): Promise<Find> {
    if (!this.#failed) await this.#fetch().catch(() => undefined);
    return this.#find ?? this.#reject();
  }

  /** Waits for the next fetch. All callers within the minimum interval share it. */
  async #next(): Promise<Find> {
    await this.#fetch().catch(() => this.#reject());
    return this.#find ?? this.#reject();
  }

  #reject(): never {
    throw new ApiError('Unavailable', 'The keys for token verification are unavailable. Try again later.');
  }

  #fetch(): Promise<void> {
    this.#fetching ??= this.#load().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #load(): Promise<void> {
    const { issuer, load, observe } = this.#source;
    clearTimeout(this.#timer);
    const delay = this.#fetchedAt + INTERVAL_MS - performance.now();
    if (delay > 0) await sleep(delay, undefined, { ref: false });
    try {
      this.#replaceKeys(await load());
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) observe({ kind: 'keyFetchFailed', issuer, error });
      this.#failed = true;
      throw error;
    } finally {
      this.#fetchedAt = performance.now();
      if (!this.#closed) {
        this.#timer = setTimeout(() => this.start(), this.#failed ? RETRY_MS : REFRESH_MS).unref();
      }
    }
  }

  #replaceKeys(keys: JSONWebKeySet): void {
    const text = JSON.stringify(keys);
    if (text === this.#text) return;
    const find = createLocalJWKSet(keys);
    // An empty set is an error of the provider. The known keys stay in use.
    if (keys.keys.length === 0) throw new Error('The key set is empty.');
    this.#find = find;
    this.#text = text;
    this.#source.onChange();
  }
}

/** @throws Error if the keys are unavailable */
export async function loadKeys(issuer: string, keys: Exclude<IssuerKeys, { kind: 'secret' }>): Promise<JSONWebKeySet> {
  switch (keys.kind) {
    case 'file':
      return JSON.parse(await readFile(keys.path, 'utf8'));
    case 'url':
      return (await fetchJson(keys.url)) as JSONWebKeySet;
    case 'discovery':
      return (await fetchJson(await discoverKeys(issuer))) as JSONWebKeySet;
  }
}

const discoveryUrl = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Returns the origins that sign-in pages call. */
export async function discoverOrigins(issuer: string): Promise<readonly string[]> {
  const { token_endpoint: endpoint } = (await fetchJson(discoveryUrl(issuer))) as Record<string, unknown>;
  const origins = [issuer, endpoint].map((url) => (typeof url === 'string' ? URL.parse(url)?.origin : undefined));
  return [...new Set(origins)].filter((origin) => origin !== undefined && origin !== 'null') as string[];
}

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discoverKeys(issuer: TokenIssuer['issuer']): Promise<string> {
  const url = discoveryUrl(issuer);
  const { issuer: discoveredIssuer, jwks_uri: keys } = (await fetchJson(url)) as Record<string, unknown>;
  // Prevents a provider from supplying keys for another issuer.
  if (discoveredIssuer !== issuer)
    throw new Error(`${url} reports the issuer "${discoveredIssuer}". Use this exact issuer in the configuration.`);
  const isSafe = typeof keys === 'string' && (/^https:/i.test(keys) || /^http:/i.test(issuer));
  if (!isSafe) throw new Error(`${url} has no HTTPS URL in "jwks_uri".`);
  return keys;
}

/** Limits in milliseconds and bytes. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** Fetches JSON without following redirects. */
async function fetchJson(url: string): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(url));
  } catch (cause) {
    throw new Error(`${url} is unavailable`, { cause });
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the response has status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the response exceeds ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
