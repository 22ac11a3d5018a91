import { DatabaseError } from 'pg-protocol';
import { type DatabasePoolConnection, type DatabaseTransactionConnection, sql } from 'slonik';
import { Refusal } from '../../../base/errors.ts';
import type { ChangeSession, Unit } from '../../../store/driver.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { SessionLost } from '../../session-lost.ts';
import type { Session } from './session.ts';
import { asked } from './slonik-driver.ts';

/**
 * What the next one to get the session must not meet: settings, a role, temporary tables, locks. `discard all` would throw prepared
 * statements away as well. What was taken back has left nothing.
 */
const RESET = [
  'reset session authorization',
  'reset all',
  'discard temp',
  'unlisten *',
  'select pg_advisory_unlock_all()',
];

/** What slonik takes for a statement. */
const STATEMENT = sql.unsafe`select`;

/** A session of slonik's pool, for as long as it is lent. */
export class SlonikSession implements ChangeSession {
  readonly #connection: DatabasePoolConnection;
  #transaction: DatabaseTransactionConnection | undefined;
  #session: Session | undefined;
  #isOver = false;

  constructor(connection: DatabasePoolConnection) {
    this.#connection = connection;
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): SessionLost | undefined {
    return this.#session?.lost;
  }

  async run(unit: Unit): Promise<Result> {
    const { text } = unit.statement;
    const through = this.#transaction ?? this.#connection;
    const { rows, fields } = await this.#ask(() => through.query({ ...STATEMENT, sql: text }), unit);
    const texts = rows as unknown as readonly TextRow[];
    return [fields.length === 0 ? { rows: texts } : { rows: texts, columns: fields.map(({ name }) => name) }];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const within = async (transaction: DatabaseTransactionConnection): Promise<T> => {
      this.#transaction = transaction;
      return await work().catch((error) => {
        failure = { error };
        throw error;
      });
    };
    try {
      // Sessions read what is committed, whatever is said here: see their settings.
      return await this.#ask(() => this.#connection.transaction(within));
    } catch (error) {
      // slonik tells of a ROLLBACK that fails in place of what it was for.
      throw failure === undefined ? error : failure.error;
    } finally {
      this.#transaction = undefined;
    }
  }

  async reset(): Promise<void> {
    for (const text of RESET) await this.run({ settings: {}, statement: { text, slots: [] }, values: [] });
  }

  async cancel(): Promise<void> {
    if (!this.#isOver) await this.#session?.cancel();
  }

  /** Notes that it is lent no more, once no cancel is on its way. A transaction that could not be ended ends with it. */
  async end(): Promise<void> {
    this.#isOver = true;
    const session = this.#session;
    await session?.cancelling;
    if (session?.isWithinTransaction) session.lose(new SessionLost('A transaction was not ended'));
  }

  /** @throws the server's errors; SessionLost for what slonik says where a session has ended, or is not handed out */
  async #ask<T>(ask: () => Promise<T>, unit?: Unit): Promise<T> {
    const onSession = (session: Session): void => {
      this.#session = session;
    };
    try {
      return await asked.run(unit === undefined ? { onSession } : { unit, onSession }, ask);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof Refusal) throw error;
      throw this.#session === undefined ? SessionLost.by(error) : (this.lost ?? error);
    }
  }
}
