import type { DatabaseFault, Refusal } from '../../../base/errors.ts';
import type { ViolationFacts } from '../../../store/violation.ts';
import {
  applicationError,
  type ErrorFacts,
  isOwnersFault,
  type Meaning,
  readCauses,
  refusalFor,
} from '../../database-error.ts';
import { ROW_IS_GONE } from '../sql/cursors.ts';

/** By error number: https://mariadb.com/kb/en/mariadb-error-code-reference/ */
const numbers: Readonly<Partial<Record<Meaning, readonly number[]>>> = {
  notUnique: [1022, 1062, 1169, 1557, 1586, 1761, 1762, 1859],
  missingReference: [1216, 1452],
  stillReferred: [1217, 1451],
  // 1136: a view takes an item of nothing for one that lacks all of its columns.
  missingValue: [1048, 1136, 1364, 1423],
  filledByDatabase: [1348, 1906],
  failedCheck: [4025],
  outsideView: [1369],
  outOfRange: [1264, 1690],
  tooLong: [1406],
  malformed: [1139, 1265, 1267, 1270, 1271, 1292, 1365, 1366, 1367, 1411, 1416, 1525],
  forbidden: [1142, 1143, 1288, 1370, 1393, 1394, 1395, 1471],
  failedWithin: [1415, 1422, 1424, 1442],
  tooComplex: [1104, 1116, 1153, 1301, 1390, 1436, 1456, 1473],
  tooSlow: [1317, 1969],
  away: [1042, 1043, 1044, 1045, 1047, 1049, 1053, 1152, 1158, 1159, 1160, 1161, 1184, 1927],
  busy: [1021, 1037, 1038, 1040, 1041, 1114, 1180, 1203, 1205, 1226, 1461, 1637],
  overtaken: [1020, 1213],
  readOnly: [1290, 1792, 1836],
  schemaChanged: [1054, 1146, 1305, 1356, 1412, 1615, 1932],
};

const meanings: ReadonlyMap<number, Meaning> = new Map(
  (Object.keys(numbers) as Meaning[]).flatMap((meaning) =>
    (numbers[meaning] ?? []).map((number) => [number, meaning] as const),
  ),
);

/** What SIGNAL and RESIGNAL carry unless they set a number of their own. */
const SIGNALLED = new Set([1643, 1644]);

/** Nobody knows what became of the transaction. */
const COMMIT_FAILED = 1180;

/** A column of `json_table` that cannot be set. */
const NO_COLUMN = 4176;

interface MariadbError {
  readonly errno: number;
  readonly sqlState: string;
  readonly message: string;
}

/** What an error of the driver means to a client; undefined where it means a fault of ours. */
export function readDatabaseError(error: unknown): Refusal | undefined {
  return readCauses(error, readCause);
}

/** Whether the server took back the whole transaction because of others. */
export const isOvertaken = (error: unknown): boolean => meaningOf(error) === 'overtaken';

/** Whether the session ends with the error: what the client says of itself then is fatal. One that the server ends may look alive for a moment. */
export const endsSession = (error: Error): boolean =>
  ('fatal' in error && error.fatal === true) ||
  ('errno' in error && error.errno === COMMIT_FAILED) ||
  meaningOf(error) === 'away';

const meaningOf = (error: unknown): Meaning | undefined =>
  typeof error === 'object' && error !== null && 'errno' in error ? meanings.get(Number(error.errno)) : undefined;

function readCause(cause: ErrorFacts): Refusal | undefined {
  if (isMariadbError(cause)) return readMariadbError(cause);
  // What the driver says of itself has no number; fatal means that the session is lost.
  return cause.fatal === true ? refusalFor('away', { cause }) : undefined;
}

function isMariadbError(cause: object): cause is MariadbError {
  return 'errno' in cause && typeof cause.errno === 'number' && 'sqlState' in cause;
}

function readMariadbError(error: MariadbError): Refusal | undefined {
  if (SIGNALLED.has(error.errno) || error.sqlState === '45000') {
    return applicationError(error.message, error, { sqlState: error.sqlState });
  }
  if (error.errno === NO_COLUMN && error.message.includes(ROW_IS_GONE))
    return refusalFor('rowIsGone', { cause: error });
  const meaning = meanings.get(error.errno);
  return meaning === undefined
    ? undefined
    : refusalFor(meaning, { cause: error, fault: readFault(meaning, error) }, describe(error.message));
}

function readFault(meaning: Meaning, { sqlState, message }: MariadbError): DatabaseFault | undefined {
  return isOwnersFault(meaning) ? { entities: [], sqlState, message } : undefined;
}

/** The server has no fields for names: they stand quoted in its message. */
function describe(message: string): ViolationFacts {
  const constraint = /CONSTRAINT `((?:[^`]|``)+)`/.exec(message)?.[1] ?? /for key '(.+)'$/s.exec(message)?.[1];
  const columns = columnsIn(message);
  return {
    ...(constraint !== undefined && { constraint: constraint.replaceAll('``', '`') }),
    ...(columns.length > 0 && { columns }),
  };
}

function columnsIn(message: string): readonly string[] {
  const list = /FOREIGN KEY \((.+?)\) REFERENCES/s.exec(message)?.[1];
  if (list !== undefined)
    return [...list.matchAll(/`((?:[^`]|``)+)`/g)].map(([, name = '']) => name.replaceAll('``', '`'));
  const column =
    /(?:^Column|^Field|for column) '([^']+)'/.exec(message)?.[1] ??
    /for column `.*`\.`(.+)` at row/s.exec(message)?.[1];
  return column === undefined ? [] : [column];
}
