import { ApiError, type ErrorCode, type ErrorDetails } from '../../base/errors.ts';
import { DATABASE_CODE_FAILED } from '../../store/database-code-error.ts';
import { schemaChanged } from '../../store/schema-changed.ts';
import { type ErrorOrigin, Violation, type ViolationDetails, type ViolationKind } from '../../store/violation.ts';
import { SessionLost } from './session-lost.ts';

type ErrorTemplate = readonly [code: ErrorCode, message: string, details?: ErrorDetails];

/** Errors for clients. The messages contain no names of database objects. */
const errorKinds = {
  rewritten: [
    'ApplicationError',
    'This table has rules (CREATE RULE) that hide changed rows. Replace them with triggers.',
  ],
  forbidden: ['Forbidden', 'The database denied permission.'],
  databaseCodeFailed: ['ApplicationError', DATABASE_CODE_FAILED],
  unpopulated: [
    'ApplicationError',
    'A materialized view has no data yet. Run REFRESH MATERIALIZED VIEW in the database. The service log has its name.',
  ],
  cursorRowMissing: [
    'BadRequest',
    'The row of the cursor no longer exists, or is hidden. Start again without a cursor.',
  ],
  tooComplex: ['LimitExceeded', 'The request exceeds a limit of the database. Request less at a time.'],
  sortMemory: [
    'LimitExceeded',
    'A row is larger than the sort buffer of the database. Select fewer fields, order by the key, or raise "sort_buffer_size" on the server.',
  ],
  tooSlow: ['DatabaseTimeout', 'The statement timed out. Request less at a time.'],
  unavailable: ['Unavailable', 'The database is unavailable. Try again later.'],
  loginRefused: [
    'Unavailable',
    'The database rejected the login. Check the user, password, and database in "data-source.connection-string" (special characters percent-encoded), and the permissions of the user.',
    // For an error with a `setting`, startup prints the message without further advice.
    { setting: 'data-source.connection-string' },
  ],
  passwordUnavailable: [
    'Unavailable',
    'The service cannot obtain the password of the database. Check "password-command" or "identity" of "data-source": the log has the reason.',
    { setting: 'data-source' },
  ],
  clearPassword: [
    'Unavailable',
    'The database requests the password in clear text. Set "data-source.tls" to verify-full or verify-ca, and use "password-command" or "identity".',
    { setting: 'data-source.tls' },
  ],
  otherProtocol: [
    'Unavailable',
    'The server at the host and port of "data-source.connection-string" does not speak the PostgreSQL protocol. Check the port, and "data-source.database-type".',
    { setting: 'data-source.database-type' },
  ],
  encryptionMismatch: [
    'Unavailable',
    'The encryption settings of the service and the database differ: the database does not support the encryption that "data-source.tls" or "Encrypt" requires, or it requires encryption. Use the same setting on both sides.',
    { setting: 'data-source.tls' },
  ],
  untrusted: [
    'Unavailable',
    'The certificate of the database is not trusted, or is for another host. Set the certificate authority in "ca" of "data-source.tls", or use the host name of the certificate. "TrustServerCertificate=true" accepts any certificate.',
    { setting: 'data-source.tls' },
  ],
  preparedStateLost: [
    'Unavailable',
    'Prepared statements or session settings were lost, as behind a transaction pooler. Set "prepared" of "data-source" to false.',
    { setting: 'data-source.prepared' },
  ],
  settingsLost: [
    'Unavailable',
    'Session settings were lost, as behind a proxy that shares sessions. Configure the proxy to keep a session for each connection, or connect to the database directly.',
    { setting: 'data-source.connection-string' },
  ],
  busy: ['Unavailable', 'The database is busy. Try again later.'],
  writeConflict: ['Unavailable', 'The write conflicted with concurrent writes. Try again.'],
  endsTransaction: [
    'ApplicationError',
    'The procedure ends transactions (COMMIT, ROLLBACK), which is not allowed within the transaction of a request.',
  ],
  implicitCommit: [
    'ApplicationError',
    'The procedure ends transactions, by COMMIT, ROLLBACK, or a statement that commits, such as DROP TABLE. Call it as the only step of its request, or remove these statements. For a temporary table, use DROP TEMPORARY TABLE.',
  ],
  temporaryTable: [
    'ApplicationError',
    'The procedure uses a temporary table, which MySQL allows in an XA transaction only if "xa_detach_on_prepare" is off. Call the procedure as the only step of its request, or turn the setting off on the server.',
  ],
  logsStatements: [
    'ApplicationError',
    'The database rejects writes, because statement-based logging does not support READ COMMITTED. Set its "binlog_format" to MIXED or ROW.',
  ],
  readOnly: [
    'ApplicationError',
    'The database is read-only. Make the server, the database, or the login of the service writable.',
  ],
  standby: ['Unavailable', 'The database is a standby, and is read-only until it is promoted. Try again later.'],
} as const satisfies Record<string, ErrorTemplate>;

export type ErrorKind = keyof typeof errorKinds | ViolationKind | 'schemaChanged';

export function apiErrorFor(
  classification: ErrorKind,
  origin: ErrorOrigin,
  violation: ViolationDetails = {},
): ApiError {
  if (classification === 'schemaChanged') return schemaChanged(origin.cause);
  if (!hasFixedMessage(classification)) return new Violation(classification, violation, origin);
  const [code, message, details]: ErrorTemplate = errorKinds[classification];
  return new ApiError(code, message, { ...origin, details });
}

const hasFixedMessage = (
  classification: Exclude<ErrorKind, 'schemaChanged'>,
): classification is keyof typeof errorKinds => Object.hasOwn(errorKinds, classification);

export function applicationError(message: string, cause: unknown, details: ErrorDetails): ApiError {
  return new ApiError('ApplicationError', message, { cause, details });
}

/**
 * Returns true if only a change in the database fixes the error, such as a grant, setting, or corrected procedure. The
 * log then contains the report of the database. For `rewritten`, the message of the API is enough.
 */
export const isFixedInDatabase = (classification: ErrorKind): boolean =>
  [
    'databaseCodeFailed',
    'unpopulated',
    'forbidden',
    'endsTransaction',
    'implicitCommit',
    'temporaryTable',
    'logsStatements',
    'readOnly',
  ].includes(classification);

export const isRejectionOfChanges = (classification: ErrorKind | undefined): boolean =>
  classification === 'readOnly' || classification === 'standby' || classification === 'logsStatements';

/** Returns true for the errors of SQLSTATE class 22. */
export const isValueError = (classification: ErrorKind | undefined): boolean =>
  classification === 'malformed' ||
  classification === 'outOfRange' ||
  classification === 'tooLong' ||
  classification === 'dividedByZero';

/** https://nodejs.org/api/errors.html#common-system-errors */
const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
]);

export type ErrorFields = Readonly<Record<string, unknown>>;

/** Returns the first result of `readCause` for the error and its causes, outermost first. */
export function readCauses(
  error: unknown,
  readCause: (cause: ErrorFields) => ApiError | undefined,
): ApiError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof ApiError) return error;
  const cause = error as ErrorFields;
  if (error instanceof SessionLost) {
    // Report `Unavailable` whatever ended the session: the client can only retry.
    const apiError = readCauses(error.cause, readCause);
    return apiError?.code === 'Unavailable' ? apiError : apiErrorFor('unavailable', { cause: error });
  }
  if (networkCodes.has(cause.code)) return apiErrorFor('unavailable', { cause: error });
  return readCause(cause) ?? readCauses(cause.cause, readCause);
}

/** Returns the error and its causes, outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
