import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { Ask, SessionVariant } from '../../mysql-family/driver/connect-options.ts';
import { errorMeaningOf } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { CURSOR_ROW_DELETED } from '../../mysql-family/sql/cursors.ts';
import { rejectTruncated } from '../../mysql-family/sql/failure/reject-truncated.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { countWarnings } from '../sql/warnings.ts';

/** Maximum for `show warnings`. */
const MAX_WARNINGS = 65_535;

/** Settings that make responses independent of the server; values are expressions. */
const SETTINGS = {
  time_zone: "'+00:00'",
  // Dates, LIKE patterns, and quotes depend on it. Without NO_AUTO_VALUE_ON_ZERO, the server would replace an id of 0.
  // TIME_ROUND_FRACTIONAL rounds fractional seconds to the column's precision.
  sql_mode:
    "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,TIME_ROUND_FRACTIONAL'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // Collation of JSON columns: different binary collations cannot be in one object.
  collation_connection: 'utf8mb4_bin',
  // group_concat() truncates beyond this maximum.
  group_concat_max_len: '1073741824',
  // Bytes of text that a sort compares, by default 1,024. Rows that differ only beyond them could be lost between
  // pages. With many more, several texts would not fit in sort memory.
  max_sort_length: '4096',
  max_error_count: String(MAX_WARNINGS),
  sql_select_limit: '18446744073709551615',
  // The cache would store every nested list in a table, and costs more than it saves.
  optimizer_switch: "'subquery_cache=off'",
  // Statements outside a transaction must commit. A chained commit would begin another transaction.
  autocommit: '1',
  completion_type: "'NO_CHAIN'",
  // A change of all rows is intended.
  sql_safe_updates: '0',
  // Otherwise `id is null` finds the last inserted row of the session.
  sql_auto_is_null: '0',
  // Digits that avg() adds; see `mean` of aggregates.
  div_precision_increment: '4',
  // Each step of a mutation sees earlier commits of others.
  tx_isolation: "'READ-COMMITTED'",
};

/** @param timeoutMs of each statement */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_statement_time: String(timeoutMs / 1000) });
  return `set session ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
}

/** Tests settings that rarely are the server's defaults. */
const hasSettings = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** https://mariadb.com/kb/en/mariadb-error-code-reference/ */
export const errorMeaning = errorMeaningOf({
  numbers: {
    filledByDatabase: [1906],
    failedCheck: [4025],
    // A character that a character set cannot represent, in an expression of a column, view, or trigger.
    malformed: [1977],
    tooSlow: [1969],
    away: [1927],
    conflict: [1020],
    schemaChanged: [1932],
  },
  // A `json_table` column that cannot be set.
  rowIsGone: { number: 4176, name: CURSOR_ROW_DELETED },
  namesTables: false,
});

export const mariadbSession: SessionVariant = {
  charset: 'utf8mb4',
  settingsOf,
  hasSettings,
  withSettings: (settings, text) => ({ text: withSettings(settings, text) }),
  checkNothingCut,
  askOpen: 'select @@in_transaction as is_open',
  classify: errorMeaning,
};

export const openMariadb = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mariadbSession);

/** Returns `set statement max_statement_time = 1 for select …`: https://mariadb.com/kb/en/set-statement/ */
function withSettings(settings: Readonly<Record<string, string>>, text: string): string {
  const set = Object.entries(settings).map(
    ([name, value]) => `${name} = ${isNumber(value) ? value : mysql.escape(value)}`,
  );
  return `set statement ${set.join(', ')} for ${text}`;
}

const isNumber = (value: string): boolean => /^\d+(?:\.\d+)?$/.test(value);

/** Warnings of a truncated or omitted value: `group_concat_max_len` and `max_allowed_packet`. */
const CUT: ReadonlySet<unknown> = new Set([1260, 1301]);

/**
 * Checks that nothing was truncated, about which the server only warns.
 * @throws ApiError LimitExceeded if a value was truncated, or if there are too many warnings to know
 */
function checkNothingCut(result: Result, ask: Ask): Promise<void> | undefined {
  const count = countWarnings(result);
  return count === 0 ? undefined : readWarnings(count, ask);
}

async function readWarnings(count: number, ask: Ask): Promise<void> {
  const warnings = await ask('show warnings');
  if (count > MAX_WARNINGS || warnings.some(({ Code }) => CUT.has(Code))) rejectTruncated();
}
