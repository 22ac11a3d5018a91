import type { Connection } from 'tedious';
import type { BoundStatement, Calls, ChangeSession, Isolation } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { loseAfter } from '../../driver/lose-after.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import type { Client } from './client.ts';
import { Commands, type Parameters } from './commands.ts';
import { endsSession, rejectsChanges } from './errors.ts';
import { ServerError } from './server-error.ts';
import type { Wire } from './wire.ts';

/** Bytes that a result has beside its rows. */
const FRAME = 16 * 1024;

/** Bytes of a letter on the wire: texts come in UTF-16, and most letters have one byte in an answer. */
const WIDTH = 2;

/** What a session is made with. */
export interface TdsSessionOptions {
  readonly client: Client;
  readonly source: Pick<ConnectedSource, 'statementTimeout' | 'pool'>;
  /** Whether it is lent for changes, which may leave transactions open. */
  readonly changes: boolean;
}

/** A session of the pool, for as long as its connection lives. */
export class TdsSession implements ChangeSession {
  readonly #parts: TdsSessionOptions;
  readonly #commands: Commands;
  readonly #wire: Wire;
  #cancelling: Promise<void> | undefined;
  #isLost = false;
  /** Whether the server rejected a change because the database is read-only. */
  #rejectsChanges = false;
  #isWithinTransaction = false;
  /** Units that own their transaction so far. */
  #owners = 0;
  /** Bytes of what runs that have come, and those that may. */
  #bytes = 0;
  #maxBytes = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, wire: Wire, parts: TdsSessionOptions) {
    const { client, source } = parts;
    const { statementTimeout, pool } = source;
    this.#parts = parts;
    this.#wire = wire;
    const silence = statementTimeout + pool.silenceTimeout;
    this.#commands = new Commands(client, connection, { timeout: statementTimeout, silence });
    connection.once('end', () => {
      this.#isLost = true;
    });
    wire.onBytes((count) => this.#count(count));
  }

  /** Whether it is of no more use. */
  get isLost(): boolean {
    return this.#isLost || this.#rejectsChanges;
  }

  /** Settles once no cancel is on its way; undefined where there is none. */
  get cancelling(): Promise<void> | undefined {
    return this.#cancelling;
  }

  /** Gives a new session the settings that all have. */
  async setUp(): Promise<void> {
    const { statementTimeout, pool } = this.#parts.source;
    const answer = this.#commands.say(settingsOf(statementTimeout));
    await loseAfter(pool.connectTimeout, (error) => this.#lose(error), answer);
  }

  async run(unit: BoundStatement): Promise<Result> {
    this.#bytes = 0;
    this.#maxBytes = unit.maxBytes ?? Number.POSITIVE_INFINITY;
    const id = String(this.#owners++);
    const { text, parameters } = framed(unit, id);
    try {
      return await this.#commands.run(text, parameters);
    } catch (error) {
      return await this.#fail(error, unit, id);
    } finally {
      this.#maxBytes = Number.POSITIVE_INFINITY;
    }
  }

  async transaction<T>(work: () => Promise<T>, _isolation: Isolation, calls?: Calls): Promise<T> {
    // Within a transaction more, a COMMIT that a procedure did not begin itself ends nothing, and is an error of the server.
    const depth = calls === undefined ? 1 : 2;
    await this.#say('begin transaction; '.repeat(depth));
    this.#isWithinTransaction = true;
    try {
      const result = await work();
      await this.#say('commit transaction; '.repeat(depth));
      return result;
    } catch (error) {
      // Of a session that is lost the server takes everything back by itself.
      if (!this.#isLost) await this.#say(takingBack('')).catch((failed) => this.#lose(SessionLost.by(failed)));
      throw error;
    } finally {
      this.#isWithinTransaction = false;
    }
  }

  cancel(): Promise<void> {
    this.#cancelling ??= this.#commands.cancel().finally(() => {
      this.#cancelling = undefined;
    });
    return this.#cancelling;
  }

  async reset(): Promise<void> {
    try {
      await this.#commands.reset();
      await this.setUp();
    } catch (error) {
      this.#lose(SessionLost.by(error));
      throw error;
    }
  }

  /** @throws as `Commands`; a session whose error ends it is lost */
  async #say(text: string): Promise<Result> {
    try {
      return await this.#commands.say(text);
    } catch (error) {
      if (endsSession(error)) this.#lose(SessionLost.by(error));
      throw error;
    }
  }

  /** @throws SessionLost where nobody knows whether the unit was done; else the error, once nothing of the unit is left */
  async #fail(error: unknown, unit: BoundStatement, id: string): Promise<never> {
    const isTooLarge = this.#bytes > WIDTH * this.#maxBytes + FRAME;
    if (endsSession(error)) this.#lose(SessionLost.by(error));
    this.#rejectsChanges ||= rejectsChanges(error);
    if (isTooLarge) throw tooLarge(unit.maxBytes ?? 0, false, error);
    if (this.#isLost) throw error;
    if (isUnsent(error)) throw error;
    await this.#cancelling;
    try {
      await this.#clear(unit);
      if (await this.#mayBeCommitted(error, unit, id)) throw SessionLost.by(error);
    } catch (failed) {
      this.#lose(SessionLost.by(failed));
      throw SessionLost.by(error);
    }
    throw error;
  }

  async #clear({ settings }: BoundStatement): Promise<void> {
    if (Object.keys(settings).length === 0) return;
    const { text, parameters } = clearing(settings);
    await this.#commands.run(text, parameters);
  }

  /** Takes back what a unit has left open. Whether it was committed all the same: its error came behind that, or it was stopped there. */
  async #mayBeCommitted(error: unknown, { statement }: BoundStatement, id: string): Promise<boolean> {
    if (!this.#parts.changes || this.#isWithinTransaction) return false;
    const [set] = await this.#commands.say(takingBack(statement.text));
    return statement.managesTransaction === true && !(error instanceof ServerError) && set?.rows[0]?.[0] === id;
  }

  /** Nothing of a result is kept that nobody will read. */
  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > WIDTH * this.#maxBytes + FRAME)
      this.#lose(new SessionLost(`An answer has more than ${this.#maxBytes} bytes`));
  }

  #lose(error: SessionLost): void {
    this.#isLost = true;
    this.#wire.destroy(error);
  }
}

/** Whether tedious has refused it before it was sent. */
const isUnsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPARAM';

/** A unit as it is sent. */
interface Framed {
  readonly text: string;
  readonly parameters: Parameters;
}

/** A name in the context of the session: it tells which batch came to its commit last. */
const COMMITTING = 'joinery.committing';

/** Every error takes the transaction back, and is told as it is. */
const CAUGHT = 'end try begin catch if @@trancount > 0 rollback transaction; throw; end catch';

/** Whatever stands before the statement is on its first line: errors tell lines, by which steps are found. */
const before = (statements: readonly string[]): string => statements.map((one) => `${one}; `).join('');

const set = (key: string, value: string): string =>
  `exec sp_set_session_context @key = ${key}, @value = ${value}, @read_only = 0`;

/**
 * A unit with its settings: names and values in the context of the session, of which predicates of the server's row-level security and defaults of columns
 * make use. They are parameters, so that the plan is one for all callers, and gone behind it.
 *
 * A unit that owns its transaction has one more around it: where it is stopped, it is known whether it may have been committed. It stands within TRY, as
 * RAISERROR of a trigger would be told otherwise, and end nothing: https://learn.microsoft.com/sql/t-sql/statements/set-xact-abort-transact-sql
 * @param id of a unit that owns its transaction, unlike all others of the session
 */
function framed({ settings, statement, values }: BoundStatement, id: string): Framed {
  const names = Object.keys(settings);
  const keys = names.map((_, index) => `@key${index}`);
  const isOwner = statement.managesTransaction === true;
  const parts = [
    before(keys.map((key, index) => set(key, `@value${index}`))),
    isOwner ? before(['set xact_abort on', 'begin try begin transaction']) : '',
    statement.text,
    ...(isOwner ? [`\n${set(`N'${COMMITTING}'`, '@unit')}; commit transaction; ${CAUGHT}`] : []),
    ...(names.length > 0 ? [`\n${cleared(keys)}`] : []),
  ];
  return {
    text: parts.join(''),
    parameters: {
      ...Object.fromEntries(values.map((value, index) => [`p${index}`, value])),
      ...Object.fromEntries(
        names.flatMap((name, index) => [
          [`key${index}`, name],
          [`value${index}`, settings[name]],
        ]),
      ),
      ...(isOwner && { unit: id }),
    },
  };
}

const cleared = (keys: readonly string[]): string => keys.map((key) => set(key, 'null')).join('; ');

/** Clears the settings of a unit that failed before it could. */
function clearing(settings: BoundStatement['settings']): Framed {
  const names = Object.keys(settings);
  return {
    text: cleared(names.map((_, index) => `@key${index}`)),
    parameters: Object.fromEntries(names.map((name, index) => [`key${index}`, name])),
  };
}

/** `set identity_insert [dbo].[orders] on` */
const NUMBERS = /set identity_insert (?:\[(?:[^\]]|\]\])*\]\.?)+ (?=on)/g;

/**
 * Takes back what a text has left open, and gives the id of the batch that came to its commit last. SQL Server ends with a text the right to give numbers that
 * it has set on; other engines keep it, and give it to one table of a session alone.
 */
function takingBack(text: string): string {
  const off = [...new Set(text.match(NUMBERS))].map((set) => `${set}off; `);
  return `if @@trancount > 0 rollback transaction; ${off.join('')}select cast(session_context(N'${COMMITTING}') as nvarchar(40))`;
}

/** Part of the time of a statement for which it may wait for a lock: so the server itself says that it was undone. */
const WAITING = 0.9;

/**
 * What every session must have for the same answers everywhere, beside what tedious tells it as it opens: ANSI settings on, `dateformat mdy`,
 * `datefirst 7`, texts of any size, READ COMMITTED.
 * @param timeoutMs of each statement, for which the server itself has no bound
 */
const settingsOf = (timeoutMs: number): string => `set lock_timeout ${Math.ceil(timeoutMs * WAITING)}`;
