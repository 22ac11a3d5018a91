import type { Connection, Submittable } from 'pg';
import { DatabaseError, serialize } from 'pg-protocol';
import type { Result, TextRow } from '../../../store/result.ts';
import { endsSession } from './error-meaning.ts';

/** The outcome of one statement of a batch; undefined for one that was not run. */
export type BatchOutcome =
  | { readonly result: Result }
  | { readonly error: unknown; readonly undone: boolean }
  | undefined;

/** A statement that gives rows of texts. */
export interface BatchStatement {
  readonly text: string;
  /** Undefined where it is not kept prepared. */
  readonly name: string | undefined;
  readonly values: TextRow;
  readonly namesColumns?: true | undefined;
}

/** What pg tells of a row: the texts of its columns. */
interface DataRow {
  readonly fields: TextRow;
}

/** What pg tells of the columns of a portal. */
interface RowDescription {
  readonly fields: readonly { readonly name: string }[];
}

/** What pg keeps of a session's prepared statements, by name. */
export type Preparing = Connection & {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
};

const DESCRIBE = serialize.describe({ type: 'P' });
const EXECUTE = serialize.execute();
const SYNC = serialize.sync();

/**
 * Statements in one message with one Sync, so in one round trip and one transaction: where one fails, none of them was done. Beside
 * pg's own query it leaves out the description of columns where nobody asks for it, and the objects made by their names.
 * https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING
 */
export class StatementBatch implements Submittable {
  readonly #statements: readonly BatchStatement[];
  readonly #done: (outcomes: readonly BatchOutcome[]) => void;
  readonly #outcomes: BatchOutcome[] = [];
  #rows: TextRow[] = [];
  #columns: readonly string[] | undefined;

  constructor(statements: readonly BatchStatement[], done: (outcomes: readonly BatchOutcome[]) => void) {
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

  get #current(): BatchStatement | undefined {
    return this.#statements[this.#outcomes.length];
  }

  /** Called by pg when the session is free. */
  submit(connection: Connection): null {
    const { parsedStatements, submittedNamedStatements } = connection as Preparing;
    const messages: Uint8Array[] = [];
    for (const { name, text, values, namesColumns } of this.#statements) {
      if (name === undefined) {
        messages.push(serialize.parse({ text }));
      } else if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
        messages.push(serialize.parse({ name, text }));
        submittedNamedStatements[name] = text;
      }
      messages.push(serialize.bind({ statement: name ?? '', values: values as (string | null)[] }));
      if (namesColumns) messages.push(DESCRIBE);
      messages.push(EXECUTE);
    }
    messages.push(SYNC);
    connection.stream.write(Buffer.concat(messages));
    return null;
  }

  handleDataRow({ fields }: DataRow): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {
    const columns = this.#columns;
    this.#outcomes.push({ result: [columns === undefined ? { rows: this.#rows } : { rows: this.#rows, columns }] });
    this.#rows = [];
    this.#columns = undefined;
  }

  /**
   * Of the session, or of the server: what comes after it is not run. Only where the server is ready for more is it certain that nothing
   * was done: one that goes away may have done all of it before, whatever it says. Nobody asks that of a statement by itself, and
   * slonik, whose transaction it may be in, would hear of a lost session first.
   */
  handleError(error: Error, connection: Connection): void {
    const { submittedNamedStatements } = connection as Preparing;
    for (const { name = '' } of this.#statements) delete submittedNamedStatements[name];
    const end = (undone: boolean): void => {
      connection.off('readyForQuery', ready).off('end', lost);
      if (this.#current === undefined) this.#outcomes.fill({ error, undone });
      else this.#outcomes.push({ error, undone });
      this.#finish();
    };
    const ready = (): void => end(true);
    const lost = (): void => end(false);
    const isShared = this.#statements.length > 1;
    if (isShared && error instanceof DatabaseError && !endsSession(error))
      connection.once('readyForQuery', ready).once('end', lost);
    else lost();
  }

  handleReadyForQuery(): void {
    this.#finish();
  }

  handleRowDescription({ fields }: RowDescription): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleEmptyQuery(): void {}

  #finish(): void {
    this.#done(this.#statements.map((_, index) => this.#outcomes[index]));
  }
}
