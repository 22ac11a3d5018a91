import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompactJWSHeaderParameters,
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
} from 'jose';
import { Refusal } from '../../../base/errors.ts';
import type { Observers } from '../../../base/observers.ts';
import type { IssuerKeys, TokenIssuer } from '../../../config/config.ts';

/** Milliseconds after which keys are looked up again while all is well, and after which a failed look-up is repeated. */
const REFRESH_MS = 600_000;
const RETRY_MS = 2_000;

/** Milliseconds between two look-ups, however many tokens name a key that is not known. */
const INTERVAL_MS = 1_000;

export interface KeySource {
  readonly issuer: string;
  /** @throws Error when the keys cannot be had */
  readonly load: () => Promise<JSONWebKeySet>;
  /** Is called when the keys have changed. */
  readonly onChange: () => void;
  readonly observe: Observers['observe'];
}

type Find = ReturnType<typeof createLocalJWKSet>;
type Key = Awaited<ReturnType<Find>>;

/**
 * The public keys of one issuer. They are looked up in the background, and when a token names a key that is not known; known keys are
 * kept while the provider is away. A key that the provider withdraws counts until the next look-up. Not by jose's own remote set: that
 * one drops known keys while a provider is away, and refuses a rotated key for half a minute.
 */
export class KeySet {
  readonly #source: KeySource;
  #find: Find | undefined;
  #text = '';
  #lookup: Promise<void> | undefined;
  #lookedUpAt = Number.NEGATIVE_INFINITY;
  #failed = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(source: KeySource) {
    this.#source = source;
  }

  /** Looks the keys up from now on, until `close`. */
  start(): void {
    this.#lookUp().catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /**
   * The key that a token names, for `jwtVerify` of jose.
   * @throws Refusal Unavailable while the keys cannot be had; an error of jose when none or several fit
   */
  async find(header: CompactJWSHeaderParameters, token: FlattenedJWSInput): Promise<Key> {
    const known = this.#find;
    if (known === undefined) return (await this.#first())(header, token);
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await this.#next())(header, token);
    }
  }

  /** Before there are keys, callers wait for the first look-up. Once that has failed they wait no more. */
  async #first(): Promise<Find> {
    if (!this.#failed) await this.#lookUp().catch(() => undefined);
    return this.#find ?? this.#refuse();
  }

  /** The keys as the provider has them now. Callers that come too soon after the last look-up share the next one. */
  async #next(): Promise<Find> {
    await this.#lookUp().catch(() => this.#refuse());
    return this.#find ?? this.#refuse();
  }

  #refuse(): never {
    throw new Refusal(
      'Unavailable',
      'The keys that prove tokens cannot be had from their provider now: try again soon.',
    );
  }

  /** Looks the keys up; callers that come meanwhile share it. */
  #lookUp(): Promise<void> {
    this.#lookup ??= this.#load().finally(() => {
      this.#lookup = undefined;
    });
    return this.#lookup;
  }

  async #load(): Promise<void> {
    const { issuer, load, observe } = this.#source;
    clearTimeout(this.#timer);
    const early = this.#lookedUpAt + INTERVAL_MS - performance.now();
    if (early > 0) await sleep(early, undefined, { ref: false });
    try {
      this.#take(await load());
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) observe({ kind: 'keysMissing', issuer, error });
      this.#failed = true;
      throw error;
    } finally {
      this.#lookedUpAt = performance.now();
      if (!this.#closed) {
        this.#timer = setTimeout(() => this.start(), this.#failed ? RETRY_MS : REFRESH_MS).unref();
      }
    }
  }

  #take(keys: JSONWebKeySet): void {
    const text = JSON.stringify(keys);
    if (text === this.#text) return;
    const find = createLocalJWKSet(keys);
    // No provider that works has no keys: the known ones are kept.
    if (keys.keys.length === 0) throw new Error('The key set is empty.');
    this.#find = find;
    this.#text = text;
    this.#source.onChange();
  }
}

/** The public keys of an issuer, from where the configuration says. @throws Error when they cannot be had */
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

/** Returns the origins to which pages that sign people in send requests: the provider's own, and that of its token endpoint. */
export async function discoverOrigins(issuer: string): Promise<readonly string[]> {
  const { token_endpoint: endpoint } = (await fetchJson(discoveryUrl(issuer))) as Record<string, unknown>;
  const origins = [issuer, endpoint].map((url) => (typeof url === 'string' ? URL.parse(url)?.origin : undefined));
  return [...new Set(origins)].filter((origin) => origin !== undefined && origin !== 'null') as string[];
}

/** Where a provider's keys are. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discoverKeys(issuer: TokenIssuer['issuer']): Promise<string> {
  const url = discoveryUrl(issuer);
  const { issuer: named, jwks_uri: keys } = (await fetchJson(url)) as Record<string, unknown>;
  // A provider of another issuer must not vouch for this one.
  if (named !== issuer) throw new Error(`${url} says that its issuer is "${named}": write it so in the configuration.`);
  const isSafe = typeof keys === 'string' && (/^https:/i.test(keys) || /^http:/i.test(issuer));
  if (!isSafe) throw new Error(`${url} names no keys that come over HTTPS ("jwks_uri").`);
  return keys;
}

/** Milliseconds and bytes that an answer of a provider may take. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;

/** The JSON at a URL; redirects are not followed. @throws Error that names the URL, when the JSON cannot be had */
async function fetchJson(url: string): Promise<unknown> {
  try {
    return JSON.parse(await fetchText(url));
  } catch (cause) {
    throw new Error(`${url} cannot be had`, { cause });
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
    throw new Error(`it answers with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
