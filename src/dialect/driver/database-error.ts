import { ApiError, type ErrorCode, type ErrorDetails } from '../../base/errors.ts';
import { FAILED_WITHIN } from '../../store/failed-within.ts';
import { schemaChanged } from '../../store/schema-changed.ts';
import { type ErrorOrigin, Violation, type ViolationDetails, type ViolationKind } from '../../store/violation.ts';
import { SessionLost } from './session-lost.ts';

type Telling = readonly [code: ErrorCode, message: string, details?: ErrorDetails];

/** Client errors by meaning, for all vendors. The messages name no database objects. */
const meanings = {
  rewritten: [
    'ApplicationError',
    'The database rewrites changes of this table by rules (CREATE RULE), and tells nothing of them; use triggers in their place.',
  ],
  forbidden: ['Forbidden', 'The database forbids this.'],
  failedWithin: ['ApplicationError', FAILED_WITHIN],
  rowIsGone: ['BadRequest', 'The row that the cursor names is gone, or hidden by now: start again without it.'],
  tooComplex: ['LimitExceeded', 'This is more than the database takes at once; ask for less.'],
  sortMemory: [
    'LimitExceeded',
    'A row is larger than the sort buffer of the database. Select fewer fields, order by the key, or raise "sort_buffer_size" on the server.',
  ],
  tooSlow: ['DatabaseTimeout', 'The statement took too long; ask for less at once.'],
  away: ['Unavailable', 'The database is away; try again later.'],
  loginRefused: [
    'Unavailable',
    'The database does not let the service in: check user, password and database of "data-source.connection-string" (special characters percent-encoded), and the rights of the user.',
    // The setting tells startup that the message names a fix.
    { setting: 'data-source.connection-string' },
  ],
  otherProtocol: [
    'Unavailable',
    'What answers at host and port of "data-source.connection-string" does not speak the protocol of PostgreSQL: check the port, and "data-source.database-type".',
    { setting: 'data-source.database-type' },
  ],
  protectedOtherwise: [
    'Unavailable',
    'The database takes no sessions that are protected as the configuration says: it does not encrypt though "data-source.tls" or "Encrypt" asks for it, or wants all to be encrypted. Say the same on both sides.',
    { setting: 'data-source.tls' },
  ],
  untrusted: [
    'Unavailable',
    'The certificate of the database is none that is trusted, or names another host: give the authority as "ca" of "data-source.tls", or the name that it has; "TrustServerCertificate=true" takes any.',
    { setting: 'data-source.tls' },
  ],
  mixedUp: [
    'Unavailable',
    'Prepared statements or settings of sessions got lost on the way to the database, as behind a transaction pooler: set "prepared" of "data-source" to false.',
    { setting: 'data-source.prepared' },
  ],
  unsettled: [
    'Unavailable',
    'Settings of sessions get lost on the way to the database, as behind a proxy that lends sessions for a while: have it keep one for each of the service, or connect to the database itself.',
    { setting: 'data-source.connection-string' },
  ],
  busy: ['Unavailable', 'The database is busy; try again later.'],
  conflict: ['Unavailable', 'Other changes came in between; try again.'],
  endsTransaction: [
    'ApplicationError',
    'The procedure ends transactions by itself (COMMIT, ROLLBACK), which it cannot do here: it is one step of the transaction of a request.',
  ],
  commitsWithin: [
    'ApplicationError',
    'The procedure ends transactions by itself: by COMMIT or ROLLBACK, or by a statement that commits, such as DROP TABLE. It cannot do so beside other steps of a transaction: call it as the only step of its request, or write DROP TEMPORARY TABLE for a temporary table and leave out the other statements.',
  ],
  temporaryTable: [
    'ApplicationError',
    'The procedure uses a temporary table, which MySQL allows within a transaction of this kind (XA) only where "xa_detach_on_prepare" is off: call the procedure as the only step of its request, or set that on the server.',
  ],
  logsStatements: [
    'ApplicationError',
    'The database rejects changes because it logs them as statements, which excludes READ COMMITTED. Set its "binlog_format" to MIXED or ROW.',
  ],
  readOnly: [
    'ApplicationError',
    'The database is read-only and rejects changes. Make the server, the database, or the login of the service writable.',
  ],
  standby: ['Unavailable', 'The database is a standby and rejects changes until it is promoted; try again later.'],
} as const satisfies Record<string, Telling>;

export type Meaning = keyof typeof meanings | ViolationKind | 'schemaChanged';

/** `facts` apply to violations only. */
export function apiErrorFor(classification: Meaning, origin: ErrorOrigin, facts: ViolationDetails = {}): ApiError {
  if (classification === 'schemaChanged') return schemaChanged(origin.cause);
  if (!isOther(classification)) return new Violation(classification, facts, origin);
  const [code, message, details]: Telling = meanings[classification];
  return new ApiError(code, message, { ...origin, details });
}

const isOther = (classification: Exclude<Meaning, 'schemaChanged'>): classification is keyof typeof meanings =>
  Object.hasOwn(meanings, classification);

/**
 * Returns the refusal for an error raised by a procedure or trigger, whose message and details are intended for the
 * client.
 */
export function applicationError(message: string, cause: unknown, details: ErrorDetails): ApiError {
  return new ApiError('ApplicationError', message, { cause, details });
}

/** Returns whether the database's owner must fix an error of this meaning, wherever it occurred. */
export const isOwnerError = (classification: Meaning): boolean =>
  [
    'failedWithin',
    'forbidden',
    'endsTransaction',
    'commitsWithin',
    'temporaryTable',
    'logsStatements',
    'readOnly',
  ].includes(classification);

/** Returns whether the session or its server rejects changes. A new session may accept them. */
export const isRejectionOfChanges = (classification: Meaning | undefined): boolean =>
  classification === 'readOnly' || classification === 'standby' || classification === 'logsStatements';

/**
 * Returns whether the database could not process a value (SQLSTATE class 22). Inside a function or trigger, the error
 * is the owner's, because the service's statements run outside.
 */
export const isValueError = (classification: Meaning | undefined): boolean =>
  classification === 'malformed' ||
  classification === 'outOfRange' ||
  classification === 'tooLong' ||
  classification === 'dividedByZero';

/** Node's codes for failed connections: https://nodejs.org/api/errors.html#common-system-errors */
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

export type ErrorFacts = Readonly<Record<string, unknown>>;

/**
 * Returns the first refusal that `readCause` finds in the error and its causes, outermost first. Network failures and
 * lost sessions need no `readCause`.
 */
export function readCauses(
  error: unknown,
  readCause: (cause: ErrorFacts) => ApiError | undefined,
): ApiError | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if (error instanceof ApiError) return error;
  const cause = error as ErrorFacts;
  if (error instanceof SessionLost) {
    // The client cannot fix the cause of a lost session.
    const said = readCauses(error.cause, readCause);
    return said?.code === 'Unavailable' ? said : apiErrorFor('away', { cause: error });
  }
  if (networkCodes.has(cause.code)) return apiErrorFor('away', { cause: error });
  return readCause(cause) ?? readCauses(cause.cause, readCause);
}

/** Outermost first. */
export function causesOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}
