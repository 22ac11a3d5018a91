import type { Connection, FieldPacket, PrepareStatementInfo, QueryError } from 'mysql2';
import { StatementCache, type UseCounts } from '../../driver/statement-cache.ts';

/** Limit per session. The server limits the total by `max_prepared_stmt_count`. */
export const MAX_STATEMENTS = 256;

const TOO_MANY = 1461;

export type QueryCallback = (error: QueryError | null, answer?: unknown, fields?: FieldPacket[]) => void;

/** Keeps the prepared statements of a session by name. mysql2 would find them by their SQL text, which is slower. */
export class PreparedStatements {
  readonly #connection: Connection;
  readonly #cache: StatementCache;
  readonly #prepared = new Map<string, PrepareStatementInfo>();

  constructor(connection: Connection, uses: UseCounts) {
    this.#connection = connection;
    this.#cache = new StatementCache(
      uses,
      (name, text) => {
        this.#prepared.delete(name);
        connection.unprepare(text);
      },
      MAX_STATEMENTS,
    );
  }

  shouldPrepare(name: string, text: string): boolean {
    return this.#cache.has(name) || this.#cache.add(name, text);
  }

  /** @param runUnprepared called if the server accepts no more prepared statements */
  execute(
    name: string,
    text: string,
    values: readonly unknown[],
    done: QueryCallback,
    runUnprepared: () => void,
  ): void {
    const prepared = this.#prepared.get(name);
    if (prepared !== undefined) {
      prepared.execute(values, done);
      return;
    }
    this.#connection.prepare(text, (error, statement) => {
      if (error?.errno === TOO_MANY) {
        this.#cache.reject(name);
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

  clear(): void {
    this.#prepared.clear();
  }
}
