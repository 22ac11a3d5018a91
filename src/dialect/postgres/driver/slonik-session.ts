import { DatabaseError } from 'pg-protocol';
import { type DatabasePoolConnection, sql } from 'slonik';
import { Refusal } from '../../../base/errors.ts';
import type { ChangeSession, Unit } from '../../../store/driver.ts';
import type { Result, TextRow } from '../../../store/result.ts';
import { runUnit } from '../../../store/run-unit.ts';
import { cancelUntil } from '../../cancel-until.ts';
import { SessionLost } from '../../session-lost.ts';
import type { Session } from './session.ts';
import { asked } from './slonik-driver.ts';
import { plainUnit } from './unit-messages.ts';

/**
 * What the next one to get the session must not meet: settings, a role, cursors, temporary tables, sequences, locks. `discard all` would throw
 * prepared statements away as well.
 */
const RESET = [
  'reset session authorization',
  'reset all',
  'close all',
  'discard temp',
  'discard sequences',
  'unlisten *',
  'select pg_catalog.pg_advisory_unlock_all()',
];

/** What slonik takes for a statement. */
const STATEMENT = sql.unsafe`select`;

/** What slonik is asked to say to the server, on its way and until it is answered. */
interface Saying {
  readonly sent: PromiseWithResolvers<void>;
  readonly ended: PromiseWithResolvers<void>;
}

/** A session of slonik's pool, for as long as it is lent. slonik begins and ends transactions; statements go to the session itself. */
export class SlonikSession implements ChangeSession {
  readonly #connection: DatabasePoolConnection;
  #session: Session | undefined;
  #saying: Saying | undefined;

  constructor(connection: DatabasePoolConnection) {
    this.#connection = connection;
  }

  /** What the session was lost by; undefined while it is of use. */
  get lost(): SessionLost | undefined {
    return this.#session?.lost;
  }

  async run(unit: Unit): Promise<Result> {
    this.#say();
    try {
      return await (this.#session === undefined ? this.#runBySlonik(unit) : this.#runOn(this.#session, unit));
    } finally {
      this.#hush();
    }
  }

  #runOn(session: Session, unit: Unit): Promise<Result> {
    this.#saying?.sent.resolve();
    return runUnit(session, unit);
  }

  /** Only slonik knows which session it has lent: it tells with the first thing that is asked. */
  async #runBySlonik(unit: Unit): Promise<Result> {
    const { text } = unit.statement;
    const { rows, fields } = await this.#ask(() => this.#connection.query({ ...STATEMENT, sql: text }), unit);
    const texts = rows as unknown as readonly TextRow[];
    return [fields.length === 0 ? { rows: texts } : { rows: texts, columns: fields.map(({ name }) => name) }];
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    let failure: { readonly error: unknown } | undefined;
    const within = async (): Promise<T> => {
      this.#hush();
      try {
        return await work();
      } catch (error) {
        failure = { error };
        throw error;
      } finally {
        this.#say();
      }
    };
    this.#say();
    try {
      return await this.#ask(() => this.#connection.transaction(within));
    } catch (error) {
      // slonik tells of a ROLLBACK that fails in place of what it was for.
      throw failure === undefined ? error : failure.error;
    } finally {
      this.#hush();
    }
  }

  async reset(): Promise<void> {
    try {
      for (const text of RESET) await this.run(plainUnit(text));
    } catch (error) {
      this.#session?.lose(SessionLost.by(error));
      throw error;
    }
  }

  async cancel(): Promise<void> {
    const saying = this.#saying;
    if (saying === undefined) return;
    const isMeant = (): boolean => this.#saying === saying;
    await cancelUntil({
      ended: saying.ended.promise,
      isMeant,
      ask: async () => {
        await Promise.race([saying.sent.promise, saying.ended.promise]);
        if (isMeant()) await this.#session?.cancel();
      },
      lose: () => undefined,
    });
  }

  /** To be called before somebody else gets the session. A transaction that could not be ended ends with it. */
  async end(): Promise<void> {
    const session = this.#session;
    await session?.cancelling;
    if (session?.isWithinTransaction) session.lose(new SessionLost('A transaction was not ended'));
    else if (session?.isAltered) await this.reset().catch(() => undefined);
  }

  #say(): void {
    this.#saying = { sent: Promise.withResolvers(), ended: Promise.withResolvers() };
  }

  #hush(): void {
    this.#saying?.ended.resolve();
    this.#saying = undefined;
  }

  /** @throws the server's errors; SessionLost for what slonik says where a session has ended, or is not handed out */
  async #ask<T>(ask: () => Promise<T>, unit?: Unit): Promise<T> {
    const onSession = (session: Session): void => {
      this.#session = session;
      this.#saying?.sent.resolve();
    };
    try {
      return await asked.run(unit === undefined ? { onSession } : { unit, onSession }, ask);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof Refusal) throw error;
      throw this.#session === undefined ? SessionLost.by(error) : (this.lost ?? error);
    }
  }
}
