import { DatabaseError } from 'pg-protocol';
import type { ApiError, DatabaseErrorDetails } from '../../../base/errors.ts';
import type { ErrorClassification } from '../../../store/driver.ts';
import type { ViolationDetails } from '../../../store/violation.ts';
import {
  apiErrorFor,
  applicationError,
  causesOf,
  type ErrorFields,
  type ErrorKind,
  isFixedInDatabase,
  isValueError,
  readCauses,
} from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { CURSOR_ROW_DELETED } from '../sql/cursors.ts';

/** Keyed by SQLSTATE or its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const kindsByCode: Readonly<Record<string, ErrorKind>> = {
  '08': 'unavailable',
  '0A000': 'schemaChanged',
  '22': 'malformed',
  '22001': 'tooLong',
  '22003': 'outOfRange',
  '22012': 'dividedByZero',
  '23': 'failedCheck',
  '23001': 'stillReferenced',
  '23502': 'missingValue',
  '23503': 'brokenReference',
  '23505': 'notUnique',
  '23P01': 'excluded',
  '2D': 'endsTransaction',
  '25006': 'readOnly',
  '25P03': 'busy',
  '25P04': 'tooSlow',
  // 25P02: the transaction was not started by this service, or has already failed.
  '25P02': 'unavailable',
  '26000': 'preparedStateLost',
  '28': 'loginRefused',
  '3D000': 'loginRefused',
  '3F000': 'schemaChanged',
  '40': 'writeConflict',
  '42501': 'forbidden',
  // 42602: an extension that the session has loaded reserves the name of a setting.
  '42602': 'databaseCodeFailed',
  '42703': 'schemaChanged',
  '42704': 'schemaChanged',
  '42725': 'schemaChanged',
  '42804': 'schemaChanged',
  '42809': 'schemaChanged',
  '42846': 'schemaChanged',
  '42883': 'schemaChanged',
  '428C9': 'generatedValue',
  '42P01': 'schemaChanged',
  '42P05': 'preparedStateLost',
  '42P08': 'schemaChanged',
  '42P10': 'schemaChanged',
  '44000': 'outsideView',
  '53': 'busy',
  // The statement may need too much memory, too many locks, or too many temporary files.
  '53200': 'tooComplex',
  '53400': 'tooComplex',
  '54': 'tooComplex',
  // 55000: for example, the view is no longer updatable.
  '55000': 'schemaChanged',
  '55006': 'busy',
  '55P03': 'busy',
  '57014': 'tooSlow',
  '57P': 'unavailable',
  '58': 'unavailable',
  // 58P01: the shared library of a function is missing.
  '58P01': 'databaseCodeFailed',
};

/** Returns undefined if the error is a bug of the service. */
export function readDatabaseError(error: unknown): ApiError | undefined {
  return readCauses(error, readCause);
}

function readCause(cause: ErrorFields): ApiError | undefined {
  if (isPostgresError(cause)) return readPostgresError(cause);
  return OTHER_PROTOCOL.test(String(cause.message)) ? apiErrorFor('otherProtocol', { cause }) : undefined;
}

/** pg reads a MySQL or MariaDB greeting as a PostgreSQL message whose type is the greeting's length. */
const OTHER_PROTOCOL = /^Received unexpected \w+ message from backend|^received invalid response: /;

function isPostgresError(cause: object): cause is PostgresError {
  return 'code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code);
}

function readPostgresError(error: PostgresError): ApiError | undefined {
  // RAISE is identified by the server routine, because it may set any SQLSTATE:
  // https://github.com/postgres/postgres/blob/master/src/pl/plpgsql/src/pl_exec.c
  if (error.routine === 'exec_stmt_raise' || RAISED.has(error.code)) return raisedError(error);
  // A database role of the session context was dropped, or is no longer granted to the login.
  if (error.routine === 'call_string_check_hook') return reject('databaseCodeFailed', error);
  if (error.routine === 'RevalidateCachedQuery') return apiErrorFor('schemaChanged', { cause: error });
  // A table with rules causes this error permanently, so reloading the catalog does not help:
  // https://github.com/postgres/postgres/blob/master/src/backend/rewrite/rewriteHandler.c
  if (error.code === '0A000' && error.routine === 'RewriteQuery') return apiErrorFor('rewritten', { cause: error });
  // An unpopulated materialized view: https://github.com/postgres/postgres/blob/master/src/backend/executor/execUtils.c
  if (error.code === '55000' && error.routine === 'ExecOpenScanRelation') return reject('unpopulated', error);
  if (error.code === INVALID_TEXT_REPRESENTATION && error.message.includes(CURSOR_ROW_DELETED))
    return apiErrorFor('cursorRowMissing', { cause: error });
  // Poolers report this error if they reject startup parameters.
  if (error.code === '08P01' && /unsupported startup parameter/.test(error.message))
    return apiErrorFor('preparedStateLost', { cause: error });
  if (isStatementTooLarge(error)) return apiErrorFor('tooComplex', { cause: error });
  const classification =
    kindsByCode[error.code] ?? kindsByCode[error.code.slice(0, 3)] ?? kindsByCode[error.code.slice(0, 2)];
  if (error.where !== undefined && (classification === undefined || classification === 'schemaChanged')) {
    // Apart from a failed parameter, only errors inside a function have a context (`where`).
    return reject(parameterOf(error) === undefined ? 'databaseCodeFailed' : 'malformed', error);
  }
  if (isValueError(classification) && parameterOf(error) === undefined && isInFunction(error))
    return reject('databaseCodeFailed', error);
  return classification === undefined ? undefined : reject(withReferenceSide(classification, error), error);
}

/** Returns true if the statement's temporary files fill the disk, or if a value exceeds 1 GiB. */
const isStatementTooLarge = ({ code, message }: PostgresError): boolean =>
  (code === '53100' && message.includes('pgsql_tmp')) ||
  (code === 'XX000' && message.startsWith('invalid memory alloc request size'));

const reject = (classification: ErrorKind, error: PostgresError): ApiError =>
  apiErrorFor(classification, { cause: error, databaseError: readErrorReport(classification, error) }, describe(error));

function raisedError(error: PostgresError): ApiError {
  const { code, message, detail, hint } = error;
  return applicationError(message, error, {
    sqlState: code,
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
  });
}

/** SQLSTATE of a string that is invalid for its type. */
const INVALID_TEXT_REPRESENTATION = '22P02';

/** SQLSTATEs of RAISE and ASSERT. */
const RAISED: ReadonlySet<string> = new Set(['P0001', 'P0004']);

/**
 * Determines which side of a foreign key is violated. Only DETAIL shows it, in English, so it stays unknown if messages
 * are localized.
 */
function withReferenceSide(classification: ErrorKind, { detail = '' }: PostgresError): ErrorKind {
  if (classification !== 'brokenReference') return classification;
  if (/ is not present in table /.test(detail)) return 'missingReference';
  return / is still referenced from table /.test(detail) ? 'stillReferenced' : classification;
}

function describe(error: PostgresError): ViolationDetails {
  const { constraint, schema, table, column, detail } = error;
  // For a row that is still referenced, the columns belong to another table.
  const keys = withReferenceSide('brokenReference', error) === 'stillReferenced' ? [] : keyColumns(detail ?? '');
  const columns = column === undefined ? keys : [column];
  const parameter = parameterOf(error);
  return {
    ...(constraint !== undefined && { constraint }),
    ...(schema !== undefined && { schema }),
    ...(table !== undefined && { table }),
    ...(columns.length > 0 && { columns }),
    ...(parameter !== undefined ? { parameter } : error.where !== undefined && { inDatabaseCode: true }),
  };
}

/** Returns the number of the parameter that a type could not parse. Servers before PostgreSQL 16 do not report it. */
function parameterOf({ where = '' }: PostgresError): number | undefined {
  const number = /\bportal (?:"[^"]*" )?parameter \$(\d+)/.exec(where)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** `Key (tenant, "e mail")=(1, x) already exists.` → `tenant`, `e mail`. Empty if the key is an expression. */
function keyColumns(detail: string): readonly string[] {
  const list = /\((.+?)\)=\(/s.exec(detail)?.[1];
  if (list === undefined) return [];
  const columns = list.split(/, (?=(?:[^"]*"[^"]*")*[^"]*$)/);
  if (columns.some((column) => !column.startsWith('"') && column.includes('('))) return [];
  return columns.map((column) => (column.startsWith('"') ? column.slice(1, -1).replaceAll('""', '"') : column));
}

export function classifyError(error: unknown): ErrorClassification {
  const causes = causesOf(error);
  return {
    apiError: readDatabaseError(error),
    isSessionLost: causes.some(isLost) && !causes.some(isPoolerError),
    isRolledBack: causes.some((cause) => codeOf(cause).startsWith('40') && codeOf(cause) !== COMPLETION_UNKNOWN),
    rejectsChanges: causes.some(isReadOnly),
  };
}

const isLost = (cause: Error): boolean =>
  cause instanceof SessionLost || codeOf(cause) === COMPLETION_UNKNOWN || (isUnusable(cause) && !hasRolledBack(cause));

/**
 * Returns true for an error of PgBouncer. PgBouncer reports it before it assigns a server session, so the server
 * received nothing.
 * https://github.com/pgbouncer/pgbouncer/blob/master/src/janitor.c
 */
const isPoolerError = (cause: Error): boolean =>
  cause instanceof DatabaseError && /^query_wait_timeout$|\(server_login_retry\)$/.test(cause.message);

/**
 * Errors after which the session works incorrectly. The session lost its prepared statements (26000, 42P05) or is in an
 * unknown transaction (25P02), or the server is shutting down (08, 57P). A read-only session (25006) stays read-only
 * even after the role, database, or server becomes writable.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNUSABLE_CODES = /^(?:26000|42P05|25P02|25006|08...|57P..)$/;

export const isUnusable = (error: unknown): boolean => UNUSABLE_CODES.test(codeOf(error));

/** Returns whether the server rejected a change as read-only: by a setting, or as a standby. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** Code of a pooler or distributed database that does not know the statement's outcome. */
const COMPLETION_UNKNOWN = '40003';

/** Codes which show that the statement did not run, even if the severity is in another language. */
const NOT_RUN = /^(?:26000|42P05|25P02|25006)$/;

/**
 * Returns true if the statement was rolled back. An error of severity ERROR rolls it back, and the session stays open.
 * Other codes prove nothing: functions raise any code, and foreign tables return codes of their own server.
 */
const hasRolledBack = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'ERROR' || NOT_RUN.test(codeOf(error)));

/**
 * Returns true for an error after which the server closes the session.
 * https://www.postgresql.org/docs/current/runtime-config-logging.html#RUNTIME-CONFIG-SEVERITY-LEVELS
 */
export const endsSession = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC');

const codeOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** https://www.postgresql.org/docs/current/protocol-error-fields.html */
interface PostgresError {
  readonly code: string;
  readonly message: string;
  readonly routine?: string;
  readonly where?: string;
  readonly constraint?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly column?: string;
  readonly detail?: string;
  readonly hint?: string;
}

/** Returns the server's report if a function has failed, or if the error must be fixed in the database. */
function readErrorReport(
  classification: ErrorKind,
  { code, message, detail, hint, where }: PostgresError,
): DatabaseErrorDetails | undefined {
  const functions = functionsIn({ where });
  if (!isFixedInDatabase(classification) && functions.length === 0) return undefined;
  return {
    entities: [],
    sqlState: code,
    message,
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
    ...(functions.length > 0 && { context: functions.join('\n') }),
  };
}

const isInFunction = (error: Pick<PostgresError, 'where'>): boolean => functionsIn(error).length > 0;

const functionsIn = ({ where }: { readonly where?: string | undefined }): readonly string[] =>
  (where ?? '').split('\n').filter((line) => IN_FUNCTION.test(line));

/** `PL/pgSQL function f() line 2 at RAISE`, `SQL function "f" statement 1`; other lines may quote values. */
const IN_FUNCTION = /^(?:PL\/\S+|SQL) function /;

/** Returns true if the server has rejected the user or password of a new session. */
export const isLoginRefused = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'code' in cause && (cause.code === '28P01' || cause.code === '28000'));
