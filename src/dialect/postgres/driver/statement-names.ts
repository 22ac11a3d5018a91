import { LRUCache } from 'lru-cache';

/** Prepared statements that one session keeps. Clients can mint shapes at will, and each costs memory in the server. */
const MAX_STATEMENTS = 256;

/** The prepared statements of one session by their last use. */
export class StatementNames {
  #superseded: string | undefined;
  readonly #names = new LRUCache<string, true>({
    max: MAX_STATEMENTS,
    dispose: (_, name) => {
      this.#superseded = name;
    },
  });

  /** Notes a use; gives the name that must be given up for it, where there are too many. */
  use(name: string): string | undefined {
    if (this.#names.get(name)) return undefined;
    this.#superseded = undefined;
    this.#names.set(name, true);
    return this.#superseded;
  }
}
