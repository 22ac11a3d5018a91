import type { SuccessfulAnswer } from '../app/application.ts';
import type { ApiError } from '../base/errors.ts';

/** Milliseconds until the next read while the database is unavailable. */
export const RETRY_MS = 1000;

export type LiveEvent =
  | ({ readonly kind: 'data' } & Pick<SuccessfulAnswer, 'data' | 'metadata'>)
  /** JSON Patch from the last result: https://www.rfc-editor.org/rfc/rfc6902 */
  | { readonly kind: 'patch'; readonly patch: string }
  /** The last event. */
  | { readonly kind: 'failed'; readonly apiError: ApiError };

type EventResult = IteratorResult<LiveEvent, undefined>;

export const DONE: EventResult = { done: true, value: undefined };

/** Events of one subscription. `return` of a native generator would wait for the next event. */
export abstract class LiveEvents implements AsyncGenerator<LiveEvent, undefined> {
  /** Resolves the pending `next`. */
  protected waiter: ((result: EventResult) => void) | undefined;

  /** Cursor of the last delivered row. Undefined unless this is a stream. */
  get cursor(): string | undefined {
    return undefined;
  }

  abstract end(): void;

  /** Delivers an event, if there is one, to the pending `next`. */
  protected abstract deliver(): void;

  next(): Promise<EventResult> {
    return new Promise((resolve) => {
      this.waiter = resolve;
      this.deliver();
    });
  }

  async return(): Promise<EventResult> {
    this.end();
    return DONE;
  }

  async throw(error: unknown): Promise<EventResult> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.end();
  }
}
