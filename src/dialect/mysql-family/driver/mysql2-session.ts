import type { Socket } from 'node:net';
import type { Connection } from 'mysql2';
import type { FieldPacket, ResultSetHeader } from 'mysql2/promise';
import mysql from 'mysql2/promise';
import type { BoundStatement, CallMode, ChangeSession, Isolation } from '../../../store/driver.ts';
import type { Result, ResultSet, TextRow, ValueKind } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { cancelUntil } from '../../driver/cancel-until.ts';
import { apiErrorFor } from '../../driver/database-error.ts';
import { discardAfter } from '../../driver/discard-after.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { onSilence } from '../../driver/sockets.ts';
import { type CommandResult, Commands } from './commands.ts';
import type { ConnectOptions } from './connect-options.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { runStatement, runTransaction, type SendContext, variablesStatement } from './run-statement.ts';

const POLL_MS = 20;

/** Maximum bytes of a result besides its rows. */
const RESULT_OVERHEAD = 16 * 1024;

/** Returns true for a result with several generated keys, of which the server reports only the first. */
const hasSeveralKeys = ({ generatedKey, affected = 0 }: ResultSet): boolean =>
  generatedKey !== undefined && affected > 1;

export class Mysql2Session implements ChangeSession {
  readonly #commands: Commands;
  readonly #socket: Socket;
  readonly #connectOptions: ConnectOptions;
  readonly #prepared: PreparedStatements | undefined;
  #canceling: Promise<void> | undefined;
  #isLost = false;
  #rejectsChanges = false;
  #isFresh = true;
  /** Names of the user variables that may have values. */
  #variables: readonly string[] = [];
  #clearing: Promise<void> | undefined;
  /** Undefined until it is needed, and again after a trigger may have changed the setting. */
  #keyStep: number | undefined;
  #bytes = 0;
  #maxBytes = Number.POSITIVE_INFINITY;
  /** Time of the last read of the rights, by `performance.now()`. */
  #rightsReadAt = performance.now();
  /** The server ends the session at this request size. */
  #maxPacket = Number.POSITIVE_INFINITY;

  constructor(connection: Connection, socket: Socket, connectOptions: ConnectOptions) {
    this.#commands = new Commands(connection);
    this.#socket = socket;
    this.#connectOptions = connectOptions;
    const { uses } = connectOptions;
    this.#prepared = uses && new PreparedStatements(connection, uses);
    const { statementTimeoutMs, pool } = connectOptions.source;
    const timeoutMs = statementTimeoutMs + pool.silenceTimeoutMs;
    onSilence(socket, timeoutMs, () => {
      if (this.#commands.running !== undefined) this.#discard(SessionLost.timeout(timeoutMs));
    });
    socket.on('data', (chunk) => this.#count(chunk.length));
  }

  get isLost(): boolean {
    return this.#isLost || this.#rejectsChanges;
  }

  get hasVariables(): boolean {
    return this.#variables.length > 0;
  }

  /** Settles once the variables are cleared. Undefined if the session is not clearing them. */
  get clearing(): Promise<void> | undefined {
    return this.#clearing;
  }

  /** Settles once a pending cancel can no longer hit a later statement. Undefined if no cancel is pending. */
  get canceling(): Promise<void> | undefined {
    return this.#canceling;
  }

  /**
   * Makes the server re-read the account's rights, unless they were read after `since`.
   * https://dev.mysql.com/doc/refman/8.4/en/privilege-changes.html
   */
  async readRights(since: number): Promise<void> {
    if (this.#rightsReadAt >= since) return;
    this.#rightsReadAt = performance.now();
    const { database } = this.#commands.connection.config;
    if (database === undefined || database === '') return;
    await this.#withTimeout(this.#commands.execute(`use \`${database.replaceAll('`', '``')}\``));
  }

  /** @throws ApiError Unavailable if the settings do not reach the server */
  async setUp(): Promise<void> {
    await this.#applySettings();
    const { settingsCheck } = this.#connectOptions.variant;
    const settings = this.#commands.query(`select @@max_allowed_packet as packet, (${settingsCheck}) as settled`);
    const [row] = await this.#withTimeout(settings);
    if (Number(row?.settled) !== 1)
      throw apiErrorFor('settingsLost', { cause: new SessionLost('Session settings were lost') });
    this.#maxPacket = Number(row?.packet);
    this.#connectOptions.packet.max = this.#maxPacket;
  }

  async run(statement: BoundStatement): Promise<Result> {
    const { checkNotTruncated, reportsFirstKeyOnly } = this.#connectOptions.variant;
    const { text, managesTransaction, changesSession } = statement.statement;
    if (changesSession) this.#keyStep = undefined;
    this.#isFresh = false;
    this.#bytes = 0;
    this.#maxBytes = statement.maxBytes ?? Number.POSITIVE_INFINITY;
    let result: Result;
    try {
      result = await (this.#connectOptions.source.tls.mode === 'disable'
        ? this.#execute(statement)
        : this.#sendProtected(statement));
    } catch (error) {
      return this.#fail(withoutValues(error, text), managesTransaction);
    }
    const truncationCheck = checkNotTruncated?.(result, this.#commands.query);
    if (truncationCheck !== undefined) await truncationCheck;
    return reportsFirstKeyOnly ? this.#withKeyStep(result) : result;
  }

  transaction<T>(work: () => Promise<T>, _isolation: Isolation, calls?: CallMode): Promise<T> {
    return runTransaction(work, calls, {
      commands: this.#commands,
      classify: this.#connectOptions.variant.classify,
      isFresh: this.#isFresh,
      isLost: () => this.#isLost,
    });
  }

  cancel(): Promise<void> {
    this.#canceling ??= this.#cancel().finally(() => {
      this.#canceling = undefined;
    });
    return this.#canceling;
  }

  async kill(threadId: number): Promise<void> {
    await this.#commands.execute(`kill query ${threadId}`);
  }

  /** Sets the variables to NULL. If this fails, the session is lost. Never rejects. */
  clearVariables(): Promise<void> {
    this.#clearing ??= this.#clearVariables().finally(() => {
      this.#clearing = undefined;
    });
    return this.#clearing;
  }

  async reset(): Promise<void> {
    try {
      await this.#commands.track((done) => this.#commands.connection.reset((error) => done(error)));
      this.#prepared?.clear();
      this.#variables = [];
      await this.#applySettings();
      this.#isFresh = true;
    } catch (error) {
      this.#discard(SessionLost.from(error));
      throw error;
    }
  }

  async #applySettings(): Promise<void> {
    this.#keyStep = undefined;
    const { variant, source } = this.#connectOptions;
    await this.#withTimeout(this.#commands.execute(variant.settingsOf(source.statementTimeoutMs)));
  }

  #withTimeout<T>(response: Promise<T>): Promise<T> {
    return discardAfter(this.#connectOptions.source.pool.connectTimeout, (error) => this.#discard(error), response);
  }

  async #withKeyStep(result: Result): Promise<Result> {
    if (!result.some(hasSeveralKeys)) return result;
    this.#keyStep ??= Number((await this.#commands.query('select @@auto_increment_increment as step'))[0]?.step);
    const keyStep = this.#keyStep;
    return result.map((set) => (hasSeveralKeys(set) ? { ...set, keyStep } : set));
  }

  /** @param isOpen true if the failed request began a transaction */
  async #fail(error: unknown, isOpen = false): Promise<never> {
    const { classify, isInterrupted } = this.#connectOptions.variant;
    const { isSessionLost, rejectsChanges, apiError } = classify(error);
    this.#isLost ||= isSessionLost;
    this.#rejectsChanges ||= rejectsChanges;
    if (apiError?.code === 'Forbidden') this.#connectOptions.rights.noteRejection();
    if (isOpen && !this.#isLost) await this.#rollBack(error);
    if (this.#bytes > this.#maxBytes + RESULT_OVERHEAD) throw tooLarge(this.#maxBytes, false, error);
    if (isInterrupted?.(error) && this.#canceling === undefined) await this.#checkAlive();
    throw error;
  }

  /**
   * Rolls back. Closes the session if the rollback fails.
   * @throws SessionLost if the statement was canceled, but no transaction is open: it may have committed
   */
  async #rollBack(error: unknown): Promise<void> {
    const { openTransactionQuery, classify } = this.#connectOptions.variant;
    await this.#canceling;
    let isOpen = openTransactionQuery === undefined;
    try {
      if (openTransactionQuery !== undefined)
        isOpen = Number((await this.#commands.query(openTransactionQuery))[0]?.is_open) === 1;
      await this.#commands.execute('rollback');
    } catch {
      this.#discard(SessionLost.from(error));
    }
    if (isOpen || classify(error).apiError?.code !== 'DatabaseTimeout') return;
    this.#isLost = true;
    throw SessionLost.from(error);
  }

  /** @throws SessionLost if the session has ended */
  async #checkAlive(): Promise<void> {
    await this.#commands.execute('do 0').catch((error) => {
      if (!this.#connectOptions.variant.classify(error).isSessionLost) return;
      this.#isLost = true;
      throw SessionLost.from(error);
    });
  }

  async #cancel(): Promise<void> {
    const { running } = this.#commands;
    if (running === undefined) return;
    await cancelUntil({
      ended: running,
      isRunning: () => this.#commands.running === running,
      sendCancel: () => this.#connectOptions.kill(this.#commands.threadId),
      discard: (error) => this.#discard(SessionLost.from(error)),
    });
    // Runs a statement that absorbs a late cancel, which would otherwise end the next statement.
    if (!this.#isLost) await this.#commands.execute('do 0').catch(() => undefined);
  }

  /** Counts received bytes. Discards the session if the result is too large, so that unread rows are not buffered. */
  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes + RESULT_OVERHEAD)
      this.#discard(new SessionLost(`A response exceeds ${this.#maxBytes} bytes`));
  }

  /** Closes the socket at once. mysql2 would wait for the server to close it. */
  #discard(error: SessionLost): void {
    this.#isLost = true;
    this.#socket.destroy(error);
  }

  /** Sends a statement, and polls the number of received bytes, because a socket under TLS emits no events for them. */
  async #sendProtected(statement: BoundStatement): Promise<Result> {
    const before = this.#socket.bytesRead;
    const count = (): void => this.#count(this.#socket.bytesRead - before - this.#bytes);
    const timer = setInterval(count, POLL_MS);
    try {
      const result = await this.#execute(statement);
      count();
      if (this.#isLost) throw SessionLost.from(this.#socket.errored);
      return result;
    } finally {
      clearInterval(timer);
    }
  }

  async #clearVariables(): Promise<void> {
    const settings = Object.fromEntries(this.#variables.map((name) => [name, null]));
    try {
      await this.#withTimeout(runStatement({ settings: {}, ...variablesStatement(settings) }, this.#sendContext));
      this.#variables = [];
    } catch (error) {
      this.#discard(SessionLost.from(error));
    }
  }

  get #sendContext(): SendContext {
    return { commands: this.#commands, prepared: this.#prepared, maxPacket: this.#maxPacket };
  }

  async #execute(bound: BoundStatement): Promise<Result> {
    const names = Object.keys(bound.settings);
    // All statements with settings set the same variables, so the previous caller's values are replaced.
    if (names.length > 0) this.#variables = names;
    else if (this.hasVariables) await this.clearVariables();
    const running = runStatement(bound, this.#sendContext);
    const { cancelAfter } = this.#connectOptions.variant;
    if (cancelAfter !== undefined) return this.#cancelOnTimeout(cancelAfter, running);
    const { answer, fields } = await running;
    return toResult(answer, fields);
  }

  async #cancelOnTimeout(cancelAfter: (timeoutMs: number) => number, running: Promise<CommandResult>): Promise<Result> {
    let cancellation: Promise<void> | undefined;
    const cancel = (): void => {
      cancellation = this.cancel();
    };
    const timer = setTimeout(cancel, cancelAfter(this.#connectOptions.source.statementTimeoutMs));
    try {
      const { answer, fields } = await running;
      return toResult(answer, fields);
    } finally {
      clearTimeout(timer);
      // Waits for the cancel, which could otherwise hit the next statement.
      if (cancellation !== undefined) await cancellation;
    }
  }
}

/** Column metadata; one list per statement if there are several statements. */
type Fields = readonly (FieldPacket | readonly FieldPacket[] | undefined)[] | undefined;

/** @param answer response of mysql2, with rows as arrays */
function toResult(answer: unknown, fields: Fields): Result {
  const isSeveral = Array.isArray(answer) && fields?.some((field) => Array.isArray(field) || field === undefined);
  if (!isSeveral) return [toResultSet(answer, fields as readonly FieldPacket[] | undefined)];
  return answer.map((set, index) => toResultSet(set, fields?.[index] as readonly FieldPacket[] | undefined));
}

/** Result set that converts the metadata when it is read, because only results with unknown columns need it. */
class DescribedRows implements ResultSet {
  readonly rows: readonly TextRow[];
  readonly #fields: readonly FieldPacket[];

  constructor(rows: readonly TextRow[], fields: readonly FieldPacket[]) {
    this.rows = rows;
    this.#fields = fields;
  }

  get columns(): readonly string[] {
    return this.#fields.map(({ name }) => name);
  }

  get kinds(): readonly ValueKind[] {
    return this.#fields.map(valueKind);
  }
}

function toResultSet(answer: unknown, fields: readonly FieldPacket[] | undefined): ResultSet {
  if (Array.isArray(answer)) {
    const rows = answer as readonly TextRow[];
    return fields === undefined ? { rows } : new DescribedRows(rows, fields);
  }
  const { affectedRows, insertId } = answer as ResultSetHeader;
  return { rows: [], affected: affectedRows, ...(insertId !== 0 && { generatedKey: String(insertId) }) };
}

const { Types } = mysql;

const kinds: ReadonlyMap<number, ValueKind> = new Map([
  ...[
    Types.TINY,
    Types.SHORT,
    Types.INT24,
    Types.LONG,
    Types.LONGLONG,
    Types.YEAR,
    Types.FLOAT,
    Types.DOUBLE,
    Types.DECIMAL,
    Types.NEWDECIMAL,
  ].map((type) => [type, 'number'] as const),
  [Types.BIT, 'bits'],
  [Types.JSON, 'json'],
  [Types.DATETIME, 'moment'],
  [Types.TIMESTAMP, 'moment'],
  [Types.TIME, 'time'],
]);

const BINARY = 63;

function valueKind({ columnType = -1, columnLength, characterSet, extendedFormat }: FieldPacket): ValueKind {
  if ((columnType === Types.TINY || columnType === Types.BIT) && columnLength === 1) return 'boolean';
  if (extendedFormat === 'json') return 'json';
  const kind = kinds.get(columnType);
  if (kind !== undefined) return kind;
  return characterSet === BINARY && columnType !== Types.DATE ? 'bytes' : 'text';
}

/**
 * Replaces the SQL of an error with the text that has placeholders. Client values must not be logged, and must not be
 * searched for table names.
 */
function withoutValues(error: unknown, text: string): unknown {
  if (error instanceof Error && 'sql' in error) error.sql = text;
  return error;
}
