import type { ErrorDetails, Refusal } from '../../base/errors.ts';
import { applicationError, type ErrorFacts, type Meaning, readCauses, refusalFor } from '../database-error.ts';

/** By SQLSTATE, else by its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const meanings: Readonly<Record<string, Meaning>> = {
  '08': 'away',
  '22': 'malformed',
  '22001': 'tooLong',
  '22003': 'outOfRange',
  '23': 'failedCheck',
  '23001': 'brokenReference',
  '23502': 'missingValue',
  '23503': 'brokenReference',
  '23505': 'notUnique',
  '25006': 'readOnly',
  '25P03': 'busy',
  '25P04': 'tooSlow',
  '28': 'away',
  '3D000': 'away',
  '3F000': 'schemaChanged',
  '40': 'overtaken',
  '42501': 'forbidden',
  '42703': 'schemaChanged',
  '42704': 'schemaChanged',
  '42804': 'schemaChanged',
  '42883': 'schemaChanged',
  '42P01': 'schemaChanged',
  '44000': 'failedCheck',
  '53': 'busy',
  '54': 'tooComplex',
  '55006': 'busy',
  '55P03': 'busy',
  '57014': 'tooSlow',
  '57P': 'away',
  '58': 'away',
};

/** The driver's own words for a broken connection come without any code. */
const brokenConnection =
  /^(Connection terminated|timeout expired|Client has encountered a connection error|The server does not support SSL|There was an error establishing an SSL)/;

interface PostgresError {
  readonly code: string;
  readonly message: string;
  readonly routine?: string;
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly detail?: string;
}

/**
 * What an error of the driver means to a client; undefined where it means a fault of ours. The details name the
 * constraint, the table and its columns as the database calls them, so far as it says.
 */
export function readDatabaseError(error: unknown): Refusal | undefined {
  return readCauses(error, readCause);
}

function readCause(cause: ErrorFacts): Refusal | undefined {
  if (isPostgresError(cause)) return readPostgresError(cause);
  // slonik replaces this error of the server by one of its own, without the code.
  if (cause.constructor?.name === 'InvalidInputError') return refusalFor('malformed', cause);
  return brokenConnection.test(String(cause.message)) ? refusalFor('away', cause) : undefined;
}

function isPostgresError(cause: object): cause is PostgresError {
  return 'code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code);
}

function readPostgresError(error: PostgresError): Refusal | undefined {
  // The server's own routines: https://github.com/postgres/postgres/blob/master/src/pl/plpgsql/src/pl_exec.c
  if (error.routine === 'exec_stmt_raise' || error.code === 'P0001') return applicationError(error.message, error);
  if (error.routine === 'RevalidateCachedQuery') return refusalFor('schemaChanged', error);
  const meaning = meanings[error.code] ?? meanings[error.code.slice(0, 3)] ?? meanings[error.code.slice(0, 2)];
  return meaning === undefined ? undefined : refusalFor(meaning, error, describe(error));
}

function describe({ constraint, table, column, detail }: PostgresError): ErrorDetails {
  const columns = column === undefined ? keyColumns(detail ?? '') : [column];
  return {
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(columns.length > 0 && { columns }),
  };
}

/** `Key (tenant, "e mail")=(1, x) already exists.` → `tenant`, `e mail`; none where an expression is the key. */
function keyColumns(detail: string): readonly string[] {
  const list = /\((.+?)\)=\(/s.exec(detail)?.[1];
  if (list === undefined) return [];
  const columns = list.split(/, (?=(?:[^"]*"[^"]*")*[^"]*$)/);
  if (columns.some((column) => !column.startsWith('"') && column.includes('('))) return [];
  return columns.map((column) => (column.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column));
}
