import { setTimeout } from 'node:timers/promises';
import { Refusal } from '../base/errors.ts';

/** Milliseconds without a request after which all who asked before are taken to know that the service ends. */
const SILENCE_MS = 1_000;

/** The end of a service. Once it has begun, new requests are refused, and each answer ends its connection. */
export class Closing {
  #hasBegun = false;
  #lastRequest = 0;

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  begin(): void {
    this.#hasBegun = true;
    this.#lastRequest = performance.now();
  }

  /** What a request is told that comes now. */
  refuse(): Refusal {
    this.#lastRequest = performance.now();
    return new Refusal('Unavailable', 'The service is shutting down: try again soon.');
  }

  /** Settles when no request has come for a second, after these milliseconds at the latest. */
  async silence(maxMs: number): Promise<void> {
    const end = performance.now() + maxMs;
    for (;;) {
      const now = performance.now();
      const left = Math.min(this.#lastRequest + SILENCE_MS, end) - now;
      if (left <= 0) return;
      await setTimeout(left);
    }
  }
}
