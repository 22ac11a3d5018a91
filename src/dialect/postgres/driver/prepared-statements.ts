import { LRUCache } from 'lru-cache';
import { serialize } from 'pg-protocol';
import type { StatementUses } from '../../statement-uses.ts';

/** Bytes of SQL that one session keeps prepared. */
const MAX_BYTES = 256 * 1024;

/** How a statement is asked for: by this name, which is empty where it is not kept, once these messages have told what it is. */
interface Prepared {
  readonly name: string;
  readonly messages: readonly Uint8Array[];
}

/**
 * The statements that one session keeps prepared, by their last use. What one message asks is noted as it is written; where the server
 * refuses one of its statements, that one is given up: nobody knows how far it came.
 */
export class PreparedStatements {
  readonly #uses: StatementUses | undefined;
  readonly #kept = new LRUCache<string, true>({
    maxSize: MAX_BYTES,
    dispose: (_, name) => this.#superseded.push(name),
  });
  /** To be closed before the next statement. */
  #superseded: string[] = [];
  /** Prepared in the message that is on its way. */
  readonly #unconfirmed = new Set<string>();

  /** @param uses of all statements; undefined where none is kept */
  constructor(uses: StatementUses | undefined) {
    this.#uses = uses;
  }

  /** Notes a use. @param name undefined for a statement that is not kept */
  prepare(text: string, name: string | undefined): Prepared {
    if (name === undefined || this.#uses === undefined) return unnamed(text);
    if (this.#kept.get(name)) {
      // Where the statement that prepares it fails, those behind it would not find it.
      return this.#unconfirmed.has(name) ? unnamed(text) : { name, messages: [] };
    }
    const bytes = Buffer.byteLength(text);
    if (!this.#uses.note(name) || bytes > MAX_BYTES) return unnamed(text);
    this.#kept.set(name, true, { size: bytes });
    this.#unconfirmed.add(name);
    // To close one that is not there is no error.
    const closes = this.#superseded.map((superseded) => serialize.close({ type: 'S', name: superseded }));
    this.#superseded = [];
    return { name, messages: [...closes, serialize.parse({ name, text })] };
  }

  /** Notes that a statement failed. */
  fail(name: string | undefined): void {
    if (name !== undefined && this.#unconfirmed.has(name)) this.#kept.delete(name);
  }

  /** Notes that the message is answered. */
  confirm(): void {
    this.#unconfirmed.clear();
  }
}

const unnamed = (text: string): Prepared => ({ name: '', messages: [serialize.parse({ text })] });
