import type { DataSource } from '../../../config/config.ts';

/**
 * What every session must have for the same answers everywhere: `to_json` and casts to text depend on them.
 * `jit` costs more than it saves on statements of milliseconds.
 */
const SETTINGS = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  standard_conforming_strings: 'on',
  jit: 'off',
};

/** What a session is told at its start: `-c TimeZone=UTC …` https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNECT-OPTIONS */
export function startOptions({ statementTimeout }: Pick<DataSource, 'statementTimeout'>): string {
  const settings = {
    ...SETTINGS,
    statement_timeout: String(statementTimeout),
    // Each step of a mutation sees what others have committed before it.
    default_transaction_isolation: 'read\\ committed',
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
