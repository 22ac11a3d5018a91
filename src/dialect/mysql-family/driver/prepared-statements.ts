import type { Connection, FieldPacket, PrepareStatementInfo, QueryError } from 'mysql2';
import { KeptStatements, type StatementUses } from '../../driver/kept-statements.ts';

/** Limit per session, even for short statements: the server limits the total (`max_prepared_stmt_count`). */
export const MAX_STATEMENTS = 256;

const TOO_MANY = 1461;

export type QueryCallback = (error: QueryError | null, answer?: unknown, fields?: FieldPacket[]) => void;

/** Prepared statements of one session. They run by mysql2's handles, since mysql2 itself looks them up by text. */
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

  isKept(name: string, text: string): boolean {
    return this.#kept.has(name) || this.#kept.add(name, text);
  }

  /** Runs a statement, preparing it on first use. @param runUnprepared called if the server accepts no more of them */
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
        this.#kept.reject(name);
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

  forget(): void {
    this.#prepared.clear();
  }
}
