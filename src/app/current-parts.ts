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
  #renewing: Promise<boolean> | undefined;
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

  /** Makes the parts anew, once for all who ask meanwhile. Gives whether clients see the same schemas as before. */
  renew(): Promise<boolean> {
    clearTimeout(this.#retry);
    this.#renewing ??= this.#replace().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  /** No attempt comes after this. */
  close(): void {
    clearTimeout(this.#retry);
  }

  async #replace(): Promise<boolean> {
    const before = this.#parts;
    try {
      this.#parts = await this.#make(before);
      this.#told = '';
      return this.#parts.schema === before.schema;
    } catch (error) {
      this.#tell(error);
      this.#retry = setTimeout(() => void this.renew(), PATIENCE).unref();
      return false;
    }
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
