import { performance } from 'node:perf_hooks';

/**
 * How long the database takes, without the time in which an answer lies there because the event loop is busy: under load that is most
 * of it. An answer that is there is taken at the next turn of the loop, so what is certain are whole turns, and time without work.
 */
export class DatabaseTime {
  #lastTurn = 0;

  /** To be called once in each turn of the event loop that had work, after its input was taken. */
  turn(): void {
    this.#lastTurn = performance.now();
  }

  /** Starts when a statement is sent; gives milliseconds that it took at least, when its answer is there. */
  start(): () => number {
    const since = performance.now();
    const idle = performance.eventLoopUtilization().idle;
    return () => Math.max(performance.eventLoopUtilization().idle - idle, this.#lastTurn - since, 0);
  }
}
