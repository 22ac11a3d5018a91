import { LRUCache } from 'lru-cache';

/**
 * Bytes of SQL that one session keeps prepared. PostgreSQL needs 50 to 100 times as much: at most 25 MB per session.
 */
const MAX_BYTES = 256 * 1024;

/** Maximum number of statements whose uses are counted. */
const MAX_COUNTED = 4096;

/** A statement is prepared on its third use. */
const PREPARE_THRESHOLD = 3;

/** Use counts by statement name, shared by all sessions of a driver. */
export type StatementUses = LRUCache<string, number>;

export const createUses = (): StatementUses => new LRUCache({ max: MAX_COUNTED });

/**
 * Prepared statements of one session, by last use. Clients can create any number of shapes, and each costs server
 * memory, so only repeated statements are kept.
 */
export class KeptStatements {
  readonly #uses: StatementUses;
  readonly #kept: LRUCache<string, string>;

  /**
   * @param onEnd called for each evicted statement
   * @param max maximum number of statements of any length
   */
  constructor(uses: StatementUses, onEnd: (name: string, text: string) => void, max?: number) {
    this.#uses = uses;
    this.#kept = new LRUCache({
      ...(max !== undefined && { max }),
      maxSize: MAX_BYTES,
      sizeCalculation: (text) => Buffer.byteLength(text),
      dispose: (text, name) => onEnd(name, text),
    });
  }

  /** Returns whether the statement is kept; counts as a use. */
  has(name: string): boolean {
    return this.#kept.get(name) !== undefined;
  }

  /** Records a use of a statement that is not kept. Returns whether it is kept from now on. */
  add(name: string, text: string): boolean {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, uses);
    if (uses < PREPARE_THRESHOLD) return false;
    return this.#kept.set(name, text).has(name);
  }

  delete(name: string): void {
    this.#kept.delete(name);
  }

  /** Records that the database did not keep the statement. It is offered again after as many uses as at first. */
  reject(name: string): void {
    this.#uses.delete(name);
    this.#kept.delete(name);
  }
}
