import { type DatabaseFault, Refusal } from '../../../base/errors.ts';
import type { ErrorMeaning } from '../../../store/driver.ts';
import type { ViolationFacts } from '../../../store/violation.ts';
import {
  applicationError,
  causesOf,
  type ErrorFacts,
  isOwnersFault,
  isRejectionOfChanges,
  type Meaning,
  readCauses,
  refusalFor,
} from '../../driver/database-error.ts';
import { SessionLost } from '../../driver/session-lost.ts';
import { findErrorValue } from '../sql/error-value.ts';
import { failedAt } from '../sql/failed-at.ts';
import { FAILS } from '../sql/uncut.ts';

/** Errors by their number. */
export type ErrorNumbers = Readonly<Partial<Record<Meaning, readonly number[]>>>;

/** What a server calls its errors. */
export interface ErrorWords {
  /** Of its own: what both servers have is in `sharedNumbers`. */
  readonly numbers: ErrorNumbers;
  /** How a statement fails whose cursor names a row that is gone: with a number, and a name within its message. */
  readonly rowIsGone?: { readonly number: number; readonly name: string };
  /** Whether a key and a JSON column stand behind their table in messages: `customers.email`. */
  readonly namesTables: boolean;
}

/**
 * What numbers mean on every server of the family: https://dev.mysql.com/doc/mysql-errors/en/server-error-reference.html,
 * https://mariadb.com/kb/en/mariadb-error-code-reference/
 */
const sharedNumbers: ErrorNumbers = {
  notUnique: [1022, 1062, 1169, 1557, 1586, 1761, 1762, 1859],
  missingReference: [1216, 1452],
  stillReferred: [1217, 1451],
  // 1136: a view takes an item of nothing for one that lacks all of its columns.
  missingValue: [1048, 1136, 1364, 1423],
  filledByDatabase: [1348],
  // 1526: of a table in partitions.
  failedCheck: [1526],
  outsideView: [1369],
  // 167, 1467: the numbers of a key are used up.
  outOfRange: [167, 1264, 1441, 1467, 1690],
  tooLong: [1406],
  dividedByZero: [1365],
  malformed: [1139, 1265, 1267, 1270, 1271, 1292, 1366, 1367, 1411, 1416, 1525],
  // 1399: what an XA transaction forbids.
  commitsWithin: [1399],
  forbidden: [1142, 1143, 1288, 1370, 1393, 1394, 1395, 1471],
  // 1242: none of ours has a subquery that finds two rows; a view may. 1449: the definer of a view, routine, or trigger is missing.
  // 3636: a view that recurs too often.
  failedWithin: [1242, 1415, 1422, 1424, 1442, 1449, 3636],
  sortMemory: [1038],
  // 1117: columns; 1118: a row that is too long; 1197, 1705: what the binary log keeps of one transaction; 1206: locks.
  tooComplex: [1104, 1116, 1117, 1118, 1153, 1162, 1197, 1206, 1301, 1390, 1436, 1456, 1473, 1705],
  tooSlow: [1317],
  // 1130: from this host; 1698: by this method; 1820, 1862: the password has expired; 3118, 4151: the account is locked.
  loginRefused: [1044, 1045, 1049, 1130, 1698, 1820, 1862, 3118, 4151],
  away: [1042, 1043, 1047, 1053, 1152, 1158, 1159, 1160, 1161, 1184],
  // 1021, 1034, 1114: no room is left, also for an index of a temporary table; 1037, 1041: no memory; 1135: no thread.
  busy: [1021, 1034, 1037, 1040, 1041, 1114, 1135, 1180, 1203, 1205, 1226, 1461, 1613, 1637],
  // 1613, 1614: of a transaction in which procedures are called.
  overtaken: [1213, 1614],
  // 1036, 1836, 1874: `innodb_read_only`, as is 1015 by its message; 1792: `transaction_read_only`.
  readOnly: [1036, 1792, 1836, 1874],
  logsStatements: [1665],
  schemaChanged: [1054, 1146, 1305, 1356, 1412, 1615],
};

const ENDS_SESSION: ReadonlySet<Meaning | undefined> = new Set<Meaning>(['away', 'loginRefused']);

/** What SIGNAL and RESIGNAL carry unless they set a number of their own. */
const SIGNALLED = new Set([1643, 1644]);

/** Returns whether code of the database raised the error by SIGNAL, with any number. */
const isRaised = ({ errno, sqlState }: ServerError): boolean => SIGNALLED.has(errno) || sqlState.startsWith('45');

/** Whether SIGNAL gave it a number that is none of the server: those have four digits. */
const isOwn = ({ errno }: ServerError): boolean => errno < 1000 || errno > 9999;

/** Whether the server could not open or write a file, or had no memory: the numbers of its library for that, which names files in messages. */
const isOfFiles = ({ errno, sqlState }: ServerError): boolean => errno < 120 && sqlState === 'HY000';

/** Nobody knows what became of the transaction. */
const COMMIT_FAILED = 1180;

const NO_SUCH_TABLE = 1146;
const NO_SUCH_ROUTINE = 1305;

interface ServerError {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
  /** The statement that failed, as the client sent it. */
  readonly sql?: string;
}

/** Reads the errors of one server. */
class ErrorReader {
  readonly #meanings: ReadonlyMap<number, Meaning>;
  readonly #words: ErrorWords;

  constructor(words: ErrorWords) {
    this.#meanings = new Map([...meaningsOf(sharedNumbers), ...meaningsOf(words.numbers)]);
    this.#words = words;
  }

  /** What an error of the driver means to a client; undefined where it means a fault of ours. */
  read(error: unknown): Refusal | undefined {
    return readCauses(error, (cause) => this.#readCause(cause));
  }

  /** Whether the server took back the whole transaction because of others. */
  isOvertaken(error: unknown): boolean {
    return this.#meaningOf(error) === 'overtaken';
  }

  /** Returns whether the session, or the server that it leads to, is read-only. */
  rejectsChanges(error: Error): boolean {
    return isServerError(error) && !isRaised(error) && isRejectionOfChanges(this.#meaningOfServerError(error));
  }

  /** Whether the session ends with the error: what the client says of itself then is fatal. One that the server ends may look alive for a moment. */
  endsSession(error: Error): boolean {
    return (
      ('fatal' in error && error.fatal === true) ||
      ('errno' in error && error.errno === COMMIT_FAILED) ||
      ENDS_SESSION.has(this.#meaningOf(error))
    );
  }

  #meaningOf(error: unknown): Meaning | undefined {
    return typeof error === 'object' && error !== null && 'errno' in error
      ? this.#meanings.get(Number(error.errno))
      : undefined;
  }

  #meaningOfServerError(error: ServerError): Meaning | undefined {
    if (isWithin(error)) return 'failedWithin';
    return isOfFiles(error) ? 'busy' : (meaningByMessage(error) ?? this.#meanings.get(error.errno));
  }

  #readCause(cause: ErrorFacts): Refusal | undefined {
    if (isServerError(cause)) return this.#readServerError(cause);
    // What the driver says of itself has no number; fatal means that the session is lost.
    return cause.fatal === true ? refusalFor('away', { cause }) : undefined;
  }

  #readServerError(error: ServerError): Refusal | undefined {
    const meaning = this.#meaningOfServerError(error);
    if (isRaised(error) || (meaning === undefined && isOwn(error))) {
      return applicationError(error.message, error, { sqlState: error.sqlState });
    }
    const { rowIsGone, namesTables } = this.#words;
    if (failedAt(error, FAILS)) return refusalFor('tooComplex', { cause: error });
    const errorValue = findErrorValue(error);
    if (errorValue !== undefined) return errorValueRefusal(errorValue, error);
    if (error.errno === rowIsGone?.number && error.message.includes(rowIsGone.name)) {
      return refusalFor('rowIsGone', { cause: error });
    }
    return meaning === undefined
      ? undefined
      : refusalFor(meaning, { cause: error, fault: readFault(meaning, error) }, describe(error, namesTables));
  }
}

/** A row of a NOT NULL enum has no label that the schema could return. */
function errorValueRefusal({ table, column }: { table: string; column: string }, cause: ServerError): Refusal {
  const message = `Column "${column}" of table "${table}" is the error value of its enum ('') in a row of the response. Find these rows with "where \`${column.replaceAll('`', '``')}\` = ''" and set one of the declared values, or declare the column nullable to read them as null.`;
  return new Refusal('ApplicationError', message, {
    cause,
    fault: { entities: [], sqlState: cause.sqlState, message },
  });
}

const CANNOT_LOCK = 1015;
const TABLE_IS_FULL = 1114;
const OPTION_PREVENTS = 1290;
/** Bounds of MariaDB 11.5 and later: temporary files of one session, and of all. */
const [SESSION_SPACE_IS_FULL, ALL_SPACE_IS_FULL] = [200, 201];

/**
 * Meanings that the number alone does not give. A bound of the statement's own is no reason to repeat it: a temporary
 * table that is full, and `max_session_mem_used` of MariaDB.
 */
function meaningByMessage({ errno, message }: ServerError): Meaning | undefined {
  if (errno === TABLE_IS_FULL && /#sql/.test(message)) return 'tooComplex';
  if (errno === OPTION_PREVENTS) {
    if (message.includes('max-session-mem-used')) return 'tooComplex';
    // Other options, such as --secure-file-priv, are only about statements of the owner's code.
    return /read[-_]only/.test(message) ? 'readOnly' : 'failedWithin';
  }
  // HA_ERR_TABLE_READONLY, as MySQL reports `innodb_read_only`.
  if (errno === CANNOT_LOCK && message.includes('errno: 165')) return 'readOnly';
  if (errno === SESSION_SPACE_IS_FULL) return 'tooComplex';
  return errno === ALL_SPACE_IS_FULL ? 'busy' : undefined;
}

/** Whether what is missing is named by the statement of a trigger or a function, and not by ours. */
function isWithin({ errno, message, sql }: ServerError): boolean {
  if (errno !== NO_SUCH_TABLE && errno !== NO_SUCH_ROUTINE) return false;
  const name = /^(?:Table '|FUNCTION |PROCEDURE )[^.]+\.(.+?)'? (?:doesn't|does not) exist/.exec(message)?.[1];
  return name !== undefined && sql !== undefined && !sql.includes(name);
}

const meaningsOf = (numbers: ErrorNumbers): readonly (readonly [number, Meaning])[] =>
  (Object.keys(numbers) as Meaning[]).flatMap((meaning) =>
    (numbers[meaning] ?? []).map((number) => [number, meaning] as const),
  );

function isServerError(cause: object): cause is ServerError {
  return 'errno' in cause && typeof cause.errno === 'number' && 'sqlState' in cause;
}

function readFault(meaning: Meaning, { sqlState, message }: ServerError): DatabaseFault | undefined {
  return isOwnersFault(meaning) ? { entities: [], sqlState, message } : undefined;
}

/** The server has no fields for names: they stand quoted in its message. */
function describe({ message, sql }: ServerError, namesTables: boolean): ViolationFacts {
  // A value stands before it, and may read alike.
  const key = /.*for key '(.+)'$/s.exec(message)?.[1];
  if (key !== undefined && namesTables) return splitKey(key, sql);
  const table = tableIn(message);
  const named = /CONSTRAINT `((?:[^`]|``)+)`/.exec(message)?.[1] ?? /^Check constraint '(.+)' is/s.exec(message)?.[1];
  const constraint = unquoted(named) ?? key;
  // A check of one column has the name of that column, behind its table.
  const checked =
    table !== undefined && constraint?.startsWith(`${table}.`) ? constraint.slice(table.length + 1) : undefined;
  const columns = checked === undefined ? columnsIn(message) : [checked];
  return {
    ...(constraint !== undefined && { constraint: checked ?? constraint }),
    ...(table !== undefined && { table }),
    ...(columns.length > 0 && { columns }),
    ...(columns.length === 0 && OF_EXPRESSION.test(message) && { isOfExpression: true }),
  };
}

/** A cast, or the result of a calculation. */
const OF_EXPRESSION = /^Truncated incorrect | value is out of range in '/;

const NAME = '`((?:[^`]|``)+)`';

/** The table of a foreign key, of a check, of a view, or of the column that is meant. */
const TABLES = [
  `fails \\(${NAME}\\.${NAME}`,
  `failed(?: for)? ${NAME}\\.${NAME}`,
  `for column ${NAME}\\.${NAME}\\.`,
].map((pattern) => new RegExp(pattern));

const tableIn = (message: string): string | undefined =>
  unquoted(TABLES.map((pattern) => pattern.exec(message)?.[2]).find((name) => name !== undefined));

const unquoted = (name: string | undefined): string | undefined => name?.replaceAll('``', '`');

/** `customers.email` → `customers`, `email`. Where dots are in the names, the statement tells which one parts them. */
function splitKey(key: string, statement = ''): { readonly table: string; readonly constraint: string } {
  const places = [...key.matchAll(/\./g)].map(({ index }) => ({
    table: key.slice(0, index),
    constraint: key.slice(index + 1),
  }));
  const named = places.find(({ table }) => statement.includes(`\`${table.replaceAll('`', '``')}\``));
  return named ?? places[0] ?? { table: '', constraint: key };
}

/** `customers.email` → `customers`, `email`. */
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

/** What an error of mysql2 comes to, by what the server calls its errors. */
export function errorMeaningOf(words: ErrorWords): (error: unknown) => ErrorMeaning {
  const reader = new ErrorReader(words);
  return (error) => ({
    refusal: reader.read(error),
    isRolledBack: reader.isOvertaken(error),
    rejectsChanges: causesOf(error).some((cause) => reader.rejectsChanges(cause)),
    isSessionLost: causesOf(error).some((cause) => cause instanceof SessionLost || reader.endsSession(cause)),
  });
}
