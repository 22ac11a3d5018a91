/** Prepared statements that one session keeps. Clients can mint shapes at will, and each costs memory in the server. */
const MAX_STATEMENTS = 256;

/** The prepared statements of one session by their last use. */
export class StatementNames {
  readonly #names = new Set<string>();

  /** Notes a use; gives the name that must be given up for it, where there are too many. */
  use(name: string): string | undefined {
    this.#names.delete(name);
    this.#names.add(name);
    if (this.#names.size <= MAX_STATEMENTS) return undefined;
    const [oldest] = this.#names;
    if (oldest !== undefined) this.#names.delete(oldest);
    return oldest;
  }
}
