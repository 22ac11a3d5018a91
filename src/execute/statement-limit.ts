import { Refusal } from '../base/errors.ts';

/** Maximum duration of a timer. */
const MAX_MS = 2 ** 31 - 1;

/** Maximum database time of one statement of a read, excluding time in the queue. */
export class StatementLimit {
  readonly #milliseconds: number;
  readonly #hint: string;
  #refusal: Refusal | undefined;
  /** Called once, when a statement exceeds the limit. */
  onExceeded: ((refusal: Refusal) => void) | undefined;

  /** @param hint advice for clients */
  constructor(milliseconds: number, hint: string) {
    this.#milliseconds = milliseconds;
    this.#hint = hint;
  }

  /** The refusal of the read; set once a statement has exceeded the limit. */
  get refusal(): Refusal | undefined {
    return this.#refusal;
  }

  /**
   * Starts the timer of a statement.
   * @param elapsed milliseconds that it has already run
   */
  start(stop: () => void, elapsed = 0): NodeJS.Timeout {
    const left = Math.min(this.#milliseconds - elapsed, MAX_MS);
    return setTimeout(() => {
      this.#refusal ??= new Refusal(
        'DatabaseTimeout',
        `The database took longer than ${this.#milliseconds} ms for this. ${this.#hint}`,
        { details: { limit: 'anonymous-statement-ms', max: this.#milliseconds } },
      );
      this.onExceeded?.(this.#refusal);
      stop();
    }, left);
  }
}

/** Returns the limit for an unauthenticated caller. */
export const anonymousLimit = (milliseconds: number): StatementLimit =>
  new StatementLimit(
    milliseconds,
    'That is the limit for callers who are not signed in ("runtime.limits.anonymous-statement-ms"): select, filter, and order less, or sign in.',
  );
