import { ApiError, type DatabaseErrorDetails } from '../../../base/errors.ts';
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
  readCauses,
} from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { findErrorValue } from '../sql/failure/error-value.ts';
import { FAILING_EXPRESSION } from '../sql/failure/fail-if-truncated.ts';
import { isRaisedBy } from '../sql/failure/failed-at.ts';

export type ErrorNumbers = Readonly<Partial<Record<ErrorKind, readonly number[]>>>;

export interface ErrorRules {
  /** Error numbers of this server, in addition to `sharedNumbers`. */
  readonly numbers: ErrorNumbers;
  /** Error that a statement raises if the row of a cursor was deleted. The message contains `name`. */
  readonly cursorRowMissing?: { readonly number: number; readonly name: string };
  /** True if the message for a duplicate key contains table and key: `customers.email`. */
  readonly reportsTableNames: boolean;
}

/**
 * https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html,
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const sharedNumbers: ErrorNumbers = {
  notUnique: [1022, 1062, 1169, 1557, 1586, 1761, 1762, 1859],
  missingReference: [1216, 1452],
  stillReferenced: [1217, 1451],
  // 1136: an empty item inserted into a view.
  missingValue: [1048, 1136, 1364, 1423],
  generatedValue: [1348],
  // 1526: no matching partition.
  failedCheck: [1526],
  outsideView: [1369],
  // 167, 1467: no generated keys are left.
  outOfRange: [167, 1264, 1441, 1467, 1690],
  tooLong: [1406],
  dividedByZero: [1365],
  malformed: [1139, 1265, 1267, 1270, 1271, 1292, 1366, 1367, 1411, 1416, 1525],
  // 1399: forbidden in an XA transaction.
  implicitCommit: [1399],
  forbidden: [1142, 1143, 1288, 1370, 1393, 1394, 1395, 1471],
  // 1242: a subquery of a view returns two rows. 1449: the definer is missing. 3636: a view recurses too often.
  databaseCodeFailed: [1242, 1415, 1422, 1424, 1442, 1449, 3636],
  sortMemory: [1038],
  // 1117: columns; 1118: row length; 1197, 1705: binary log cache; 1206: locks.
  tooComplex: [1104, 1116, 1117, 1118, 1153, 1162, 1197, 1206, 1301, 1390, 1436, 1456, 1473, 1705],
  tooSlow: [1317],
  // 1130: host; 1698: authentication method; 1820, 1862: expired password; 3118, 4151: locked account.
  loginRefused: [1044, 1045, 1049, 1130, 1698, 1820, 1862, 3118, 4151],
  unavailable: [1042, 1043, 1047, 1053, 1152, 1158, 1159, 1160, 1161, 1184],
  // 1021, 1034, 1114: disk space; 1037, 1041: memory; 1135: threads; 1613: timeout of an XA transaction.
  busy: [1021, 1034, 1037, 1040, 1041, 1114, 1135, 1180, 1203, 1205, 1226, 1461, 1613, 1637],
  // 1614: deadlock of an XA transaction.
  writeConflict: [1213, 1614],
  // 1036, 1836, 1874: `innodb_read_only`; 1792: `transaction_read_only`.
  readOnly: [1036, 1792, 1836, 1874],
  logsStatements: [1665],
  schemaChanged: [1054, 1146, 1305, 1356, 1412, 1615],
};

const ENDS_SESSION: ReadonlySet<ErrorKind | undefined> = new Set<ErrorKind>(['unavailable', 'loginRefused']);

/** Default numbers of SIGNAL and RESIGNAL. */
const SIGNAL_NUMBERS = new Set([1643, 1644]);

const isRaised = ({ errno, sqlState }: ServerError): boolean => SIGNAL_NUMBERS.has(errno) || sqlState.startsWith('45');

/** Returns whether SIGNAL set the number of an unknown error. Almost all numbers of the server have four digits. */
const isCustomNumber = ({ errno }: ServerError): boolean => errno < 1000 || errno > 9999;

/** Returns true for an error of a file or of memory. The messages contain file names. */
const isFileError = ({ errno, sqlState }: ServerError): boolean => errno < 120 && sqlState === 'HY000';

/** After this error, the outcome of the transaction is unknown. */
const COMMIT_FAILED = 1180;

const NO_SUCH_TABLE = 1146;
const NO_SUCH_ROUTINE = 1305;

interface ServerError {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
  readonly sql?: string;
}

/** Message of mysql2 when it does not send the password, because the connection is not secure. */
const CLEAR_PASSWORD = /^Server requested authentication using mysql_clear_password/;

class ErrorReader {
  readonly #kinds: ReadonlyMap<number, ErrorKind>;
  readonly #rules: ErrorRules;

  constructor(rules: ErrorRules) {
    this.#kinds = new Map([...kindsByNumber(sharedNumbers), ...kindsByNumber(rules.numbers)]);
    this.#rules = rules;
  }

  /** Returns the error for clients. Undefined for a bug in Joinery. */
  read(error: unknown): ApiError | undefined {
    return readCauses(error, (cause) => this.#readCause(cause));
  }

  isConflict(error: unknown): boolean {
    return this.#kindOf(error) === 'writeConflict';
  }

  rejectsChanges(error: Error): boolean {
    return isServerError(error) && !isRaised(error) && isRejectionOfChanges(this.#kindOfServerError(error));
  }

  /** Returns true if the session has ended. mysql2 marks its own errors as fatal. */
  endsSession(error: Error): boolean {
    return (
      ('fatal' in error && error.fatal === true) ||
      ('errno' in error && error.errno === COMMIT_FAILED) ||
      ENDS_SESSION.has(this.#kindOf(error))
    );
  }

  #kindOf(error: unknown): ErrorKind | undefined {
    return typeof error === 'object' && error !== null && 'errno' in error
      ? this.#kinds.get(Number(error.errno))
      : undefined;
  }

  #kindOfServerError(error: ServerError): ErrorKind | undefined {
    if (isInDatabaseCode(error)) return 'databaseCodeFailed';
    return isFileError(error) ? 'busy' : (errorKindByMessage(error) ?? this.#kinds.get(error.errno));
  }

  #readCause(cause: ErrorFields): ApiError | undefined {
    if (isServerError(cause)) return this.#readServerError(cause);
    if (CLEAR_PASSWORD.test(String(cause.message))) return apiErrorFor('clearPassword', { cause });
    // mysql2's own errors have no number.
    return cause.fatal === true ? apiErrorFor('unavailable', { cause }) : undefined;
  }

  #readServerError(error: ServerError): ApiError | undefined {
    const classification = this.#kindOfServerError(error);
    if (isRaised(error) || (classification === undefined && isCustomNumber(error))) {
      return applicationError(error.message, error, { sqlState: error.sqlState });
    }
    const { cursorRowMissing, reportsTableNames } = this.#rules;
    if (isRaisedBy(error, FAILING_EXPRESSION)) return apiErrorFor('tooComplex', { cause: error });
    const errorValue = findErrorValue(error);
    if (errorValue !== undefined) return errorValueApiError(errorValue, error);
    if (error.errno === cursorRowMissing?.number && error.message.includes(cursorRowMissing.name)) {
      return apiErrorFor('cursorRowMissing', { cause: error });
    }
    return classification === undefined
      ? undefined
      : apiErrorFor(
          classification,
          { cause: error, databaseError: readErrorReport(classification, error) },
          describe(error, reportsTableNames),
        );
  }
}

function errorValueApiError({ table, column }: { table: string; column: string }, cause: ServerError): ApiError {
  const message = `Column "${column}" of table "${table}" has the error value of its enum ('') in a row of the response. Find these rows with "where \`${column.replaceAll('`', '``')}\` = ''" and set a declared value, or declare the column nullable to read them as null.`;
  return new ApiError('ApplicationError', message, {
    cause,
    databaseError: { entities: [], sqlState: cause.sqlState, message },
  });
}

const CANNOT_LOCK = 1015;
const TABLE_IS_FULL = 1114;
const OPTION_PREVENTS = 1290;
/** Limits of temporary files on MariaDB, per session and in total. */
const [SESSION_SPACE_IS_FULL, ALL_SPACE_IS_FULL] = [200, 201];

/**
 * Classifies errors whose number has several meanings. A statement that exceeds the limit of its session must not be
 * retried.
 */
function errorKindByMessage({ errno, message }: ServerError): ErrorKind | undefined {
  if (errno === TABLE_IS_FULL && /#sql/.test(message)) return 'tooComplex';
  if (errno === OPTION_PREVENTS) {
    if (message.includes('max-session-mem-used')) return 'tooComplex';
    // Statements of the service are compatible with all other options, so the error comes from database code.
    return /read[-_]only/.test(message) ? 'readOnly' : 'databaseCodeFailed';
  }
  // HA_ERR_TABLE_READONLY: `innodb_read_only` on MySQL.
  if (errno === CANNOT_LOCK && message.includes('errno: 165')) return 'readOnly';
  if (errno === SESSION_SPACE_IS_FULL) return 'tooComplex';
  return errno === ALL_SPACE_IS_FULL ? 'busy' : undefined;
}

/** Returns whether a trigger or function, not the sent statement, names the missing object. */
function isInDatabaseCode({ errno, message, sql }: ServerError): boolean {
  if (errno !== NO_SUCH_TABLE && errno !== NO_SUCH_ROUTINE) return false;
  const name = /^(?:Table '|FUNCTION |PROCEDURE )[^.]+\.(.+?)'? (?:doesn't|does not) exist/.exec(message)?.[1];
  return name !== undefined && sql !== undefined && !sql.includes(name);
}

const kindsByNumber = (numbers: ErrorNumbers): readonly (readonly [number, ErrorKind])[] =>
  (Object.keys(numbers) as ErrorKind[]).flatMap((classification) =>
    (numbers[classification] ?? []).map((number) => [number, classification] as const),
  );

function isServerError(cause: object): cause is ServerError {
  return 'errno' in cause && typeof cause.errno === 'number' && 'sqlState' in cause;
}

function readErrorReport(
  classification: ErrorKind,
  { sqlState, message }: ServerError,
): DatabaseErrorDetails | undefined {
  return isFixedInDatabase(classification) ? { entities: [], sqlState, message } : undefined;
}

/** Parses names from the message, because the server reports them nowhere else. */
function describe({ message, sql }: ServerError, reportsTableNames: boolean): ViolationDetails {
  // The match is greedy, because the value may also contain "for key".
  const key = /.*for key '(.+)'$/s.exec(message)?.[1];
  if (key !== undefined && reportsTableNames) return splitKey(key, sql);
  const table = tableIn(message);
  const constraintName =
    /CONSTRAINT `((?:[^`]|``)+)`/.exec(message)?.[1] ?? /^Check constraint '(.+)' is/s.exec(message)?.[1];
  const constraint = unquoted(constraintName) ?? key;
  // A column's check has the name `table.column`.
  const checkedColumn =
    table !== undefined && constraint?.startsWith(`${table}.`) ? constraint.slice(table.length + 1) : undefined;
  const columns = checkedColumn === undefined ? columnsIn(message) : [checkedColumn];
  return {
    ...(constraint !== undefined && { constraint: checkedColumn ?? constraint }),
    ...(table !== undefined && { table }),
    ...(columns.length > 0 && { columns }),
    ...(columns.length === 0 && OF_EXPRESSION.test(message) && { isOfExpression: true }),
  };
}

const OF_EXPRESSION = /^Truncated incorrect | value is out of range in '/;

const NAME = '`((?:[^`]|``)+)`';

const TABLES = [
  `fails \\(${NAME}\\.${NAME}`,
  `failed(?: for)? ${NAME}\\.${NAME}`,
  `for column ${NAME}\\.${NAME}\\.`,
].map((pattern) => new RegExp(pattern));

const tableIn = (message: string): string | undefined =>
  unquoted(TABLES.map((pattern) => pattern.exec(message)?.[2]).find((name) => name !== undefined));

const unquoted = (name: string | undefined): string | undefined => name?.replaceAll('``', '`');

/** Splits `table.key`. If the names contain dots, the split depends on which table the statement quotes. */
function splitKey(key: string, statement = ''): { readonly table: string; readonly constraint: string } {
  const candidates = [...key.matchAll(/\./g)].map(({ index }) => ({
    table: key.slice(0, index),
    constraint: key.slice(index + 1),
  }));
  const match = candidates.find(({ table }) => statement.includes(`\`${table.replaceAll('`', '``')}\``));
  return match ?? candidates[0] ?? { table: '', constraint: key };
}

const splitName = (name: string): readonly string[] => /^(.*?)\.(.*)$/s.exec(name)?.slice(1) ?? ['', name];

function columnsIn(message: string): readonly string[] {
  const list = /FOREIGN KEY \((.+?)\) REFERENCES/s.exec(message)?.[1];
  if (list !== undefined)
    return [...list.matchAll(new RegExp(NAME, 'g'))].map(([, name = '']) => name.replaceAll('``', '`'));
  const json = /in value for column '(.+)'\.$/s.exec(message)?.[1];
  const column =
    (json !== undefined ? splitName(json)[1] : undefined) ??
    /(?:^Column|^Field|for column|generated column) '([^']+)'/.exec(message)?.[1] ??
    /for column `.*`\.`(.+)` at row/s.exec(message)?.[1];
  return column === undefined ? [] : [column];
}

export function createErrorClassifier(rules: ErrorRules): (error: unknown) => ErrorClassification {
  const reader = new ErrorReader(rules);
  return (error) => ({
    apiError: reader.read(error),
    isRolledBack: reader.isConflict(error),
    rejectsChanges: causesOf(error).some((cause) => reader.rejectsChanges(cause)),
    isSessionLost: causesOf(error).some((cause) => cause instanceof SessionLost || reader.endsSession(cause)),
  });
}

const ACCESS_DENIED = 1045;

/** Returns true if the server has rejected the user or password of a new session. */
export const isLoginRefused = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'errno' in cause && cause.errno === ACCESS_DENIED);
