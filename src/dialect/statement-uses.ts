import { LRUCache } from 'lru-cache';

/** Statements whose uses are counted at a time. */
const MAX_COUNTED = 4096;

/** The use from which on a statement is kept prepared. */
const KEPT_FROM = 3;

/**
 * How often statements were asked for, by name. Clients can mint shapes at will, and what is kept prepared costs memory in each session
 * of the server: so a statement is kept that others have asked for before.
 */
export class StatementUses {
  readonly #uses = new LRUCache<string, number>({ max: MAX_COUNTED });

  /** Notes one more use; whether the statement is worth keeping. */
  note(name: string): boolean {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.set(name, uses);
    return uses >= KEPT_FROM;
  }
}
