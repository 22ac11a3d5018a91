import type { Driver } from '../../../store/driver.ts';
import type { Result } from '../../../store/result.ts';
import type { SessionQuery, SessionVariant } from '../../mysql-family/driver/connect-options.ts';
import { createErrorClassifier } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { CURSOR_ROW_DELETED } from '../../mysql-family/sql/cursors.ts';
import { rejectTruncated } from '../../mysql-family/sql/failure/reject-truncated.ts';
import type { ConnectedSource } from '../../store-kind.ts';
import { countWarnings } from '../sql/warnings.ts';

const MAX_WARNINGS = 65_535;

const SETTINGS = {
  time_zone: "'+00:00'",
  // Without NO_AUTO_VALUE_ON_ZERO, the server replaces an id of 0.
  sql_mode:
    "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO,TIME_ROUND_FRACTIONAL'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // Equals the collation of JSON columns, because one JSON object cannot mix binary collations.
  collation_connection: 'utf8mb4_bin',
  group_concat_max_len: '1073741824',
  // Number of bytes of a value that a sort compares. Rows whose values differ only after these bytes could be lost
  // between pages. A larger value would exhaust sort memory.
  max_sort_length: '4096',
  max_error_count: String(MAX_WARNINGS),
  sql_select_limit: '18446744073709551615',
  // The subquery cache would copy every nested list into a table.
  optimizer_switch: "'subquery_cache=off'",
  autocommit: '1',
  completion_type: "'NO_CHAIN'",
  sql_safe_updates: '0',
  // If this setting were on, `id is null` would find the last inserted row.
  sql_auto_is_null: '0',
  // Must equal `AVG_EXTRA_DIGITS`.
  div_precision_increment: '4',
  tx_isolation: "'READ-COMMITTED'",
};

/** @param timeoutMs time limit of a statement */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_statement_time: String(timeoutMs / 1000) });
  return `set session ${settings.map(([key, value]) => `${key} = ${value}`).join(', ')}`;
}

/**
 * SQL condition that is true if the session still has our settings. It checks two settings that rarely equal the
 * server's defaults.
 */
const settingsCheck = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** https://mariadb.com/kb/en/mariadb-error-code-reference/ */
export const classifyError = createErrorClassifier({
  numbers: {
    generatedValue: [1906],
    failedCheck: [4025],
    // 1977: a character is not in the character set.
    malformed: [1977],
    tooSlow: [1969],
    unavailable: [1927],
    writeConflict: [1020],
    schemaChanged: [1932],
  },
  // The error that the `json_table` column in `requireFound` raises.
  cursorRowMissing: { number: 4176, name: CURSOR_ROW_DELETED },
  reportsTableNames: false,
});

export const mariadbSession: SessionVariant = {
  charset: 'utf8mb4',
  settingsOf,
  settingsCheck,
  explain: 'explain format=json',
  checkNotTruncated,
  openTransactionQuery: 'select @@in_transaction as is_open',
  classify: classifyError,
};

export const openMariadb = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mariadbSession);

const TRUNCATION_WARNINGS: ReadonlySet<unknown> = new Set([1260, 1301]);

/**
 * Reads the warnings of a statement, because the server only warns about truncation.
 * @throws ApiError LimitExceeded on truncation, or for too many warnings
 */
function checkNotTruncated(result: Result, query: SessionQuery): Promise<void> | undefined {
  const count = countWarnings(result);
  return count === 0 ? undefined : readWarnings(count, query);
}

async function readWarnings(count: number, query: SessionQuery): Promise<void> {
  const warnings = await query('show warnings');
  if (count > MAX_WARNINGS || warnings.some(({ Code }) => TRUNCATION_WARNINGS.has(Code))) rejectTruncated();
}
