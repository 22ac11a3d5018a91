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
