import mysql from 'mysql2/promise';
import type { Driver } from '../../../store/driver.ts';
import type { SessionVariant, SetStatement } from '../../mysql-family/driver/connect-options.ts';
import { errorMeaningOf } from '../../mysql-family/driver/errors.ts';
import { openMysql2 } from '../../mysql-family/driver/open-mysql2.ts';
import { ROW_IS_GONE } from '../../mysql-family/sql/cursors.ts';
import type { ConnectedSource } from '../../store-kind.ts';

/** What every session must have for the same answers everywhere; each value is an expression. */
const SETTINGS = {
  time_zone: "'+00:00'",
  // The text of dates, LIKE patterns and quotes depend on it; so the server's own choice does not count. An id of 0 is one:
  // without NO_AUTO_VALUE_ON_ZERO the database would make another.
  sql_mode: "'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO'",
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  // The collation of what JSON functions give: two different binary ones cannot stand in one text. A column that such a text meets wins,
  // whatever its collation.
  collation_connection: 'utf8mb4_bin',
  // group_concat() cuts what is longer, beyond 1,024 bytes unless told; this is the most there is.
  group_concat_max_len: '18446744073709551615',
  // Bytes of a text that sorting compares, 1,024 unless told: rows that differ only behind them could be lost between two pages. With many
  // more, several texts would not fit in the memory that a sort has.
  max_sort_length: '4096',
  // Bytes that a sort may take. MySQL refuses a sort whose keys may be so wide that 15 of them do not fit: with the default of 256 KiB, that
  // is an order of five such texts. It allocates them as the rows need them.
  sort_buffer_size: 'cast(greatest(@@global.sort_buffer_size, 4194304) as unsigned)',
  sql_select_limit: '18446744073709551615',
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
  transaction_isolation: "'READ-COMMITTED'",
};

/** The statement that gives a session its settings. @param timeoutMs of each SELECT that only reads; the server bounds no others */
function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_execution_time: String(timeoutMs) });
  return `set ${settings.map(([key, value]) => `session ${key} = ${value}`).join(', ')}`;
}

/** Of settings that are seldom as the server has them by itself. */
const hasSettings = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;

/** What an error of MySQL means, by its number: https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html */
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
    overtaken: [3101],
    temporaryTable: [4091],
    readOnly: [3989],
  },
  // A column of `json_table` that has no value.
  rowIsGone: { number: 3665, name: ROW_IS_GONE },
  namesTables: true,
});

/** How much longer a statement may take than the server itself lets a read take: so the server goes first where it does at all. */
const GRACE_MS = 100;

/** Of `kill query` as of `kill connection`. */
const INTERRUPTED = 1317;

/** What MySQL does its own way on a session. */
const mysqlWays: SessionVariant = {
  charset: 'UTF8MB4_0900_AI_CI',
  settingsOf,
  hasSettings,
  withSettings,
  tellsFirstKey: true,
  sendsSeveral: true,
  // `max_execution_time` bounds a SELECT that only reads.
  stopAfter: (timeoutMs) => timeoutMs + GRACE_MS,
  isInterrupted: (error) => error instanceof Error && 'errno' in error && error.errno === INTERRUPTED,
  meaning: errorMeaning,
};

/** Sessions with one MySQL. */
export const openMysql = async (source: ConnectedSource): Promise<Driver> => openMysql2(source, mysqlWays);

/** There is no such thing as a setting of one statement, but for some in a hint: the session has it meanwhile. */
function withSettings(settings: Readonly<Record<string, string>>, text: string): SetStatement {
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

/** Settings that are numbers take no text. */
const expression = (value: string): string => (/^\d+(?:\.\d+)?$/.test(value) ? value : mysql.escape(value));
