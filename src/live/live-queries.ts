import { randomUUID } from 'node:crypto';
import { createPatch } from 'rfc6902';
import type { AnswerRequest, Application, LiveMember, LiveResult, SuccessfulAnswer } from '../app/application.ts';
import { type ApiError, isTransient, throwApiError } from '../base/errors.ts';
import { rawJson } from '../base/json.ts';
import type { Observers } from '../base/observers.ts';
import type { ChangeSignals, EntityChange } from './signals/change-signals.ts';

/** Milliseconds until the next read while the database is unavailable. */
const RETRY_MS = 1000;

export type LiveEvent =
  | ({ readonly kind: 'data' } & Pick<SuccessfulAnswer, 'data' | 'metadata'>)
  /** JSON Patch from the last result: https://www.rfc-editor.org/rfc/rfc6902 */
  | { readonly kind: 'patch'; readonly patch: string }
  /** The last event. */
  | { readonly kind: 'failed'; readonly apiError: ApiError };

export interface Subscribe {
  readonly request: AnswerRequest;
  /** Counts toward `max-per-caller`. */
  readonly caller: string;
  /** True if results after the first are patches. */
  readonly isPatched: boolean;
}

interface Cohort {
  readonly key: string;
  readonly entities: readonly string[];
  readonly hasUntrackedDependencies: boolean;
  readonly members: Set<Subscription>;
  /** Members without a result. */
  readonly unread: Set<Subscription>;
  /** True if a result may have changed since the last read started. */
  isStale: boolean;
  isReading: boolean;
  /** True if the last read failed because the database is unavailable. */
  isAway: boolean;
  /** Start of the last read of all members, by `performance.now()`. */
  readAt: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Runs live queries. Members of a cohort are read together, at most once per interval: after a signal that a table may
 * have changed, or at the fallback interval. Without subscriptions, nothing runs.
 */
export class LiveQueries {
  readonly #application: Application;
  readonly #signals: ChangeSignals;
  readonly #cohorts = new Map<string, Cohort>();
  readonly #callers = new Map<string, number>();
  readonly #closing = new AbortController();
  #size = 0;

  constructor(application: Application, signals: ChangeSignals) {
    this.#application = application;
    this.#signals = signals;
    signals.listen((change) => this.#markStale(change));
  }

  /** Number of live queries. */
  get size(): number {
    return this.#size;
  }

  /**
   * Starts a live query. The first event has the whole result. Further events follow when the result differs.
   * @throws ApiError as a query does; RateLimited and Unavailable for too many live queries
   */
  subscribe({ request, caller, isPatched }: Subscribe): AsyncGenerator<LiveEvent, undefined> {
    this.#checkLimits(caller);
    const member = this.#application.live.prepare(request);
    if (request.received !== undefined) request.received.entities = member.entities;
    const cohort = this.#cohortOf(member);
    const subscription = new Subscription(member, {
      isPatched,
      observe: this.#application.observers.observe,
      onEnd: () => this.#remove(subscription, cohort, caller),
    });
    this.#size += 1;
    this.#callers.set(caller, (this.#callers.get(caller) ?? 0) + 1);
    cohort.members.add(subscription);
    cohort.unread.add(subscription);
    this.#observeNumbers();
    this.#schedule(cohort);
    return subscription;
  }

  /** Ends all live queries. Changes are still reported to other processes. */
  close(): void {
    this.#closing.abort();
    const cohorts = [...this.#cohorts.values()];
    for (const { members } of cohorts) for (const member of members) member.end();
  }

  #checkLimits(caller: string): void {
    const { maxPerCaller, maxTotal } = this.#application.config.runtime.live;
    if ((this.#callers.get(caller) ?? 0) >= maxPerCaller) {
      throwApiError('RateLimited', `You have ${maxPerCaller} live queries, which is the maximum. End some of them.`, {
        limit: 'live.max-per-caller',
        max: maxPerCaller,
      });
    }
    if (this.#size >= maxTotal) {
      throwApiError('Unavailable', 'The service has the maximum number of live queries. Try again later.', {
        limit: 'live.max-total',
        max: maxTotal,
      });
    }
  }

  #cohortOf({ cohort: key, entities, hasUntrackedDependencies }: LiveMember): Cohort {
    const known = this.#cohorts.get(key);
    if (known !== undefined) return known;
    const cohort: Cohort = {
      key,
      entities,
      hasUntrackedDependencies,
      members: new Set(),
      unread: new Set(),
      isStale: false,
      isReading: false,
      isAway: false,
      readAt: Number.NEGATIVE_INFINITY,
      timer: undefined,
    };
    this.#cohorts.set(key, cohort);
    this.#watch();
    return cohort;
  }

  #observeNumbers(): void {
    const { observers } = this.#application;
    observers.observe({ kind: 'liveQueries', queries: this.#size, cohorts: this.#cohorts.size });
  }

  #remove(subscription: Subscription, cohort: Cohort, caller: string): void {
    this.#size -= 1;
    const count = (this.#callers.get(caller) ?? 0) - 1;
    if (count > 0) this.#callers.set(caller, count);
    else this.#callers.delete(caller);
    cohort.members.delete(subscription);
    cohort.unread.delete(subscription);
    if (cohort.members.size === 0) {
      clearTimeout(cohort.timer);
      this.#cohorts.delete(cohort.key);
      this.#watch();
    }
    this.#observeNumbers();
  }

  #watch(): void {
    this.#signals.watch(new Set([...this.#cohorts.values()].flatMap(({ entities }) => entities)));
  }

  #markStale({ entities }: EntityChange): void {
    for (const cohort of this.#cohorts.values()) {
      if (entities !== undefined && !cohort.entities.some((name) => entities.has(name))) continue;
      cohort.isStale = true;
      this.#schedule(cohort);
    }
  }

  /** Sets the timer of the next read. */
  #schedule(cohort: Cohort): void {
    if (cohort.isReading || this.#cohorts.get(cohort.key) !== cohort) return;
    const { interval, fallback } = this.#application.config.runtime.live;
    const isUrgent = cohort.isStale || cohort.unread.size > 0;
    const idle = cohort.hasUntrackedDependencies
      ? Math.min(fallback, this.#fallbackOf(cohort))
      : this.#fallbackOf(cohort);
    const wait = cohort.isAway ? Math.min(idle, RETRY_MS) : isUrgent ? interval : idle;
    const due = cohort.readAt + Math.max(interval, wait);
    clearTimeout(cohort.timer);
    // The service stays alive through its server.
    cohort.timer = setTimeout(() => void this.#read(cohort), Math.max(0, due - performance.now())).unref();
  }

  #fallbackOf = ({ entities }: Cohort): number => this.#signals.fallbackMs(entities);

  async #read(cohort: Cohort): Promise<void> {
    const idle = performance.now() - cohort.readAt >= this.#fallbackOf(cohort);
    const isWhole = cohort.isStale || cohort.unread.size === 0 || idle || cohort.unread.size === cohort.members.size;
    const subscriptions = [...(isWhole ? cohort.members : cohort.unread)];
    cohort.unread.clear();
    if (isWhole) cohort.isStale = false;
    cohort.isReading = true;
    cohort.readAt = performance.now();
    const results = await this.#application.live.read(
      subscriptions.map(({ member, hash }) => ({ member, hash })),
      this.#closing.signal,
    );
    cohort.isReading = false;
    cohort.isAway = false;
    for (const [index, subscription] of subscriptions.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      if (result.kind === 'failed' && isTransient(result.apiError)) {
        cohort.isAway = true;
        cohort.isStale = true;
        continue;
      }
      subscription.receive(result);
    }
    this.#schedule(cohort);
  }
}

interface SubscriptionOptions {
  readonly isPatched: boolean;
  readonly observe: Observers['observe'];
  readonly onEnd: () => void;
}

type Waiter = (result: IteratorResult<LiveEvent, undefined>) => void;

const DONE: IteratorResult<LiveEvent, undefined> = { done: true, value: undefined };

/**
 * The events of one live query. Keeps only the newest result for a slow reader. A native generator would not end while
 * it waits for an event.
 */
class Subscription implements AsyncGenerator<LiveEvent, undefined> {
  readonly member: LiveMember;
  readonly #options: SubscriptionOptions;
  /** Hash of the newest result. */
  hash: string | undefined;
  #deliveredHash: string | undefined;
  /** For patches. */
  #deliveredData: string | undefined;
  #newest: Exclude<LiveResult, { kind: 'unchanged' }> | undefined;
  #waiter: Waiter | undefined;
  #hasEnded = false;

  constructor(member: LiveMember, options: SubscriptionOptions) {
    this.member = member;
    this.#options = options;
  }

  receive(result: LiveResult): void {
    if (this.#hasEnded || result.kind === 'unchanged') return;
    if (result.kind === 'changed') this.hash = result.hash;
    // The result may have changed back before the reader received the change.
    if (this.#newest !== undefined) this.#options.observe({ kind: 'liveResult', outcome: 'dropped' });
    const isKnown = result.kind === 'changed' && result.hash === this.#deliveredHash;
    this.#newest = isKnown ? undefined : result;
    if (result.kind === 'failed') this.#leave();
    this.#deliver();
  }

  next(): Promise<IteratorResult<LiveEvent, undefined>> {
    return new Promise((resolve) => {
      this.#waiter = resolve;
      this.#deliver();
    });
  }

  end(): void {
    this.#newest = undefined;
    this.#leave();
    this.#deliver();
  }

  async return(): Promise<IteratorResult<LiveEvent, undefined>> {
    this.end();
    return DONE;
  }

  async throw(error: unknown): Promise<IteratorResult<LiveEvent, undefined>> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }

  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }

  #deliver(): void {
    if (this.#waiter === undefined || (this.#newest === undefined && !this.#hasEnded)) return;
    const [waiter, newest] = [this.#waiter, this.#newest];
    this.#waiter = undefined;
    this.#newest = undefined;
    if (newest !== undefined) this.#options.observe({ kind: 'liveResult', outcome: 'sent' });
    waiter(newest === undefined ? DONE : { done: false, value: this.#toEvent(newest) });
  }

  #toEvent(result: Exclude<LiveResult, { kind: 'unchanged' }>): LiveEvent {
    if (result.kind === 'failed') return result;
    const { data, metadata, hash } = result;
    const before = this.#deliveredData;
    this.#deliveredHash = hash;
    if (!this.#options.isPatched) return { kind: 'data', data, metadata };
    this.#deliveredData = data;
    return before === undefined ? { kind: 'data', data, metadata } : { kind: 'patch', patch: diffJson(before, data) };
  }
}

/** Marks a number as a string, because a patch compares numbers as doubles. */
const NUMBER = `${randomUUID()}:`;

/**
 * Returns a JSON Patch from one JSON text to another. Numbers keep all their digits.
 * https://www.rfc-editor.org/rfc/rfc6902
 */
export function diffJson(before: string, after: string): string {
  return JSON.stringify(createPatch(parseExact(before), parseExact(after)), restoreNumber);
}

interface ReviverContext {
  readonly source?: string;
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

const markNumber = (_key: string, value: unknown, { source }: ReviverContext): unknown =>
  typeof value === 'number' && String(value) !== source ? `${NUMBER}${source}` : value;

const parseExact = (text: string): unknown => JSON.parse(text, markNumber as Reviver);

const restoreNumber = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith(NUMBER) ? rawJson(value.slice(NUMBER.length)) : value;
