import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import type { SessionVariant, StatementWithSettings } from '../../mysql-family/driver/connect-options.ts';
import { errorMeaningOf } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { CURSOR_ROW_DELETED } from '../../mysql-family/sql/cursors.ts';
import type { ConnectedSource } from '../../store-kind.ts';

/** Settings that make responses independent of the server; values are expressions. */
const SETTINGS = {
  time_zone: "'+00:00'",
  // Dates, LIKE patterns, and quotes depend on it. Without NO_AUTO_VALUE_ON_ZERO, the server would replace an id of 0.
  sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // Collation of JSON functions: different binary collations cannot be concatenated. A column's collation takes
  // precedence over it.
  collation_connection: 'utf8mb4_bin',
  // group_concat() truncates beyond this maximum, by default 1,024 bytes.
  group_concat_max_len: '18446744073709551615',
  // Bytes of text that a sort compares, by default 1,024. Rows that differ only beyond them could be lost between
  // pages. With many more, several texts would not fit in sort memory.
  max_sort_length: '4096',
  // MySQL rejects a sort if 15 keys of maximum width do not fit. With the default of 256 KiB, an order by five long
  // texts fails. Memory is allocated as needed.
  sort_buffer_size: 'cast(greatest(@@global.sort_buffer_size, 4194304) as unsigned)',
  sql_select_limit: '18446744073709551615',
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
  transaction_isolation: "'READ-COMMITTED'",
};

/** @param timeoutMs of each read-only SELECT; the server has no timeout for others */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_execution_time: String(timeoutMs) });
  return `set ${settings.map(([key, value]) => `session ${key} = ${value}`).join(', ')}`;
}

/** Tests settings that rarely are the server's defaults. */
const hasSettings = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html */
export const errorMeaning = errorMeaningOf({
  numbers: {
    filledByDatabase: [3105],
    failedCheck: [3819],
    malformed: [
      1300, 3037, 3064, 3140, 3141, 3143, 3144, 3156, 3617, 3643, 3685, 3688, 3689, 3690, 3691, 3692, 3693, 3694, 3695,
      3696, 3697, 3854, 3988, 6136,
    ],
    tooComplex: [3157, 3170, 3698, 3699, 3700],
    tooSlow: [3024],
    away: [3032, 3168, 3169, 4031],
    busy: [3572],
    conflict: [3101],
    temporaryTable: [4091],
    readOnly: [3989],
  },
  // A `json_table` column without a value.
  rowIsGone: { number: 3665, name: CURSOR_ROW_DELETED },
  namesTables: true,
});

/** Milliseconds by which the server's own timeout of reads comes first. */
const GRACE_MS = 100;

/** Raised for `kill query` and `kill connection`. */
const INTERRUPTED = 1317;

const mysqlSession: SessionVariant = {
  charset: 'UTF8MB4_0900_AI_CI',
  settingsOf,
  hasSettings,
  withSettings,
  tellsFirstKey: true,
  sendsSeveral: true,
  // `max_execution_time` limits only a SELECT without writes.
  stopAfter: (timeoutMs) => timeoutMs + GRACE_MS,
  isInterrupted: (error) => error instanceof Error && 'errno' in error && error.errno === INTERRUPTED,
  classify: errorMeaning,
};

export const openMysql = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mysqlSession);

/**
 * Applies settings to the session during one statement. MySQL has no settings per statement, except for some in hints.
 */
function withSettings(settings: Readonly<Record<string, string>>, text: string): StatementWithSettings {
  const names = Object.keys(settings);
  const kept = names.map((name, index) => `@before_${index} = @@session.${name}`);
  const set = Object.entries(settings).map(([name, value]) => `session ${name} = ${expression(value)}`);
  const restored = names.map((name, index) => `session ${name} = @before_${index}`);
  return {
    before: `set ${[...kept, ...set].join(', ')}`,
    text,
    after: `set ${[...restored, ...names.map((_, index) => `@before_${index} = null`)].join(', ')}`,
  };
}

const expression = (value: string): string => (/^\d+(?:\.\d+)?$/.test(value) ? value : mysql.escape(value));
