import { ApiError } from '../../base/errors.ts';
import { type Identity, isIdentified } from '../../base/identity.ts';
import { MAX_TIMER_MS } from '../../base/max-timer.ts';

/** Time limit of a statement, without its time in the queue. */
export class StatementLimit {
  readonly #milliseconds: number;
  readonly #hint: string;
  #apiError: ApiError | undefined;
  onExceeded: ((apiError: ApiError) => void) | undefined;

  constructor(milliseconds: number, hint: string) {
    this.#milliseconds = milliseconds;
    this.#hint = hint;
  }

  get apiError(): ApiError | undefined {
    return this.#apiError;
  }

  /** @param elapsed milliseconds that the statement has already run */
  start(stop: () => void, elapsed = 0): NodeJS.Timeout {
    const remaining = Math.min(this.#milliseconds - elapsed, MAX_TIMER_MS);
    return setTimeout(() => {
      this.#apiError ??= new ApiError(
        'DatabaseTimeout',
        `The statement exceeded the maximum of ${this.#milliseconds} ms. ${this.#hint}`,
        { details: { limit: 'anonymous-statement-ms', max: this.#milliseconds } },
      );
      this.onExceeded?.(this.#apiError);
      stop();
    }, remaining);
  }
}

/** Returns the limit of an anonymous caller. Undefined for other callers, or if no limit is configured. */
export const anonymousLimit = (identity: Identity, milliseconds: number | undefined): StatementLimit | undefined =>
  milliseconds === undefined || isIdentified(identity)
    ? undefined
    : new StatementLimit(
        milliseconds,
        'This limit applies to anonymous callers ("runtime.limits.anonymous-statement-ms"). Simplify the request, or sign in.',
      );
