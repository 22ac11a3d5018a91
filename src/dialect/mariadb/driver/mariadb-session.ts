import mysql, { type PoolConnection, type RowDataPacket } from 'mysql2/promise';
import type { ChangeSession, Unit } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import { countWarnings, refuseCut } from '../sql/warnings.ts';
import type { Encoded } from './codec.ts';
import { errorMeaning } from './error-meaning.ts';
import { asLiteral, asTyped } from './parameters.ts';
import { MAX_WARNINGS, settingsOf } from './session-settings.ts';
import { toResult } from './to-result.ts';

/** Warnings of a value that was cut or left out: for `group_concat_max_len`, and for `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/** How statements are run: kept prepared or not, and how many milliseconds each has. */
export interface SessionOptions {
  readonly prepared: boolean;
  readonly statementTimeout: number;
}

/** A session of the pool, for as long as it is lent. */
export class MariadbSession implements ChangeSession {
  readonly #connection: PoolConnection;
  readonly #options: SessionOptions;
  #isLost = false;

  constructor(connection: PoolConnection, options: SessionOptions) {
    this.#connection = connection;
    this.#options = options;
  }

  /** Whether it is of no more use. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Gives the session the settings that all have. */
  async setUp(): Promise<void> {
    await this.#connection.query(settingsOf(this.#options.statementTimeout));
  }

  /** Whether something was cut, the server tells with no more than a warning, and the protocol has to be asked for those. */
  async run(unit: Unit): Promise<Result> {
    const result = await this.#send(unit).catch((error) => {
      this.#isLost ||= errorMeaning(error).isSessionLost;
      throw error;
    });
    const warnings = countWarnings(result);
    if (warnings > 0) await this.#checkNothingCut(warnings);
    return result;
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#connection.query('start transaction');
    try {
      const result = await work();
      await this.#connection.query('commit');
      return result;
    } catch (error) {
      // Of a session that is lost the server takes everything back by itself.
      await this.#connection.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  async cancel(): Promise<void> {}

  async reset(): Promise<void> {
    await this.#connection.reset();
    await this.setUp();
  }

  /** Rows as arrays: names of columns would be repeated for each. */
  async #send({ settings, statement: { text, name, slots }, values }: Unit): Promise<Result> {
    const options = { sql: withSettings(settings, text), rowsAsArray: true };
    const encoded = values as readonly Encoded[];
    const [answer, fields] =
      this.#options.prepared && name !== undefined
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

  /** Nothing is cut silently. @throws Refusal LimitExceeded when a warning says that something was, or too many to tell */
  async #checkNothingCut(count: number): Promise<void> {
    const [rows] = await this.#connection.query<RowDataPacket[]>('show warnings');
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
