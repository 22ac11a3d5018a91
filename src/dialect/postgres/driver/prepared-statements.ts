import { serialize } from 'pg-protocol';
import { KeptStatements, type StatementUses } from '../../driver/kept-statements.ts';

/** How a statement is asked for: by this name, which is empty where it is not kept, once these messages have told what it is. */
interface Prepared {
  readonly name: string;
  readonly messages: readonly Uint8Array[];
}

/**
 * What one session of the server keeps prepared. What one message asks is noted as it is written; where the server refuses one of its
 * statements, that one is given up: nobody knows how far it came.
 */
export class PreparedStatements {
  readonly #kept: KeptStatements | undefined;
  /** To be closed before the next statement. */
  #ended: string[] = [];
  /** Prepared in the message that is on its way. */
  readonly #unconfirmed = new Set<string>();

  /** @param uses undefined where no statement is kept */
  constructor(uses: StatementUses | undefined) {
    this.#kept = uses && new KeptStatements(uses, (name) => this.#ended.push(name));
  }

  /** Notes a use. @param name undefined for a statement that is not kept */
  prepare(text: string, name: string | undefined): Prepared {
    if (name === undefined || this.#kept === undefined) return unnamed(text);
    if (this.#kept.has(name)) {
      // Where the statement that prepares it fails, those behind it would not find it.
      return this.#unconfirmed.has(name) ? unnamed(text) : { name, messages: [] };
    }
    if (!this.#kept.add(name, text)) return unnamed(text);
    this.#unconfirmed.add(name);
    // To close one that is not there is no error.
    const closes = this.#ended.map((ended) => serialize.close({ type: 'S', name: ended }));
    this.#ended = [];
    return { name, messages: [...closes, serialize.parse({ name, text })] };
  }

  /** Notes that a statement failed. */
  fail(name: string | undefined): void {
    if (name !== undefined && this.#unconfirmed.has(name)) this.#kept?.delete(name);
  }

  /** Notes that the message is answered. */
  confirm(): void {
    this.#unconfirmed.clear();
  }
}

const unnamed = (text: string): Prepared => ({ name: '', messages: [serialize.parse({ text })] });
