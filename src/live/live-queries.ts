import type { AnswerRequest, Application, LiveLane, LiveMember, LiveResult } from '../app/application.ts';
import { divide } from '../base/divide.ts';
import { throwApiError } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import { diffJson } from './diff-json.ts';
import { DONE, type LiveEvent, LiveEvents, RETRY_MS } from './live-event.ts';
import { mayRetry, ReadFailures } from './read-failures.ts';
import type { ChangeSignals, EntityChange } from './signals/change-signals.ts';
import { Stream } from './stream.ts';

/** Number of cohorts that replace a cohort whose statement was canceled. */
const PARTS = 8;

/** Number of consecutive fast reads after which a slow member returns to the shared cohort. */
const FAST_READS = 10;

export interface Subscribe {
  readonly request: AnswerRequest;
  /** Counts toward `max-per-caller`. */
  readonly caller: string;
  /** True if results after the first are patches. */
  readonly isPatched: boolean;
  /** Cursor after which a stream resumes, instead of its argument. Ignored by live queries. */
  readonly after?: string | undefined;
}

interface Cohort {
  readonly key: string;
  readonly lane: LiveLane;
  readonly entities: readonly string[];
  readonly readsUnnamedTable: boolean;
  readonly members: Set<Subscription>;
  /** Members without a result. */
  readonly unread: Set<Subscription>;
  /** True if a result may have changed since the last read started. */
  isStale: boolean;
  isReading: boolean;
  /** True if the last read failed for all members, and will be repeated after `RETRY_MS`. */
  isFailing: boolean;
  /** Start of the last read, by `performance.now()`. */
  readAt: number;
  /** Start of the last read of all members. */
  allReadAt: number;
  /** Consecutive reads that were not slow. */
  fastReads: number;
  timer: NodeJS.Timeout | undefined;
  /** Aborted when the last member leaves. */
  readonly closing: AbortController;
}

interface StreamGroup {
  readonly entities: readonly string[];
  readonly streams: Set<Stream>;
}

/**
 * Runs live queries. Members of a cohort are read together, at most once per interval: after a signal that a table may
 * have changed, or at the fallback interval. Without subscriptions, nothing runs.
 */
export class LiveQueries {
  readonly #application: Application;
  readonly #signals: ChangeSignals;
  readonly #cohorts = new Set<Cohort>();
  /** Shared cohorts by key. */
  readonly #shared = new Map<string, Cohort>();
  /** Streams of the same entities, by the names of the entities. */
  readonly #streams = new Map<string, StreamGroup>();
  readonly #callers = new Map<string, number>();
  readonly #failures: ReadFailures;
  #size = 0;

  constructor(application: Application, signals: ChangeSignals) {
    this.#application = application;
    this.#signals = signals;
    this.#failures = new ReadFailures(application.observers.observe);
    signals.listen((change) => this.#markStale(change));
  }

  /** Number of live queries. */
  get size(): number {
    return this.#size;
  }

  /**
   * Starts a live query, or a stream. The first event of a live query has the whole result. Further events follow when
   * the result differs.
   * @throws ApiError as a query does; RateLimited and Unavailable for too many live queries
   */
  subscribe({ request, caller, isPatched, after }: Subscribe): LiveEvents {
    this.#checkLimits(caller);
    const member = this.#application.live.prepare(request);
    if (request.received !== undefined) request.received.entities = member.entities;
    if (member.stream === undefined) return this.#startQuery(member, caller, isPatched);
    if (isPatched) throwApiError('BadRequest', 'A stream has no patches. Remove "patch" from "extensions.live".');
    return this.#startStream(member, caller, after);
  }

  #startQuery(member: LiveMember, caller: string, isPatched: boolean): Subscription {
    const cohort = this.#sharedCohortOf(member);
    const subscription = new Subscription(member, cohort, {
      isPatched,
      observe: this.#application.observers.observe,
      onEnd: () => this.#remove(subscription, caller),
    });
    cohort.members.add(subscription);
    cohort.unread.add(subscription);
    this.#count(caller, 1);
    this.#schedule(cohort);
    return subscription;
  }

  #startStream(member: LiveMember, caller: string, after: string | undefined): Stream {
    const key = member.entities.join();
    const group = this.#streams.get(key) ?? { entities: member.entities, streams: new Set() };
    const stream: Stream = new Stream(member, {
      application: this.#application,
      failures: this.#failures,
      after,
      fallbackMs: () => this.#fallbackOf(member),
      onEnd: () => {
        group.streams.delete(stream);
        if (group.streams.size === 0 && this.#streams.delete(key)) this.#watch();
        this.#count(caller, -1);
      },
    });
    group.streams.add(stream);
    this.#streams.set(key, group);
    if (group.streams.size === 1) this.#watch();
    this.#count(caller, 1);
    return stream;
  }

  /** Ends all live queries. Changes are still reported to other processes. */
  close(): void {
    for (const { members } of [...this.#cohorts]) for (const member of members) member.end();
    const streams = [...this.#streams.values()].flatMap((group) => [...group.streams]);
    for (const stream of streams) stream.end();
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

  #sharedCohortOf(member: LiveMember): Cohort {
    const known = this.#shared.get(member.cohort);
    if (known !== undefined) return known;
    const cohort = this.#addCohort(member, 'shared');
    this.#shared.set(member.cohort, cohort);
    return cohort;
  }

  #addCohort({ cohort: key, entities, readsUnnamedTable }: LiveMember, lane: LiveLane): Cohort {
    const cohort: Cohort = {
      key,
      lane,
      entities,
      readsUnnamedTable,
      members: new Set(),
      unread: new Set(),
      isStale: false,
      isReading: false,
      isFailing: false,
      readAt: Number.NEGATIVE_INFINITY,
      allReadAt: Number.NEGATIVE_INFINITY,
      fastReads: 0,
      timer: undefined,
      closing: new AbortController(),
    };
    this.#cohorts.add(cohort);
    this.#watch();
    return cohort;
  }

  /** Adjusts the number of live queries of the caller, and the total. */
  #count(caller: string, difference: 1 | -1): void {
    this.#size += difference;
    const count = (this.#callers.get(caller) ?? 0) + difference;
    if (count > 0) this.#callers.set(caller, count);
    else this.#callers.delete(caller);
    this.#observeNumbers();
  }

  #observeNumbers(): void {
    const { observers } = this.#application;
    observers.observe({ kind: 'liveQueries', queries: this.#size, cohorts: this.#cohorts.size });
  }

  #remove(subscription: Subscription, caller: string): void {
    this.#leave(subscription);
    this.#failures.remove(subscription);
    this.#count(caller, -1);
  }

  #leave(subscription: Subscription): void {
    const { cohort } = subscription;
    cohort.members.delete(subscription);
    cohort.unread.delete(subscription);
    if (cohort.members.size > 0) return;
    clearTimeout(cohort.timer);
    cohort.closing.abort();
    this.#cohorts.delete(cohort);
    if (this.#shared.get(cohort.key) === cohort) this.#shared.delete(cohort.key);
    this.#watch();
  }

  /** Moves members to new cohorts, one for each part. */
  #separate(members: readonly Subscription[], parts: number, lane: LiveLane): void {
    for (const part of divide(members, parts)) {
      const [first] = part;
      if (first !== undefined) this.#move(part, this.#addCohort(first.member, lane));
    }
  }

  /** Moves the members of a separate cohort back to the shared one, once they do not delay others. */
  #rejoin({ lane, members, fastReads }: Cohort): void {
    const [first] = members;
    if (first === undefined || lane === 'shared' || (lane === 'slow' && fastReads < FAST_READS)) return;
    this.#move([...members], this.#sharedCohortOf(first.member));
  }

  /** Moves members to a cohort. The shared cohort does not read a member again whose result is current. */
  #move(members: readonly Subscription[], cohort: Cohort): void {
    for (const member of members) {
      const { isStale, unread } = member.cohort;
      if (cohort.lane !== 'shared' || isStale || unread.has(member)) cohort.unread.add(member);
      cohort.members.add(member);
      this.#leave(member);
      member.cohort = cohort;
    }
    this.#schedule(cohort);
    this.#observeNumbers();
  }

  #watch(): void {
    const readers = [...this.#cohorts, ...this.#streams.values()];
    this.#signals.watch(new Set(readers.flatMap(({ entities }) => entities)));
  }

  #markStale({ entities }: EntityChange): void {
    const isAffected = (reader: Pick<LiveMember, 'entities'>): boolean =>
      entities === undefined || reader.entities.some((name) => entities.has(name));
    for (const cohort of this.#cohorts) {
      if (!isAffected(cohort)) continue;
      cohort.isStale = true;
      this.#schedule(cohort);
    }
    for (const group of this.#streams.values()) {
      if (isAffected(group)) for (const stream of group.streams) stream.markStale();
    }
  }

  /** Sets the timer of the next read. */
  #schedule(cohort: Cohort): void {
    if (cohort.isReading || !this.#cohorts.has(cohort)) return;
    const { interval } = this.#application.config.runtime.live;
    const isUrgent = cohort.isStale || cohort.unread.size > 0;
    const fallback = this.#fallbackOf(cohort);
    const due = cohort.isFailing
      ? cohort.readAt + Math.max(interval, Math.min(fallback, RETRY_MS))
      : Math.max(cohort.readAt + interval, isUrgent ? 0 : cohort.allReadAt + fallback);
    clearTimeout(cohort.timer);
    // The timer need not keep the process alive: the server does.
    cohort.timer = setTimeout(() => void this.#read(cohort), Math.max(0, due - performance.now())).unref();
  }

  #fallbackOf = ({ entities, readsUnnamedTable }: Pick<LiveMember, 'entities' | 'readsUnnamedTable'>): number =>
    readsUnnamedTable ? this.#application.config.runtime.live.fallback : this.#signals.fallbackMs(entities);

  async #read(cohort: Cohort): Promise<void> {
    const isDue = performance.now() >= cohort.allReadAt + this.#fallbackOf(cohort);
    const isWhole = cohort.isStale || cohort.unread.size === 0 || isDue || cohort.unread.size === cohort.members.size;
    const subscriptions = [...(isWhole ? cohort.members : cohort.unread)];
    cohort.unread.clear();
    if (isWhole) cohort.isStale = false;
    cohort.isReading = true;
    cohort.readAt = performance.now();
    if (isWhole) cohort.allReadAt = cohort.readAt;
    const canceled: Subscription[] = [];
    const failed: Subscription[] = [];
    let isSlow = false;
    await this.#application.live.read(
      subscriptions.map(({ member, hash }) => ({ member, hash })),
      {
        lane: cohort.lane,
        signal: cohort.closing.signal,
        deliver: (result, index) => {
          const subscription = subscriptions[index];
          if (subscription === undefined) return;
          isSlow ||= result.isSlow === true;
          if (result.kind === 'canceled') {
            canceled.push(subscription);
          } else if (result.kind === 'failed' && mayRetry(result.apiError, subscription.hash !== undefined)) {
            failed.push(subscription);
            if (cohort.members.has(subscription)) this.#failures.add(subscription, result.apiError);
          } else {
            this.#failures.remove(subscription);
            subscription.receive(result);
          }
        },
      },
    );
    cohort.isReading = false;
    cohort.isFailing = failed.length > 0 && failed.length === subscriptions.length;
    cohort.fastReads = isSlow || cohort.isFailing ? 0 : cohort.fastReads + 1;
    const isMember = (subscription: Subscription): boolean => cohort.members.has(subscription);
    if (cohort.isFailing) {
      cohort.isStale = true;
    } else {
      const isSuspect = cohort.lane === 'suspect' && subscriptions.length === 1;
      this.#separate(canceled.filter(isMember), PARTS, isSuspect ? 'slow' : 'suspect');
      this.#separate(failed.filter(isMember), 1, 'suspect');
      this.#rejoin(cohort);
    }
    this.#schedule(cohort);
  }
}

interface SubscriptionOptions {
  readonly isPatched: boolean;
  readonly observe: Observers['observe'];
  readonly onEnd: () => void;
}

type NewResult = Extract<LiveResult, { kind: 'changed' | 'failed' }>;

/** The events of one live query. Keeps only the newest result for a slow reader. */
class Subscription extends LiveEvents {
  readonly member: LiveMember;
  cohort: Cohort;
  readonly #options: SubscriptionOptions;
  /** Hash of the newest result. */
  hash: string | undefined;
  #deliveredHash: string | undefined;
  /** Base of the next patch. */
  #deliveredData: string | undefined;
  #newest: NewResult | undefined;
  #hasEnded = false;

  constructor(member: LiveMember, cohort: Cohort, options: SubscriptionOptions) {
    super();
    this.member = member;
    this.cohort = cohort;
    this.#options = options;
  }

  receive(result: LiveResult): void {
    if (this.#hasEnded || result.kind === 'unchanged' || result.kind === 'canceled') return;
    if (result.kind === 'changed') this.hash = result.hash;
    if (this.#newest !== undefined) this.#options.observe({ kind: 'liveResult', outcome: 'dropped' });
    // The result may have changed back before the reader received the change.
    const isKnown = result.kind === 'changed' && result.hash === this.#deliveredHash;
    this.#newest = isKnown ? undefined : result;
    if (result.kind === 'failed') this.#leave();
    this.deliver();
  }

  end(): void {
    this.#newest = undefined;
    this.#leave();
    this.deliver();
  }

  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#options.onEnd();
  }

  protected deliver(): void {
    const { waiter } = this;
    const newest = this.#newest;
    if (waiter === undefined || (newest === undefined && !this.#hasEnded)) return;
    this.waiter = undefined;
    this.#newest = undefined;
    if (newest !== undefined) this.#options.observe({ kind: 'liveResult', outcome: 'sent' });
    waiter(newest === undefined ? DONE : { done: false, value: this.#toEvent(newest) });
  }

  #toEvent(result: NewResult): LiveEvent {
    if (result.kind === 'failed') return result;
    const { data, metadata, hash } = result;
    const before = this.#deliveredData;
    this.#deliveredHash = hash;
    if (!this.#options.isPatched) return { kind: 'data', data, metadata };
    this.#deliveredData = data;
    return before === undefined ? { kind: 'data', data, metadata } : { kind: 'patch', patch: diffJson(before, data) };
  }
}
