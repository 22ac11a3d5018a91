import { hash } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../base/errors.ts';
import type { Identity } from '../../base/identity.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import type { Quota, RateLimit } from '../../config/rate-limit.ts';
import { type ConnectStore, type Count, CounterStore, type Counters, connectRedis } from './counters.ts';

/** Windows of `requests` in one window of `burst`. */
const BURST_WINDOWS = 10;

const MICROSECONDS_PER_MS = 1000;

interface Policy extends Quota {
  /** `RateLimit-Policy`, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
  readonly header: string;
}

interface Verdict {
  /** `RateLimit` */
  readonly header: string;
  readonly refusal?: ApiError;
}

/** Limits the requests and the database time of each caller. */
export class RateLimiter {
  readonly #settings: RateLimit;
  readonly #policy: Policy;
  readonly #policies: ReadonlyMap<string, Policy>;
  readonly #store: CounterStore;
  readonly #requests: Counters;
  readonly #bursts: Counters;
  readonly #time: Counters;
  readonly #callerOf: (address: string | undefined, identity: Identity | undefined) => string;

  /** @param connect connects to a store that all processes of this service share; unused if Redis is configured */
  constructor(settings: RateLimit, observers: Observers, connect?: ConnectStore) {
    const { quota, roles, window, redis } = settings;
    this.#settings = settings;
    this.#policy = this.#describe(quota);
    this.#policies = new Map([...roles].map(([role, own]) => [role, this.#describe(own)]));
    const fromSettings = redis === undefined ? undefined : connectRedis(redis);
    this.#store = new CounterStore(settings, observers, fromSettings ?? connect);
    const max = (quotaOf: (quota: Quota) => number): number => Math.max(...[quota, ...roles.values()].map(quotaOf));
    this.#requests = this.#store.open({
      limit: 'requests',
      window,
      max: max(({ requests = Number.POSITIVE_INFINITY }) => requests),
    });
    this.#bursts = this.#store.open({
      limit: 'burst',
      window: window * BURST_WINDOWS,
      max: max(({ burst }) => burst),
    });
    this.#time = this.#store.open({
      limit: 'database-time',
      window,
      max: max(({ databaseTimeMs = Number.POSITIVE_INFINITY }) => databaseTimeMs * MICROSECONDS_PER_MS),
    });
    this.#callerOf = createCallerOf(settings);
    if (settings.limitsDatabaseTime) {
      observers.add({
        statement: ({ request: { limitedAs }, duration }) => {
          if (limitedAs !== undefined) this.#time.add(limitedAs, Math.round(duration * MICROSECONDS_PER_MS));
        },
      });
    }
  }

  get size(): number {
    return this.#store.size;
  }

  /** @throws Error if the package of the client is missing */
  start(): Promise<void> {
    return this.#store.start();
  }

  close(): void {
    this.#store.close();
  }

  /**
   * Counts a request, and adds the headers of its limit. Passes ApiError RateLimited to `done` if the caller has
   * exceeded a limit. If the request has no identity, its address is the caller.
   */
  readonly admit = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: ApiError) => void): void => {
    const { policy, verdict } = this.#count(request);
    const end = ({ header, refusal }: Verdict): void => {
      if (policy.header !== '') reply.header('ratelimit-policy', policy.header).header('ratelimit', header);
      done(refusal);
    };
    if (verdict instanceof Promise) verdict.then(end);
    else end(verdict);
  };

  /** Counts an operation of a WebSocket. Returns the error if the caller has exceeded a limit. */
  readonly admitOperation = (received: ReceivedRequest): ApiError | undefined | Promise<ApiError | undefined> =>
    whenDone(this.#count(received).verdict, ({ refusal }) => refusal);

  #count(received: ReceivedRequest): { readonly policy: Policy; readonly verdict: Verdict | Promise<Verdict> } {
    const { identity, clientAddress } = received;
    const policy = (identity && this.#policies.get(identity.role)) ?? this.#policy;
    const caller = this.#callerOf(clientAddress, identity);
    if (policy.databaseTimeMs !== undefined) received.limitedAs = caller;
    return { policy, verdict: this.#check(caller, policy) };
  }

  #check(caller: string, policy: Policy): Verdict | Promise<Verdict> {
    const requests = this.#checkRequests(caller, policy);
    if (policy.databaseTimeMs === undefined) return requests;
    const max = policy.databaseTimeMs;
    // For a new caller, this starts the window.
    const time = this.#time.add(caller, 0);
    const judge = (verdict: Verdict, { used, resetAfterMs }: Count): Verdict =>
      verdict.refusal !== undefined || used < max * MICROSECONDS_PER_MS
        ? verdict
        : { ...verdict, refusal: timeExceeded(max, resetAfterMs, this.#settings) };
    if (requests instanceof Promise || time instanceof Promise) {
      return Promise.all([requests, time]).then(([verdict, count]) => judge(verdict, count));
    }
    return judge(requests, time);
  }

  #checkRequests(caller: string, { requests: max, burst }: Policy): Verdict | Promise<Verdict> {
    if (max === undefined) return { header: '' };
    return whenDone(this.#requests.add(caller, 1), (count) => {
      const header = formatLimit('requests', max, count);
      if (count.used <= max) return { header };
      const refusal = (): ApiError => requestsExceeded(max, count.resetAfterMs, this.#settings);
      if (burst === 0) return { header, refusal: refusal() };
      return whenDone(this.#bursts.add(caller, 1), (further) => ({
        header: `${header}, ${formatLimit('burst', burst, further)}`,
        ...(further.used > burst && { refusal: refusal() }),
      }));
    });
  }

  #describe(quota: Quota): Policy {
    const { requests, burst } = quota;
    const { window } = this.#settings;
    const policies = [
      ...(requests === undefined ? [] : [`"requests";q=${requests};w=${window}`]),
      ...(requests === undefined || burst === 0 ? [] : [`"burst";q=${burst};w=${window * BURST_WINDOWS}`]),
    ];
    return { ...quota, header: policies.join(', ') };
  }
}

/** Like `Promise.then`, but without a promise for a counter in memory, because it would cost more than the counter. */
const whenDone = <T, R>(value: T | Promise<T>, then: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(then) : then(value);

const toSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const formatLimit = (name: string, quota: number, { used, resetAfterMs }: Count): string =>
  `"${name}";r=${Math.max(0, quota - used)};t=${toSeconds(resetAfterMs)}`;

const requestsExceeded = (max: number, resetAfterMs: number, { window }: Pick<RateLimit, 'window'>): ApiError => {
  const retryAfter = toSeconds(resetAfterMs);
  return new ApiError(
    'RateLimited',
    `Too many requests. A caller may send ${max} per ${window} seconds. Try again in ${retryAfter} seconds.`,
    { details: { limit: 'requests', max, windowSeconds: window, retryAfter } },
  );
};

const timeExceeded = (max: number, resetAfterMs: number, { window }: Pick<RateLimit, 'window'>): ApiError => {
  const retryAfter = toSeconds(resetAfterMs);
  return new ApiError(
    'RateLimited',
    `Too much database time. The statements of a caller may run for ${max} ms per ${window} seconds. Try again in ${retryAfter} seconds, and request less data.`,
    { details: { limit: 'database-time-ms', max, windowSeconds: window, retryAfter } },
  );
};

/** Maximum number of cached IPv6 prefixes. Parsing an address takes a microsecond. */
const MAX_PREFIXES = 10_000;

/** Characters of a hash, which hides a claim from the store, and bounds the length of a key. */
const HASH_LENGTH = 22;

/**
 * Returns a function that returns the key of a caller's counter. `networkOf` depends on the prefixes `6:` and `c:`.
 */
function createCallerOf({
  claim,
  ipv6Prefix,
}: RateLimit): (address: string | undefined, identity: Identity | undefined) => string {
  const prefixes = new LRUCache<string, string>({ max: MAX_PREFIXES });
  const prefixOf = (address: string): string => {
    const prefix = prefixes.get(address) ?? `6:${readPrefix(address, ipv6Prefix)}`;
    prefixes.set(address, prefix);
    return prefix;
  };
  return (address = 'unknown', identity) => {
    const claims = identity?.claims ?? {};
    if (claim !== undefined && Object.hasOwn(claims, claim) && claims[claim] !== null) {
      const text = JSON.stringify([claims.iss, claims[claim]]);
      return `c:${hash('sha256', text, 'base64url').slice(0, HASH_LENGTH)}`;
    }
    return isIPv4(address) || !address.includes(':') ? address : prefixOf(address);
  };
}

/**
 * Returns the leading bits of an IPv6 address, as hexadecimal digits. Surplus bits of the last digit are 0. Removes a
 * zone, such as `%eth0.100`, because the parser rejects some zones.
 */
function readPrefix(address: string, bits: number): string {
  const bytes = ipaddr.parse(address.replace(/%.*/, '')).toByteArray();
  for (const [index, byte] of bytes.entries()) {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    bytes[index] = byte & (0xff00 >> kept);
  }
  return Buffer.from(bytes)
    .toString('hex')
    .slice(0, Math.ceil(bits / 4));
}
