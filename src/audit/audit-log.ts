import { ApiError } from '../base/errors.ts';
import type { Observers } from '../base/observers.ts';
import type { AuditSettings } from '../config/config.ts';
import type { LineTarget } from './line-file.ts';

interface Entry {
  /** One or several lines, each with its line break. */
  readonly text: string;
  readonly lines: number;
  /** Called when the caller need not wait any longer. Absent if no caller waits. */
  readonly resolve?: () => void;
  readonly reject?: (apiError: ApiError) => void;
  /** If true, the entry is queued again after a failure. It is lost if the queue is full, or at shutdown. */
  readonly isKept: boolean;
}

const RETRY_MS = 1_000;

/** Maximum milliseconds for writing the remaining lines at shutdown. */
const CLOSE_MS = 10_000;

/**
 * Writes lines in batches: while the target writes, further lines wait in memory.
 *
 * With `refuse`, callers wait for their lines, and receive an error if they cannot be written. With `continue`, callers
 * wait only while the memory for lines is full. Lines that cannot be written are lost, and counted.
 */
export class AuditLog {
  readonly #target: LineTarget;
  readonly #settings: Pick<AuditSettings, 'onFailure' | 'queueBytes'>;
  readonly #observe: Observers['observe'];
  #queue: Entry[] = [];
  /** Number of characters that wait to be written. */
  #size = 0;
  #isFlushing = false;
  #isScheduled = false;
  #retryTimer: NodeJS.Timeout | undefined;
  #onIdle: (() => void) | undefined;
  #isClosed = false;

  constructor(
    target: LineTarget,
    settings: Pick<AuditSettings, 'onFailure' | 'queueBytes'>,
    { observe }: Pick<Observers, 'observe'>,
  ) {
    this.#target = target;
    this.#settings = settings;
    this.#observe = observe;
  }

  get waitingCharacters(): number {
    return this.#size;
  }

  /**
   * Queues lines. Returns undefined if the caller need not wait.
   * @throws ApiError Unavailable, thrown or as a rejected promise, if the lines cannot be written and
   * `audit.on-failure` is `refuse`
   */
  write(text: string, lines: number): Promise<void> | undefined {
    const { onFailure, queueBytes } = this.#settings;
    const isFull = this.#size + text.length > queueBytes;
    if (onFailure === 'refuse' && isFull) throw notWritable();
    if (onFailure === 'continue' && !isFull) {
      this.#add({ text, lines, isKept: false });
      return undefined;
    }
    return new Promise((resolve, reject) => this.#add({ text, lines, resolve, reject, isKept: false }));
  }

  /**
   * Writes the outcome of a change after its `pending` lines. With `refuse`, resolves after the first attempt, even if
   * the attempt fails: the lines stay in the queue.
   */
  writeOutcome(text: string, lines: number): Promise<void> | undefined {
    if (this.#settings.onFailure === 'continue') return this.write(text, lines);
    return new Promise((resolve) => this.#add({ text, lines, resolve, isKept: true }));
  }

  reopen(): void {
    this.#target.reopen();
  }

  /** Writes the remaining lines. Lines that cannot be written in time are lost, and counted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const deadline = setTimeout(() => this.#onIdle?.(), CLOSE_MS);
    if (this.#queue.length > 0 || this.#isFlushing) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        this.#schedule();
      });
    }
    clearTimeout(deadline);
    clearTimeout(this.#retryTimer);
    this.#lose(this.#queue.splice(0), new Error('The service has stopped'));
    await this.#target.close();
  }

  #add(entry: Entry): void {
    this.#queue.push(entry);
    this.#size += entry.text.length;
    this.#schedule();
  }

  /** Waits for further lines of this event-loop turn. */
  #schedule(): void {
    if (this.#isFlushing || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    this.#isFlushing = true;
    let hasFailed = false;
    while (this.#queue.length > 0 && !hasFailed) {
      const batch = this.#queue;
      this.#queue = [];
      const { count, partialLines = 0, error } = await this.#target.append(batch.map(({ text }) => text));
      for (const entry of batch.slice(0, count)) this.#end(entry);
      if (count < batch.length) {
        hasFailed = true;
        const [cut, ...others] = batch.slice(count);
        this.#fail(cut === undefined ? [] : [this.#withoutLines(cut, partialLines), ...others], error);
      }
    }
    this.#isFlushing = false;
    if (this.#queue.length > 0) this.#retryLater(hasFailed);
    else if (this.#isClosed) this.#onIdle?.();
  }

  /** Drops the first `count` lines of an entry, because they are already written. */
  #withoutLines(entry: Entry, count: number): Entry {
    const text = entry.text.split('\n').slice(count).join('\n');
    this.#size -= entry.text.length - text.length;
    return { ...entry, text, lines: entry.lines - count };
  }

  #retryLater(hasFailed: boolean): void {
    if (this.#queue.some(({ isKept }) => !isKept) || !hasFailed) {
      this.#schedule();
      return;
    }
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#schedule(), RETRY_MS);
    if (!this.#isClosed) this.#retryTimer.unref();
  }

  #fail(entries: readonly Entry[], error: unknown): void {
    const { onFailure, queueBytes } = this.#settings;
    const kept: Entry[] = [];
    const lost: Entry[] = [];
    for (const { resolve, reject, ...entry } of entries) {
      if (entry.isKept && this.#size <= queueBytes) {
        kept.push(entry);
        resolve?.();
        continue;
      }
      this.#size -= entry.text.length;
      if (onFailure === 'refuse' && !entry.isKept) {
        reject?.(notWritable(error));
        continue;
      }
      lost.push(entry);
      resolve?.();
    }
    this.#queue.unshift(...kept);
    this.#lose(lost, error);
  }

  #lose(entries: readonly Entry[], error: unknown): void {
    const lines = entries.reduce((sum, entry) => sum + entry.lines, 0);
    if (lines > 0) this.#observe({ kind: 'auditLost', lines, error });
  }

  #end({ text, resolve }: Entry): void {
    this.#size -= text.length;
    resolve?.();
  }
}

const notWritable = (cause?: unknown): ApiError =>
  new ApiError('Unavailable', 'The audit log cannot be written, so the request is refused. Try again later.', {
    cause,
  });
