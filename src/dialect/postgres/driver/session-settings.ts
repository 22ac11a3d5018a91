import type { DataSource } from '../../../config/config.ts';
import type { Unit } from '../../../store/driver.ts';

/**
 * Settings of every session, whatever the server, the database, and the role have: what is written and read depends on
 * them. docs/postgresql.md lists them. `jit` costs more than it saves on statements of milliseconds.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  // The order counts for dates that clients write, in ranges for example.
  DateStyle: 'ISO,MDY',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  // Otherwise NULL in an array is the string "NULL".
  array_nulls: 'on',
  // A fragment of XML is read as well as a document.
  xmloption: 'content',
  transform_null_equals: 'off',
  // Otherwise an index for full-text search finds a random part of the rows.
  gin_fuzzy_search_limit: '0',
  // The defaults of columns are recognized by their text.
  quote_all_identifiers: 'off',
  jit: 'off',
};

type SettingSource = Pick<DataSource, 'prepared' | 'statementTimeout'>;

const settingsOf = ({ statementTimeout }: SettingSource): Unit['settings'] => ({
  ...SETTINGS,
  statement_timeout: String(statementTimeout),
});

/** A setting of no meaning to the server: whoever asks for it learns whether a session has heard what it was told at its start. */
export const HEARD = 'joinery.heard';

/**
 * What a session is told at its start: `-c TimeZone=UTC …`. Undefined behind a transaction pooler, which does not hand it on.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS
 */
export function startOptions(source: SettingSource): string | undefined {
  if (!source.prepared) return undefined;
  const settings = {
    ...settingsOf(source),
    // Each step of a mutation sees what others have committed before it.
    default_transaction_isolation: 'read\\ committed',
    [HEARD]: 'on',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** What each transaction is told: nothing where the session was told at its start. */
export const transactionSettings = (source: SettingSource): Unit['settings'] =>
  source.prepared ? {} : settingsOf(source);
