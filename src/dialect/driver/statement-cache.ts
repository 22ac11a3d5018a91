import { LRUCache } from 'lru-cache';

/** Bytes of SQL per session. PostgreSQL needs up to 100 times as much memory. */
const MAX_BYTES = 256 * 1024;

const MAX_COUNTED = 4096;

/** Number of uses from which a statement is prepared. */
const PREPARE_THRESHOLD = 3;

/** Use counts by statement name, shared by all sessions. */
export type UseCounts = LRUCache<string, number>;

export const createUseCounts = (): UseCounts => new LRUCache({ max: MAX_COUNTED });

/**
 * LRU cache of a session's prepared statements. Statements cost server memory, and clients can create any number, so
 * only repeated statements are prepared.
 */
export class StatementCache {
  readonly #uses: UseCounts;
  readonly #cache: LRUCache<string, string>;

  /** @param onEnd called for each evicted statement */
  constructor(uses: UseCounts, onEnd: (name: string, text: string) => void, max?: number) {
    this.#uses = uses;
    this.#cache = new LRUCache({
      ...(max !== undefined && { max }),
      maxSize: MAX_BYTES,
      sizeCalculation: (text) => Buffer.byteLength(text),
      dispose: (text, name) => onEnd(name, text),
    });
  }

  /** Returns whether the statement is prepared, and marks it as recently used. */
  has(name: string): boolean {
    return this.#cache.get(name) !== undefined;
  }

  /** Counts a use of an unprepared statement, and returns whether to prepare it now. */
  add(name: string, text: string): boolean {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, uses);
    if (uses < PREPARE_THRESHOLD) return false;
    return this.#cache.set(name, text).has(name);
  }

  delete(name: string): void {
    this.#cache.delete(name);
  }

  /** Removes a statement that the database did not keep, and its use count. */
  reject(name: string): void {
    this.#uses.delete(name);
    this.#cache.delete(name);
  }
}
