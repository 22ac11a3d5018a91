import type { Connection, FieldPacket, PrepareStatementInfo, QueryError } from 'mysql2';
import { KeptStatements, type StatementUses } from '../../driver/kept-statements.ts';

/** Statements of one session, however short: the server counts those of all (`max_prepared_stmt_count`). */
export const MAX_STATEMENTS = 256;

/** The server keeps as many already as it may (`max_prepared_stmt_count`), of whomever. */
const TOO_MANY = 1461;

/** Told of what mysql2 has done. */
export type QueryCallback = (error: QueryError | null, answer?: unknown, fields?: FieldPacket[]) => void;

/** The statements that a session keeps prepared. They are run by what mysql2 gave for them: it would look for each by its whole text. */
export class PreparedStatements {
  readonly #connection: Connection;
  readonly #kept: KeptStatements;
  readonly #prepared = new Map<string, PrepareStatementInfo>();

  constructor(connection: Connection, uses: StatementUses) {
    this.#connection = connection;
    this.#kept = new KeptStatements(
      uses,
      (name, text) => {
        this.#prepared.delete(name);
        connection.unprepare(text);
      },
      MAX_STATEMENTS,
    );
  }

  /** Whether a statement is to be prepared, by its use now. */
  isKept(name: string, text: string): boolean {
    return this.#kept.has(name) || this.#kept.add(name, text);
  }

  /** Runs a statement, prepared when it is run first. @param runUnprepared does it where the server keeps no more */
  execute(
    name: string,
    text: string,
    values: readonly unknown[],
    done: QueryCallback,
    runUnprepared: () => void,
  ): void {
    const known = this.#prepared.get(name);
    if (known !== undefined) {
      known.execute(values, done);
      return;
    }
    this.#connection.prepare(text, (error, statement) => {
      if (error?.errno === TOO_MANY) {
        this.#kept.refuse(name);
        runUnprepared();
        return;
      }
      if (error) {
        done(error);
        return;
      }
      this.#prepared.set(name, statement);
      statement.execute(values, done);
    });
  }

  /** Notes that the server has none of them any more. */
  forget(): void {
    this.#prepared.clear();
  }
}
