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
  isRejectionOfChanges,
  isValueError,
  readCauses,
} from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { CURSOR_ROW_DELETED } from '../sql/cursors.ts';
import { errorKindByNumber, errorKindByText, UNNUMBERED } from './error-numbers.ts';
import { ServerError } from './server-error.ts';

const readDatabaseError = (error: unknown): ApiError | undefined => readCauses(error, readCause);

function readCause(cause: ErrorFields): ApiError | undefined {
  if (cause instanceof ServerError) return readServerError(cause);
  const classification = byCode[String(cause.code)];
  return classification === undefined ? undefined : apiErrorFor(classification, { cause });
}

const byCode: Readonly<Record<string, ErrorKind>> = {
  ECANCEL: 'tooSlow',
  EENCRYPT: 'encryptionMismatch',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  CERT_HAS_EXPIRED: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'untrusted',
  ELOGIN: 'loginRefused',
  EFEDAUTH: 'loginRefused',
};

/** Returns undefined for bugs of the service. */
export function errorKindOf(error: ServerError): ErrorKind | undefined {
  if (/^Conversion failed|invalid input/i.test(error.message) && error.message.includes(CURSOR_ROW_DELETED))
    return 'cursorRowMissing';
  const classification =
    violationOf(error) ??
    (error.number === UNNUMBERED ? errorKindByText(error.message) : errorKindByNumber.get(error.number));
  if (classification === 'busy' && isTempdbFull(error)) return 'tooComplex';
  // A name that is missing inside a procedure or trigger does not mean that the catalog is outdated.
  if (error.procName !== '' && (classification === undefined || classification === 'schemaChanged'))
    return 'databaseCodeFailed';
  // Line 0 is the call itself, which converts the arguments.
  if (error.procName !== '' && error.lineNumber > 0 && isValueError(classification)) return 'databaseCodeFailed';
  return classification;
}

const isTempdbFull = ({ number, message }: ServerError): boolean =>
  (number === 1101 || number === 1105) && /database '?tempdb\b/i.test(message);

function readServerError(error: ServerError): ApiError | undefined {
  const { number, state, message } = error;
  if (error.isRaised) return applicationError(message, error, { number, state });
  const classification = errorKindOf(error);
  return classification === undefined
    ? undefined
    : apiErrorFor(
        classification,
        { cause: error, databaseError: readErrorReport(classification, error) },
        violationDetails(error),
      );
}

export function classifyError(error: unknown): ErrorClassification {
  const causes = causesOf(error);
  return {
    apiError: readDatabaseError(error),
    isSessionLost: causes.some(endsSession),
    rejectsChanges: causes.some(rejectsChanges),
    isRolledBack: causes.some((cause) => cause instanceof ServerError && errorKindOf(cause) === 'writeConflict'),
  };
}

export const rejectsChanges = (error: unknown): boolean =>
  error instanceof ServerError && !error.isRaised && isRejectionOfChanges(errorKindOf(error));

const ENDS_SESSION: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(['unavailable', 'loginRefused']);

/** Lowest severity of an error that ends the session. */
const FATAL = 20;

export const endsSession = (error: unknown): boolean =>
  error instanceof SessionLost ||
  (error instanceof ServerError && (error.severity >= FATAL || ENDS_SESSION.has(errorKindOf(error))));

/**
 * Returns the server's report for errors in a procedure or trigger, and for errors that the database owner must fix.
 */
function readErrorReport(
  classification: ErrorKind,
  { sqlState, message, procName, lineNumber }: ServerError,
): DatabaseErrorDetails | undefined {
  if (!isFixedInDatabase(classification) && procName === '') return undefined;
  const context = procName === '' ? {} : { context: `${procName}, line ${lineNumber}` };
  return { entities: [], sqlState, message, ...context };
}

/**
 * Patterns of the names in English messages. The start of a message is anchored, because client values may follow.
 * `table` matches `dbo.customers` or, with the database, `shop.dbo.customers`.
 */
const patterns: Readonly<Record<number, RegExp>> = {
  515: /^Cannot insert the value NULL into column '(?<column>.*?)', table '(?<table>.*?)'; column does not allow nulls/s,
  544: /^Cannot insert explicit value for identity column in table '(?<table>.*?)' when/s,
  271: /^The column "(?<column>.*?)" cannot be modified because/s,
  547: /^The \w+ statement conflicted with the (?<kind>.*?) constraint "(?<constraint>.*?)"\. The conflict occurred in database ".*?", table "(?<table>.*?)"(?:, column '(?<column>.*?)')?\.?\s*$/s,
  2601: /^Cannot insert duplicate key row in object '(?<table>.*?)' with unique index '(?<constraint>.*?)'/s,
  2627: /^Violation of .*? constraint '(?<constraint>.*?)'\. Cannot insert duplicate key in object '(?<table>.*?)'/s,
  2628: /^String or binary data would be truncated in table '(?<table>.*?)', column '(?<column>.*?)'\./s,
  8102: /^Cannot update identity column '(?<column>.*?)'/s,
};

/** Patterns of other T-SQL engines. */
const otherPatterns: readonly RegExp[] = [
  /^null value in column "(?<column>.*?)" of relation "(?<table>.*?)" violates not-null constraint/s,
  /^duplicate key value violates unique constraint "(?<constraint>.*?)"/s,
  /^new row for relation "(?<table>.*?)" violates check constraint "(?<constraint>.*?)"/s,
  /^insert or update on table ".*?" violates foreign key constraint "(?<constraint>.*?)"/s,
  /^update or delete on table ".*?" violates foreign key constraint "(?<constraint>.*?)" on table "(?<table>.*?)"/s,
];

function namesIn({ number, message }: ServerError): Readonly<Record<string, string | undefined>> {
  const matches = [patterns[number], ...otherPatterns].map((pattern) => pattern?.exec(message)?.groups);
  return matches.find((names) => names !== undefined) ?? {};
}

export function violationOf(error: ServerError): ErrorKind | undefined {
  if (error.number !== CONFLICT) return undefined;
  const kind = patterns[CONFLICT]?.exec(error.message)?.groups?.kind;
  if (kind?.startsWith('FOREIGN KEY')) return 'missingReference';
  if (kind?.includes('REFERENCE')) return 'stillReferenced';
  // Messages of other T-SQL engines.
  if (/^update or delete on table|still referenced|REFERENCE constraint/.test(error.message)) return 'stillReferenced';
  return /FOREIGN KEY|foreign key/.test(error.message) ? 'missingReference' : 'failedCheck';
}

const CONFLICT = 547;

export function violationDetails(error: ServerError): ViolationDetails {
  const { column, constraint, table } = namesIn(error);
  // If a referenced row is missing, the message names the referenced table.
  const namesOtherTable = violationOf(error) === 'missingReference';
  return {
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && !namesOtherTable && parseTableName(table)),
    // For rows that are still referenced, the columns belong to another table.
    ...(column !== undefined && error.number !== CONFLICT && { columns: [column] }),
    ...(column !== undefined && violationOf(error) === 'failedCheck' && { columns: [column] }),
    ...(error.procName !== '' && { inDatabaseCode: true }),
  };
}

/** `shop.dbo.customers` → `dbo`, `customers`. */
function parseTableName(name: string): { readonly schema?: string; readonly table: string } {
  const [, schema, table] = /^(?:[^.]*\.)??(?:([^.]*)\.)?([^.]*)$/.exec(name) ?? [];
  if (table === undefined) return { table: name };
  return schema === undefined ? { table } : { schema, table };
}
