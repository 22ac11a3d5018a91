import type { Connection } from 'tedious';
import type { BoundStatement, CallMode, ChangeSession, Isolation } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { discardAfter } from '../../driver/discard-after.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import type { Client } from './client.ts';
import { Commands, type Parameters } from './commands.ts';
import { endsSession, rejectsChanges } from './errors.ts';
import { ServerError } from './server-error.ts';
import type { Wire } from './wire.ts';

const OVERHEAD_BYTES = 16 * 1024;

/** Bytes per character in the protocol, which uses UTF-16. In the response, most characters take one byte. */
const BYTES_PER_CHARACTER = 2;

export interface TdsSessionOptions {
  readonly client: Client;
  readonly source: Pick<ConnectedSource, 'statementTimeoutMs' | 'pool'>;
  readonly changes: boolean;
}

export class TdsSession implements ChangeSession {
  readonly #options: TdsSessionOptions;
  readonly #commands: Commands;
  readonly #wire: Wire;
  #canceling: Promise<void> | undefined;
  #isLost = false;
  #rejectsChanges = false;
  #isWithinTransaction = false;
  #nextBatchId = 0;
  /** Bytes of the current result. */
  #bytes = 0;
  #maxBytes = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, wire: Wire, options: TdsSessionOptions) {
    const { client, source } = options;
    const { statementTimeoutMs, pool } = source;
    this.#options = options;
    this.#wire = wire;
    const responseTimeoutMs = statementTimeoutMs + pool.silenceTimeoutMs;
    this.#commands = new Commands(client, connection, { statementTimeoutMs, responseTimeoutMs });
    connection.once('end', () => {
      this.#isLost = true;
    });
    wire.onBytes((count) => this.#count(count));
  }

  get isLost(): boolean {
    return this.#isLost || this.#rejectsChanges;
  }

  get canceling(): Promise<void> | undefined {
    return this.#canceling;
  }

  async setUp(): Promise<void> {
    const { statementTimeoutMs, pool } = this.#options.source;
    const answer = this.#commands.runBatch(settingsOf(statementTimeoutMs));
    await discardAfter(pool.connectTimeout, (error) => this.#discard(error), answer);
  }

  async run(statement: BoundStatement): Promise<Result> {
    this.#bytes = 0;
    this.#maxBytes = statement.maxBytes ?? Number.POSITIVE_INFINITY;
    const id = String(this.#nextBatchId++);
    const { text, parameters } = wrapBatch(statement, id);
    try {
      return await this.#commands.run(text, parameters);
    } catch (error) {
      return await this.#fail(error, statement, id);
    } finally {
      this.#maxBytes = Number.POSITIVE_INFINITY;
    }
  }

  async transaction<T>(work: () => Promise<T>, _isolation: Isolation, calls?: CallMode): Promise<T> {
    // Procedures run in a nested transaction, in which an unmatched COMMIT commits nothing and raises an error.
    const depth = calls === undefined ? 1 : 2;
    await this.#runBatch('begin transaction; '.repeat(depth));
    this.#isWithinTransaction = true;
    try {
      const result = await work();
      await this.#runBatch('commit transaction; '.repeat(depth));
      return result;
    } catch (error) {
      // If the session is lost, the server rolls back.
      if (!this.#isLost)
        await this.#runBatch(rollbackScript('')).catch((failed) => this.#discard(SessionLost.from(failed)));
      throw error;
    } finally {
      this.#isWithinTransaction = false;
    }
  }

  cancel(): Promise<void> {
    this.#canceling ??= this.#commands.cancel().finally(() => {
      this.#canceling = undefined;
    });
    return this.#canceling;
  }

  async reset(): Promise<void> {
    try {
      await this.#commands.reset();
      await this.setUp();
    } catch (error) {
      this.#discard(SessionLost.from(error));
      throw error;
    }
  }

  /**
   * Runs a batch. A fatal error closes the session.
   * @throws the errors of `Commands`
   */
  async #runBatch(text: string): Promise<Result> {
    try {
      return await this.#commands.runBatch(text);
    } catch (error) {
      if (endsSession(error)) this.#discard(SessionLost.from(error));
      throw error;
    }
  }

  /** Rolls back, then throws. @throws SessionLost if the outcome is unknown */
  async #fail(error: unknown, statement: BoundStatement, id: string): Promise<never> {
    const isTooLarge = this.#bytes > BYTES_PER_CHARACTER * this.#maxBytes + OVERHEAD_BYTES;
    if (endsSession(error)) this.#discard(SessionLost.from(error));
    this.#rejectsChanges ||= rejectsChanges(error);
    if (isTooLarge) throw tooLarge(statement.maxBytes ?? 0, false, error);
    if (this.#isLost) throw error;
    if (isUnsent(error)) throw error;
    await this.#canceling;
    try {
      await this.#clear(statement);
      if (await this.#mayBeCommitted(error, statement, id)) throw SessionLost.from(error);
    } catch (failed) {
      this.#discard(SessionLost.from(failed));
      throw SessionLost.from(error);
    }
    throw error;
  }

  async #clear({ settings }: BoundStatement): Promise<void> {
    if (Object.keys(settings).length === 0) return;
    const { text, parameters } = clearBatch(settings);
    await this.#commands.run(text, parameters);
  }

  /**
   * Rolls back. Returns whether the batch may have been committed, because it was canceled at its commit or failed
   * after it.
   */
  async #mayBeCommitted(error: unknown, { statement }: BoundStatement, id: string): Promise<boolean> {
    if (!this.#options.changes || this.#isWithinTransaction) return false;
    const [set] = await this.#commands.runBatch(rollbackScript(statement.text));
    return statement.managesTransaction === true && !(error instanceof ServerError) && set?.rows[0]?.[0] === id;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > BYTES_PER_CHARACTER * this.#maxBytes + OVERHEAD_BYTES)
      this.#discard(new SessionLost(`A response exceeds ${this.#maxBytes} bytes`));
  }

  #discard(error: SessionLost): void {
    this.#isLost = true;
    this.#wire.destroy(error);
  }
}

/** Returns true if tedious rejected the request before it sent anything. */
const isUnsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EPARAM';

interface Batch {
  readonly text: string;
  readonly parameters: Parameters;
}

/** Key of the session context. Its value is the id of the last batch that reached its commit. */
const COMMITTING = 'joinery.committing';

const CATCH_BLOCK = 'end try begin catch if @@trancount > 0 rollback transaction; throw; end catch';

/** Prints settings on the first line of the statement, because the line numbers of errors identify steps. */
const prefix = (statements: readonly string[]): string => statements.map((statement) => `${statement}; `).join('');

const set = (key: string, value: string): string =>
  `exec sp_set_session_context @key = ${key}, @value = ${value}, @read_only = 0`;

/**
 * Puts a statement between statements that set and clear its settings. These are parameters, so that all callers share
 * one plan.
 *
 * A statement that manages its transaction is wrapped in an outer transaction. Just before the outer COMMIT, the batch
 * stores its id in the session context. After a cancellation, the driver reads the id to find out whether the batch may
 * be committed. TRY is needed because RAISERROR in a trigger would not end the batch:
 * https://learn.microsoft.com/sql/t-sql/statements/set-xact-abort-transact-sql
 * @param id unique in the session
 */
function wrapBatch({ settings, statement, values }: BoundStatement, id: string): Batch {
  const names = Object.keys(settings);
  const keys = names.map((_, index) => `@key${index}`);
  const managesTransaction = statement.managesTransaction === true;
  const parts = [
    prefix(keys.map((key, index) => set(key, `@value${index}`))),
    managesTransaction ? prefix(['set xact_abort on', 'begin try begin transaction']) : '',
    statement.text,
    ...(managesTransaction ? [`\n${set(`N'${COMMITTING}'`, '@unit')}; commit transaction; ${CATCH_BLOCK}`] : []),
    ...(names.length > 0 ? [`\n${clearStatements(keys)}`] : []),
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
      ...(managesTransaction && { unit: id }),
    },
  };
}

const clearStatements = (keys: readonly string[]): string => keys.map((key) => set(key, 'null')).join('; ');

function clearBatch(settings: BoundStatement['settings']): Batch {
  const names = Object.keys(settings);
  return {
    text: clearStatements(names.map((_, index) => `@key${index}`)),
    parameters: Object.fromEntries(names.map((name, index) => [`key${index}`, name])),
  };
}

/** `set identity_insert [dbo].[orders] on` */
const IDENTITY_INSERT = /set identity_insert (?:\[(?:[^\]]|\]\])*\]\.?)+ (?=on)/g;

/**
 * Returns a script that rolls back, and selects the id of the last batch that reached its commit. The script resets
 * `identity_insert`, because other T-SQL engines do not roll it back.
 */
function rollbackScript(text: string): string {
  const off = [...new Set(text.match(IDENTITY_INSERT))].map((set) => `${set}off; `);
  return `if @@trancount > 0 rollback transaction; ${off.join('')}select cast(session_context(N'${COMMITTING}') as nvarchar(40))`;
}

/** Lock waits end before the statement timeout, so that the server reports the rollback. */
const LOCK_TIMEOUT_RATIO = 0.9;

const settingsOf = (timeoutMs: number): string => `set lock_timeout ${Math.ceil(timeoutMs * LOCK_TIMEOUT_RATIO)}`;
