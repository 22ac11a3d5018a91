import type { Application, LiveMember, StreamPage } from '../app/application.ts';
import { DONE, type LiveEvent, LiveEvents, RETRY_MS } from './live-event.ts';
import { mayRetry, type ReadFailures } from './read-failures.ts';

interface StreamOptions {
  readonly application: Application;
  readonly failures: ReadFailures;
  /** Cursor that replaces the argument `after` of the request. */
  readonly after: string | undefined;
  /** Longest time in milliseconds between two reads without a signal. */
  readonly fallbackMs: () => number;
  readonly onEnd: () => void;
}

/** The newest row that a read has found. Rows up to it are released after the delay. */
interface Mark {
  readonly cursor: string;
  /** End of the read, by `performance.now()`. */
  readonly at: number;
}

/**
 * Reads the pages of a stream. It reads a page only when the client waits for one, so a slow client loses no rows.
 *
 * In an exact order, the statement returns only rows of transactions that precede all running transactions. In other
 * orders, each read also finds the newest row, and the rows up to it are delivered after the delay. A row is missed
 * only if it becomes visible after that delay, and precedes a delivered row.
 */
export class Stream extends LiveEvents {
  readonly member: LiveMember;
  readonly #options: StreamOptions;
  /** Cursor of the last delivered row. */
  #after: string | undefined;
  /** Rows up to this cursor may be delivered, unless the order is exact. */
  #until: string | undefined;
  /** Oldest first. All follow `#until`. */
  #marks: Mark[] = [];
  #event: LiveEvent | undefined;
  /** True if the last page did not contain all rows that could be delivered. */
  #isBehind = true;
  /** Milliseconds until the next read. 0 unless the last read found rows that are held back and have no mark. */
  #heldWait = 0;
  /** True if a table may have changed since the last read started. */
  #isStale = false;
  /** True after the first page, which may be empty. */
  #hasResult = false;
  /** True if the last read failed, and will be repeated after `RETRY_MS`. */
  #isFailing = false;
  #isReading = false;
  #hasEnded = false;
  #readAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  readonly #closing = new AbortController();

  constructor(member: LiveMember, options: StreamOptions) {
    super();
    this.member = member;
    this.#options = options;
    this.#after = options.after;
  }

  override get cursor(): string | undefined {
    return this.#after;
  }

  /** Reads soon, because a table may have changed. */
  markStale(): void {
    this.#isStale = true;
    this.#schedule();
  }

  end(): void {
    this.#event = undefined;
    this.#leave();
    this.deliver();
  }

  protected deliver(): void {
    const { waiter } = this;
    if (waiter === undefined) return;
    const event = this.#event;
    if (event === undefined && !this.#hasEnded) {
      this.#schedule();
      return;
    }
    this.waiter = undefined;
    this.#event = undefined;
    if (event !== undefined) this.#options.application.observers.observe({ kind: 'liveResult', outcome: 'sent' });
    waiter(event === undefined ? DONE : { done: false, value: event });
  }

  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#closing.abort();
    this.#options.failures.remove(this);
    this.#options.onEnd();
  }

  /** Sets the timer of the next read, if the client waits for rows. */
  #schedule(): void {
    if (this.#isReading || this.#hasEnded || this.waiter === undefined) return;
    clearTimeout(this.#timer);
    // The timer need not keep the process alive: the server does.
    this.#timer = setTimeout(
      () => void this.#read(),
      Math.ceil(Math.max(0, this.#dueAt() - performance.now())),
    ).unref();
  }

  #dueAt(): number {
    const { interval, streamDelay } = this.#options.application.config.runtime.live;
    if (this.#isFailing) return this.#readAt + RETRY_MS;
    if (this.#isBehind) return this.#readAt;
    if (this.#isStale) return this.#readAt + interval;
    const [oldest] = this.#marks;
    const wait = this.#heldWait > 0 ? this.#heldWait : Math.max(interval, this.#options.fallbackMs());
    const due = this.#readAt + wait;
    return oldest === undefined ? due : Math.min(due, oldest.at + streamDelay);
  }

  async #read(): Promise<void> {
    this.#release();
    const until = this.#until;
    const position = {
      ...(this.#after !== undefined && { after: this.#after }),
      ...(until !== undefined && { until }),
    };
    this.#isReading = true;
    this.#isStale = false;
    this.#readAt = performance.now();
    const page = await this.#options.application.live.readPage(this.member, position, this.#closing.signal);
    this.#isReading = false;
    if (this.#hasEnded) return;
    this.#isFailing = page.kind === 'failed' && mayRetry(page.apiError, this.#hasResult);
    if (page.kind === 'page') {
      this.#hasResult = true;
      this.#options.failures.remove(this);
      this.#receive(page, until);
    } else if (this.#isFailing) {
      this.#options.failures.add(this, page.apiError);
    } else {
      this.#event = page;
      this.#leave();
    }
    this.deliver();
  }

  #receive({ data, order, endCursor, newest }: Extract<StreamPage, { kind: 'page' }>, until: string | undefined): void {
    const isExact = order === 'exact';
    const last = isExact ? newest : until;
    this.#isBehind = endCursor !== undefined && last !== undefined && endCursor !== last;
    const isHeld = newest !== undefined && newest !== endCursor && (isExact || !this.#mark(newest, until));
    this.#heldWait = isHeld ? this.#nextHeldWait() : 0;
    if (endCursor === undefined) return;
    this.#heldWait = Math.min(this.#heldWait, this.#options.application.config.runtime.live.interval);
    this.#after = endCursor;
    this.#event = { kind: 'data', data, metadata: {} };
  }

  /** Doubles the wait, because no signal reports the end of a transaction that holds rows back. */
  #nextHeldWait(): number {
    const { interval, fallback } = this.#options.application.config.runtime.live;
    return Math.max(interval, Math.min(2 * this.#heldWait, fallback));
  }

  /** Marks the newest row, at most once per interval. Returns false if the row has no mark. */
  #mark(cursor: string, until: string | undefined): boolean {
    const { interval } = this.#options.application.config.runtime.live;
    const last = this.#marks.at(-1);
    if (cursor === (last?.cursor ?? until)) return true;
    const at = performance.now();
    if (last !== undefined && at < last.at + interval) return false;
    this.#marks.push({ cursor, at });
    return true;
  }

  /** Releases the rows whose delay has passed. */
  #release(): void {
    const { streamDelay } = this.#options.application.config.runtime.live;
    const now = performance.now();
    const count = this.#marks.filter(({ at }) => at + streamDelay <= now).length;
    this.#until = this.#marks[count - 1]?.cursor ?? this.#until;
    this.#marks = this.#marks.slice(count);
  }
}
