import type { ReadValues, SessionReadRequest } from '../admission/session-request.ts';
import { isUnavailable } from '../retry.ts';

export type RunUnbatched = (read: SessionReadRequest) => Promise<ReadValues>;

interface EndCallbacks {
  readonly callbacks: (() => void)[];
  readonly end: () => void;
}

/**
 * A batched read that may be retried alone, once. The first run that returns settles the read. If a run loses its
 * session, the read is retried or fails only when no other run is active.
 */
export class PendingRead {
  readonly read: SessionReadRequest;
  /** Set while the read is in the queue. */
  leaveQueue: (() => void) | undefined;
  readonly #resolve: (values: ReadValues) => void;
  readonly #reject: (error: unknown) => void;
  #isSettled = false;
  #isRetried = false;
  #runs = 1;
  /** Created on first use, because most reads complete before a callback is needed. */
  #endCallbacks: EndCallbacks | undefined;

  constructor(read: SessionReadRequest, resolve: (values: ReadValues) => void, reject: (error: unknown) => void) {
    this.read = read;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get isPending(): boolean {
    return !this.#isSettled && this.read.signal?.aborted !== true;
  }

  onSettledOrAborted(call: () => void): void {
    if (!this.isPending) {
      call();
      return;
    }
    if (this.#endCallbacks === undefined) {
      this.#endCallbacks = { callbacks: [], end: () => this.#end() };
      this.read.signal?.addEventListener('abort', this.#endCallbacks.end);
    }
    this.#endCallbacks.callbacks.push(call);
  }

  complete(values: ReadValues): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#resolve(values);
    this.#end();
  }

  /** Fails the read with an error that a retry cannot avoid. */
  fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#reject(error);
    this.#end();
  }

  limit(elapsed: number): NodeJS.Timeout | undefined {
    const { limit } = this.read;
    return limit?.start(() => this.fail(limit.apiError), elapsed);
  }

  /** Ends a run that lost its session or was canceled by mistake. Retries the read if no other run is active. */
  retryAfterLoss(error: unknown, runUnbatched: RunUnbatched): void {
    this.#runs -= 1;
    if (this.#runs > 0 || this.#isSettled) return;
    if (this.#isRetried || !this.isPending) this.fail(error);
    else this.retryUnbatched(runUnbatched);
  }

  /** Retries the read. The retry is canceled if another run returns first or the client disconnects. */
  retryUnbatched(runUnbatched: RunUnbatched): void {
    if (this.#isRetried || !this.isPending) return;
    this.#isRetried = true;
    this.#runs += 1;
    const retryController = new AbortController();
    this.onSettledOrAborted(() => retryController.abort());
    runUnbatched({ ...this.read, signal: retryController.signal }).then(
      (values) => this.complete(values),
      (error) => (isUnavailable(error) ? this.retryAfterLoss(error, runUnbatched) : this.fail(error)),
    );
  }

  runUnbatched(runUnbatched: RunUnbatched): void {
    this.#runs -= 1;
    this.retryUnbatched(runUnbatched);
  }

  #end(): void {
    const endCallbacks = this.#endCallbacks;
    if (endCallbacks === undefined) return;
    this.#endCallbacks = undefined;
    this.read.signal?.removeEventListener('abort', endCallbacks.end);
    for (const call of endCallbacks.callbacks) call();
  }
}
