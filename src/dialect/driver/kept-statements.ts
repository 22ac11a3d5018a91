import { LRUCache } from 'lru-cache';

/** Bytes of SQL that one session keeps prepared. PostgreSQL needs 50 to 100 times as much for them: 25 MB in each session at most. */
const MAX_BYTES = 256 * 1024;

/** Statements whose uses are counted at a time. */
const MAX_COUNTED = 4096;

/** The use from which on a statement is kept. */
const PREPARE_THRESHOLD = 3;

/** How often statements were asked for by all sessions of a driver, by name. */
export type StatementUses = LRUCache<string, number>;

export const createUses = (): StatementUses => new LRUCache({ max: MAX_COUNTED });

/**
 * The statements that one session keeps prepared, by their last use. Clients can mint shapes at will, and each costs memory in the server:
 * so those are kept that were asked for before.
 */
export class KeptStatements {
  readonly #uses: StatementUses;
  readonly #kept: LRUCache<string, string>;

  /**
   * @param onEnd told of each that is kept no more
   * @param max how many are kept, however short
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

  /** Whether it is kept; that is a use. */
  has(name: string): boolean {
    return this.#kept.get(name) !== undefined;
  }

  /** Notes a use of one that is not kept; whether it is from now on. */
  add(name: string, text: string): boolean {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, uses);
    if (uses < PREPARE_THRESHOLD) return false;
    return this.#kept.set(name, text).has(name);
  }

  delete(name: string): void {
    this.#kept.delete(name);
  }

  /** Notes that the database does not keep it: it is asked for that again once it was used as often as at first. */
  refuse(name: string): void {
    this.#uses.delete(name);
    this.#kept.delete(name);
  }
}
