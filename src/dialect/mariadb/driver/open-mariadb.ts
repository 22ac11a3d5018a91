import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { Ask, SessionVariant } from '../../mysql-family/driver/connect-options.ts';
import { errorMeaningOf } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { ROW_IS_GONE } from '../../mysql-family/sql/cursors.ts';
import { refuseCut } from '../../mysql-family/sql/refuse-cut.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { countWarnings } from '../sql/warnings.ts';

/** The most warnings that a session can keep for `show warnings`. */
const MAX_WARNINGS = 65_535;

/** What every session must have for the same answers everywhere; each value is an expression. */
const SETTINGS = {
  time_zone: "'+00:00'",
  // The text of dates, LIKE patterns and quotes depend on it; so the server's own choice does not count. An id of 0 is one:
  // without NO_AUTO_VALUE_ON_ZERO the database would make another. Fractions of seconds that a column has no room for are rounded.
  sql_mode:
    "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,TIME_ROUND_FRACTIONAL'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // The collation of JSON columns: two different binary ones cannot stand in one object.
  collation_connection: 'utf8mb4_bin',
  // group_concat() cuts what is longer; this is the most there is.
  group_concat_max_len: '1073741824',
  // Bytes of a text that sorting compares, 1,024 unless told: rows that differ only behind them could be lost between two pages. With many
  // more, several texts would not fit in the memory that a sort has.
  max_sort_length: '4096',
  max_error_count: String(MAX_WARNINGS),
  sql_select_limit: '18446744073709551615',
  // It would keep every nested list in a table, and costs more than it saves.
  optimizer_switch: "'subquery_cache=off'",
  // A statement outside of a transaction is one by itself: else no change would last. So it would be where a commit began the next transaction.
  autocommit: '1',
  completion_type: "'NO_CHAIN'",
  // A change of all rows is meant so.
  sql_safe_updates: '0',
  // Otherwise `id is null` finds the row that the session inserted last.
  sql_auto_is_null: '0',
  // Digits that avg() adds; see `mean` of aggregates.
  div_precision_increment: '4',
  // Each step of a mutation sees what others have committed before it.
  tx_isolation: "'READ-COMMITTED'",
};

/** The statement that gives a session its settings. @param timeoutMs of each statement */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_statement_time: String(timeoutMs / 1000) });
  return `set session ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
}

/** Of settings that are seldom as the server has them by itself. */
const hasSettings = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** What an error of MariaDB means, by its number: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
export const errorMeaning = errorMeaningOf({
  numbers: {
    filledByDatabase: [1906],
    failedCheck: [4025],
    // A character that a character set cannot represent, in an expression of a column, view, or trigger.
    malformed: [1977],
    tooSlow: [1969],
    away: [1927],
    overtaken: [1020],
    schemaChanged: [1932],
  },
  // A column of `json_table` that cannot be set.
  rowIsGone: { number: 4176, name: ROW_IS_GONE },
  namesTables: false,
});

/** What MariaDB does its own way on a session. */
export const mariadbWays: SessionVariant = {
  charset: 'utf8mb4',
  settingsOf,
  hasSettings,
  withSettings: (settings, text) => ({ text: withSettings(settings, text) }),
  checkNothingCut,
  askOpen: 'select @@in_transaction as is_open',
  meaning: errorMeaning,
};

/** Sessions with one MariaDB. */
export const openMariadb = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mariadbWays);

/** `set statement max_statement_time = 1 for select …` https://mariadb.com/kb/en/set-statement/ */
function withSettings(settings: Readonly<Record<string, string>>, text: string): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `${name} = ${isNumber(value) ? value : mysql.escape(value)}`,
  );
  return `set statement ${set.join(', ')} for ${text}`;
}

/** Settings that are numbers take no text. */
const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value);

/** Warnings of a value that was cut or left out: for `group_concat_max_len`, and for `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/**
 * Nothing is cut silently. Whether something was, the server tells with no more than a warning, and the protocol has to be asked for those.
 * @throws Refusal LimitExceeded when a warning says that something was, or too many to tell
 */
function checkNothingCut(result: Result, ask: Ask): Promise<void> | undefined {
  const count = countWarnings(result);
  return count === 0 ? undefined : readWarnings(count, ask);
}

async function readWarnings(count: number, ask: Ask): Promise<void> {
  const warnings = await ask('show warnings');
  if (count > MAX_WARNINGS || warnings.some(({ Code }) => CUT.has(Code))) refuseCut();
}
