import { performance } from 'node:perf_hooks';

/**
 * How long the database takes, without the time for which an answer waits because the event loop is busy. Under load that would be most of
 * it, and everything would seem slow. An answer is taken at the next turn of the loop, so only whole turns count, and time without work.
 */
export class DatabaseTime {
  #lastTurn = 0;

  /** Must be called once in each turn of the event loop that had work, after its input was taken. */
  turn(): void {
    this.#lastTurn = performance.now();
  }

  /** Call it when a statement is sent; the function that it returns, called with the answer, gives the milliseconds that it took at least. */
  start(): () => number {
    const since = performance.now();
    const idle = performance.eventLoopUtilization().idle;
    return () => Math.max(performance.eventLoopUtilization().idle - idle, this.#lastTurn - since, 0);
  }
}
