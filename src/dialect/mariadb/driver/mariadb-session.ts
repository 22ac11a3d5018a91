import type { Socket } from 'node:net';
import mysql, { type PoolConnection, type RowDataPacket } from 'mysql2/promise';
import type { ChangeSession, Unit } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { tooLarge } from '../../../store/too-large.ts';
import { cancelUntil } from '../../cancel-until.ts';
import { KeptStatements } from '../../kept-statements.ts';
import { loseAfter } from '../../lose-after.ts';
import { SessionLost } from '../../session-lost.ts';
import { onSilence } from '../../sockets.ts';
import { countWarnings, refuseCut } from '../sql/warnings.ts';
import type { Encoded } from './codec.ts';
import { errorMeaning } from './error-meaning.ts';
import type { Opening } from './opening.ts';
import { asLiteral, asTyped } from './parameters.ts';
import { MAX_WARNINGS, settingsOf } from './session-settings.ts';
import { toResult } from './to-result.ts';

/** Warnings of a value that was cut or left out: for `group_concat_max_len`, and for `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/** Bytes that a result has beside its rows. */
const FRAME = 16 * 1024;

/** A session of the pool, for as long as it is lent. */
export class MariadbSession implements ChangeSession {
  readonly #connection: PoolConnection;
  readonly #socket: Socket;
  readonly #opening: Opening;
  /** mysql2 prepares what is executed, and knows it by its text. */
  readonly #kept: KeptStatements | undefined;
  /** What it runs. */
  #running: Promise<unknown> | undefined;
  #cancelling: Promise<void> | undefined;
  #isLost = false;
  /** Bytes of what runs that have come, and those that may. */
  #bytes = 0;
  #maxBytes = Number.POSITIVE_INFINITY;

  constructor(connection: PoolConnection, socket: Socket, opening: Opening) {
    this.#connection = connection;
    this.#socket = socket;
    this.#opening = opening;
    const { uses } = opening;
    this.#kept = uses && new KeptStatements(uses, (_, sql) => connection.unprepare({ sql, rowsAsArray: true }));
    const { statementTimeout, pool } = opening.source;
    const silence = statementTimeout + pool.silenceTimeout;
    onSilence(socket, silence, () => {
      if (this.#running !== undefined) this.#lose(SessionLost.ofSilence(silence));
    });
    // Within TLS nothing is told of them.
    socket.on('data', (chunk) => this.#count(chunk.length));
  }

  /** Whether it is of no more use. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Settles once no cancel is on its way; undefined where there is none. */
  get cancelling(): Promise<void> | undefined {
    return this.#cancelling;
  }

  /** Gives the session the settings that all have. */
  async setUp(): Promise<void> {
    const { statementTimeout, pool } = this.#opening.source;
    await loseAfter(pool.connectTimeout, (error) => this.#lose(error), this.#say(settingsOf(statementTimeout)));
  }

  /** Whether something was cut, the server tells with no more than a warning, and the protocol has to be asked for those. */
  async run(unit: Unit): Promise<Result> {
    this.#bytes = 0;
    this.#maxBytes = unit.maxBytes ?? Number.POSITIVE_INFINITY;
    const result = await this.#track(this.#send(unit)).catch((error) => {
      this.#isLost ||= errorMeaning(error).isSessionLost;
      throw this.#bytes > this.#maxBytes + FRAME ? tooLarge(this.#maxBytes, false, error) : error;
    });
    const warnings = countWarnings(result);
    if (warnings > 0) await this.#checkNothingCut(warnings);
    return result;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#say('start transaction');
    try {
      const result = await work();
      await this.#say('commit');
      return result;
    } catch (error) {
      // Of a session that is lost the server takes everything back by itself.
      await this.#say('rollback').catch(() => undefined);
      throw error;
    }
  }

  cancel(): Promise<void> {
    this.#cancelling ??= this.#cancel().finally(() => {
      this.#cancelling = undefined;
    });
    return this.#cancelling;
  }

  /** Stops what another session runs. */
  async kill(threadId: number): Promise<void> {
    await this.#say(`kill query ${threadId}`);
  }

  async reset(): Promise<void> {
    try {
      await this.#track(this.#connection.reset());
      await this.setUp();
    } catch (error) {
      this.#lose(SessionLost.by(error));
      throw error;
    }
  }

  async #cancel(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    await cancelUntil({
      ended: running,
      isMeant: () => this.#running === running,
      ask: () => this.#opening.kill(this.#connection.threadId),
      lose: (error) => this.#lose(SessionLost.by(error)),
    });
    // What was asked when nothing ran any more would end what comes next.
    if (!this.#isLost) await this.#say('do 0').catch(() => undefined);
  }

  /** Nothing of a result is kept that nobody will read. */
  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes + FRAME)
      this.#lose(new SessionLost(`An answer has more than ${this.#maxBytes} bytes`));
  }

  /** mysql2 would wait for the server to take its leave. */
  #lose(error: SessionLost): void {
    this.#isLost = true;
    this.#socket.destroy(error);
  }

  async #say(text: string): Promise<void> {
    await this.#track(this.#connection.query(text));
  }

  async #track<T>(running: Promise<T>): Promise<T> {
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /** Rows as arrays: names of columns would be repeated for each. */
  async #send({ settings, statement: { text, name, slots }, values }: Unit): Promise<Result> {
    const options = { sql: withSettings(settings, text), rowsAsArray: true };
    const encoded = values as readonly Encoded[];
    const [answer, fields] =
      name !== undefined && this.#isKept(name, text)
        ? await this.#connection.execute(
            options,
            encoded.map((value, index) => asTyped(value, slots[index])),
          )
        : await this.#connection.query(
            options,
            encoded.map((value, index) => asLiteral(value, slots[index])),
          );
    return toResult(answer, fields);
  }

  #isKept(name: string, text: string): boolean {
    return this.#kept !== undefined && (this.#kept.has(name) || this.#kept.add(name, text));
  }

  /** Nothing is cut silently. @throws Refusal LimitExceeded when a warning says that something was, or too many to tell */
  async #checkNothingCut(count: number): Promise<void> {
    const [rows] = await this.#track(this.#connection.query<RowDataPacket[]>('show warnings'));
    const codes = rows.map(({ Code }) => Code as unknown);
    if (count > MAX_WARNINGS || codes.some((code) => CUT.has(code))) {
      refuseCut();
    }
  }
}

/** `set statement max_statement_time = 1 for select …` https://mariadb.com/kb/en/set-statement/ */
function withSettings(settings: Unit['settings'], text: string): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `${name} = ${isNumber(value) ? value : mysql.escape(value)}`,
  );
  return set.length === 0 ? text : `set statement ${set.join(', ')} for ${text}`;
}

/** Settings that are numbers take no text. */
const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value);
