import { serialize } from 'pg-protocol';
import { StatementCache, type UseCounts } from '../../driver/statement-cache.ts';

/** A statement to bind. `name` is empty for an unnamed statement; `messages` prepare the statement. */
interface PreparedStatement {
  readonly name: string;
  readonly messages: readonly Uint8Array[];
}

/**
 * Prepared statements of one session. A statement counts as prepared when its message is created. If the server rejects
 * the statement, it is dropped from the cache, because it may not be prepared.
 */
export class PreparedStatements {
  readonly #cache: StatementCache | undefined;
  /** Names to close before the next statement. */
  #ended: string[] = [];
  /** Names of statements that the message in flight prepares. */
  readonly #unconfirmed = new Set<string>();

  /** @param uses undefined if statements are not prepared */
  constructor(uses: UseCounts | undefined) {
    this.#cache = uses && new StatementCache(uses, (name) => this.#ended.push(name));
  }

  /** Records a use. @param name undefined for an unnamed statement */
  prepare(text: string, name: string | undefined): PreparedStatement {
    if (name === undefined || this.#cache === undefined) return unnamed(text);
    if (this.#cache.has(name)) {
      // The statement that prepares this name may fail. Later statements in the same message would then not find it.
      return this.#unconfirmed.has(name) ? unnamed(text) : { name, messages: [] };
    }
    if (!this.#cache.add(name, text)) return unnamed(text);
    this.#unconfirmed.add(name);
    // Closing a missing statement is not an error.
    const closes = this.#ended.map((ended) => serialize.close({ type: 'S', name: ended }));
    this.#ended = [];
    return { name, messages: [...closes, serialize.parse({ name, text })] };
  }

  fail(name: string | undefined): void {
    if (name !== undefined && this.#unconfirmed.has(name)) this.#cache?.delete(name);
  }

  /** Call this when the server has answered the message in flight. */
  confirm(): void {
    this.#unconfirmed.clear();
  }
}

const unnamed = (text: string): PreparedStatement => ({ name: '', messages: [serialize.parse({ text })] });
