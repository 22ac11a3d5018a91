import { ConfigurationError, type Problem } from '../base/problem.ts';
import type { Parts } from './answer.ts';

/** Milliseconds between attempts to read a catalog that does not fit the configuration, or cannot be read. */
const PATIENCE = 1000;

/**
 * The parts that answer now. They are made anew, all at once, when the database turns out to be other than its catalog said;
 * while that fails, the old ones go on answering what they still can.
 */
export class CurrentParts {
  readonly #make: (previous: Parts) => Promise<Parts>;
  readonly #warn: (problem: Problem) => void;
  #parts: Parts;
  #renewing: Promise<void> | undefined;
  #earliest = 0;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;
  #told = '';

  constructor(parts: Parts, make: (previous: Parts) => Promise<Parts>, warn: (problem: Problem) => void) {
    this.#parts = parts;
    this.#make = make;
    this.#warn = warn;
  }

  get(): Parts {
    return this.#parts;
  }

  /**
   * Makes the parts anew, once for all who ask meanwhile, and no sooner than a while after the last time: a statement that always
   * fails so must not have the catalog read at every request.
   * @param failed the parts that did not fit
   * @returns whether there are others now by which clients see the same schemas
   */
  async renew(failed: Parts): Promise<boolean> {
    if (this.#parts === failed) {
      if (performance.now() < this.#earliest) this.#renewLater();
      else await this.#renewOnce();
    }
    return this.#parts !== failed && this.#parts.schema === failed.schema;
  }

  /** No attempt comes after this. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
  }

  #renewOnce(): Promise<void> {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#renewing ??= this.#replace().finally(() => {
      this.#renewing = undefined;
      this.#earliest = performance.now() + PATIENCE;
    });
    return this.#renewing;
  }

  async #replace(): Promise<void> {
    try {
      this.#parts = await this.#make(this.#parts);
      this.#told = '';
    } catch (error) {
      this.#tell(error);
      this.#renewLater();
    }
  }

  #renewLater(): void {
    if (this.#closed) return;
    this.#retry ??= setTimeout(() => void this.#renewOnce(), PATIENCE).unref();
  }

  /** Says what is wrong when it is new. */
  #tell(error: unknown): void {
    const problems =
      error instanceof ConfigurationError
        ? error.problems
        : [{ path: [], message: String(error), severity: 'error' as const }];
    const text = JSON.stringify(problems);
    if (text !== this.#told) problems.forEach(this.#warn);
    this.#told = text;
  }
}
