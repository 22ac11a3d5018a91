import type { Connection, Submittable } from 'pg';
import { DatabaseError, serialize } from 'pg-protocol';

/** A statement that is kept prepared, and gives one row of texts. */
export interface PreparedStatement {
  readonly text: string;
  readonly name: string;
  readonly values: readonly (string | null)[];
}

/** What one statement of a batch came to; `undefined` where an earlier one failed, and it was not run. */
export type RowOutcome =
  | { readonly row: readonly (string | null)[] }
  /** `undone` where there were several, and the server went on after it: it has taken all of the transaction back. */
  | { readonly error: Error; readonly undone: boolean }
  | undefined;

/** What pg tells of a row: the texts of its columns. */
interface DataRow {
  readonly fields: readonly (string | null)[];
}

/** What pg keeps of a session's prepared statements, by name. */
export type Preparing = Connection & {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
};

const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/**
 * Statements in one message with one Sync, so in one round trip and one transaction: where one fails, none of them was done. Beside
 * pg's own query it leaves out the description of columns that it asks for with every call, and the object made by their names.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class RowBatch implements Submittable {
  readonly #statements: readonly PreparedStatement[];
  readonly #done: (outcomes: readonly RowOutcome[]) => void;
  readonly #outcomes: RowOutcome[] = [];
  #row: readonly (string | null)[] = [];

  constructor(statements: readonly PreparedStatement[], done: (outcomes: readonly RowOutcome[]) => void) {
    this.#statements = statements;
    this.#done = done;
  }

  /** pg notes under this what it is told to be prepared. */
  get name(): string | undefined {
    return this.#current?.name;
  }

  get text(): string | undefined {
    return this.#current?.text;
  }

  get #current(): PreparedStatement | undefined {
    return this.#statements[this.#outcomes.length];
  }

  /** Called by pg when the session is free. */
  submit(connection: Connection): null {
    const { parsedStatements, submittedNamedStatements } = connection as Preparing;
    const messages: Uint8Array[] = [];
    for (const { name, text, values } of this.#statements) {
      if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
        messages.push(serialize.parse({ name, text }));
        submittedNamedStatements[name] = text;
      }
      messages.push(serialize.bind({ statement: name, values: values as (string | null)[] }), EXECUTE);
    }
    messages.push(SYNC);
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  handleDataRow({ fields }: DataRow): void {
    this.#row = fields;
  }

  handleCommandComplete(): void {
    this.#outcomes.push({ row: this.#row });
    this.#row = [];
  }

  /**
   * Of the session, or of the server: what comes after it is not run. Only where the server is ready for more is it certain that nothing
   * was done: one that goes away may have done all of it before, whatever it says. Nobody asks that of a statement by itself, and
   * slonik, whose transaction it may be in, would hear of a lost session first.
   */
  handleError(error: Error, connection: Connection): void {
    const { submittedNamedStatements } = connection as Preparing;
    for (const { name } of this.#statements) delete submittedNamedStatements[name];
    const end = (undone: boolean): void => {
      connection.off('readyForQuery', ready).off('end', lost);
      if (this.#current === undefined) this.#outcomes.fill({ error, undone });
      else this.#outcomes.push({ error, undone });
      this.#finish();
    };
    const ready = (): void => end(true);
    const lost = (): void => end(false);
    const isShared = this.#statements.length > 1;
    if (isShared && error instanceof DatabaseError) connection.once('readyForQuery', ready).once('end', lost);
    else lost();
  }

  handleReadyForQuery(): void {
    this.#finish();
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}

  #finish(): void {
    this.#done(this.#statements.map((_, index) => this.#outcomes[index]));
  }
}
