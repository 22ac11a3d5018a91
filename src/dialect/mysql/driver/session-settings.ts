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
export function settingsOf(timeoutMs: number): string {
  const settings = Object.entries({ ...SETTINGS, max_execution_time: String(timeoutMs) });
  return `set ${settings.map(([key, value]) => `session ${key} = ${value}`).join(', ')}`;
}

/** Of settings that are seldom as the server has them by itself. */
export const hasSettings = `@@session.time_zone = ${SETTINGS.time_zone} and @@session.group_concat_max_len = ${SETTINGS.group_concat_max_len}`;
