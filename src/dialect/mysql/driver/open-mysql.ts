import type { Driver } from '../../../store/driver.ts';
import type { SessionVariant } from '../../mysql-family/driver/connect-options.ts';
import { createErrorClassifier } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { CURSOR_ROW_DELETED } from '../../mysql-family/sql/cursors.ts';
import type { ConnectedSource } from '../../store-kind.ts';

const SETTINGS = {
  time_zone: "'+00:00'",
  // Without NO_AUTO_VALUE_ON_ZERO, the server replaces an id of 0.
  sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // Equals the collation of JSON functions, because strings of different binary collations cannot be concatenated.
  collation_connection: 'utf8mb4_bin',
  group_concat_max_len: '18446744073709551615',
  // Number of bytes of a value that a sort compares. Rows whose values differ only after these bytes could be lost
  // between pages. A larger value would exhaust sort memory.
  max_sort_length: '4096',
  // The buffer must fit 15 sort keys. The default of 256 KiB is too small for five long strings.
  sort_buffer_size: 'cast(greatest(@@global.sort_buffer_size, 4194304) as unsigned)',
  sql_select_limit: '18446744073709551615',
  autocommit: '1',
  completion_type: "'NO_CHAIN'",
  sql_safe_updates: '0',
  // If this setting were on, `id is null` would find the last inserted row.
  sql_auto_is_null: '0',
  // Must equal `AVG_EXTRA_DIGITS`.
  div_precision_increment: '4',
  transaction_isolation: "'READ-COMMITTED'",
  // By default, `UPDATE_TIME` may be a day old.
  information_schema_stats_expiry: '0',
};

/** @param timeoutMs time limit of a read-only SELECT; the server does not limit other statements */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_execution_time: String(timeoutMs) });
  return `set ${settings.map(([key, value]) => `session ${key} = ${value}`).join(', ')}`;
}

/**
 * SQL condition that is true if the session still has our settings. It checks two settings that rarely equal the
 * server's defaults.
 */
const settingsCheck = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html */
export const classifyError = createErrorClassifier({
  numbers: {
    generatedValue: [3105],
    failedCheck: [3819],
    malformed: [
      1300, 3037, 3064, 3140, 3141, 3143, 3144, 3156, 3617, 3643, 3685, 3688, 3689, 3690, 3691, 3692, 3693, 3694, 3695,
      3696, 3697, 3854, 3988, 6136,
    ],
    tooComplex: [3157, 3170, 3698, 3699, 3700],
    tooSlow: [3024],
    unavailable: [3032, 3168, 3169, 4031],
    busy: [3572],
    writeConflict: [3101],
    temporaryTable: [4091],
    readOnly: [3989],
  },
  // The error that the `json_table` column in `requireFound` raises.
  cursorRowMissing: { number: 3665, name: CURSOR_ROW_DELETED },
  reportsTableNames: true,
});

/** Milliseconds between the server's timeout and the later timeout of the driver. */
const GRACE_MS = 100;

const INTERRUPTED = 1317;

const mysqlSession: SessionVariant = {
  charset: 'UTF8MB4_0900_AI_CI',
  settingsOf,
  settingsCheck,
  explain: 'explain format=tree',
  reportsFirstKeyOnly: true,
  multipleStatements: true,
  cancelAfter: (timeoutMs) => timeoutMs + GRACE_MS,
  isInterrupted: (error) => error instanceof Error && 'errno' in error && error.errno === INTERRUPTED,
  classify: classifyError,
};

export const openMysql = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mysqlSession);
