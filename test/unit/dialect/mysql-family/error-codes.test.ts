import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../../src/base/errors.ts';
import { classifyError as meaningOnMariadb } from '../../../../src/dialect/mariadb/driver/open-mariadb.ts';
import { classifyError as meaningOnMysql } from '../../../../src/dialect/mysql/driver/open-mysql.ts';

const meanings = { mariadb: meaningOnMariadb, mysql: meaningOnMysql };

type Numbers = Readonly<Partial<Record<ErrorCode, readonly number[]>>>;

/** Errors of reads and writes on both servers. */
const shared: Numbers = {
  Conflict: [1022, 1062, 1169, 1586],
  ConstraintViolated: [167, 1048, 1136, 1216, 1217, 1264, 1364, 1369, 1406, 1451, 1452, 1467, 1526, 1690],
  BadRequest: [1139, 1265, 1267, 1270, 1271, 1292, 1365, 1366, 1367, 1411, 1416],
  LimitExceeded: [1038, 1104, 1116, 1117, 1118, 1153, 1162, 1197, 1206, 1301, 1390, 1436, 1456, 1473, 1705],
  DatabaseTimeout: [1317],
  Forbidden: [1142, 1143, 1288, 1370],
  ApplicationError: [1036, 1242, 1290, 1399, 1415, 1422, 1424, 1442, 1644, 1665, 1792, 1836, 1874, 3636],
  // Includes write failures, lack of memory, deadlocks, lock timeouts, lack of sessions, shutdown, and changed tables.
  Unavailable: [
    ...[1, 3, 5, 1213, 1205, 1021, 1034, 1037, 1040, 1041, 1114, 1135, 1203, 1226, 1461],
    ...[1042, 1043, 1044, 1045, 1049, 1053, 1130, 1158, 1159, 1160, 1161, 1698, 1820, 1862, 3118, 4151],
    ...[1054, 1146, 1305, 1356, 1412, 1615],
  ],
};

const own: Readonly<Record<keyof typeof meanings, Numbers>> = {
  mariadb: {
    ConstraintViolated: [1906, 4025],
    BadRequest: [1977],
    DatabaseTimeout: [1969],
    Unavailable: [1020, 1927, 1932],
  },
  mysql: {
    ConstraintViolated: [3105, 3819],
    BadRequest: [1300, 3037, 3140, 3141, 3143, 3988, 6136],
    LimitExceeded: [3157, 3170],
    DatabaseTimeout: [3024],
    Unavailable: [3032, 3101, 3168, 3169, 3572, 4031],
    ApplicationError: [3989, 4091],
  },
};

describe.each(['mariadb', 'mysql'] as const)('an error number of %s', (name) => {
  const cases = [shared, own[name]].flatMap((numbers) =>
    Object.entries(numbers).flatMap(([code, list]) => list.map((errno) => [errno, code] as const)),
  );

  test.each(cases)("%i maps to %s without the server's message", (errno, code) => {
    const error = Object.assign(new Error('of `shop`.`secrets`'), {
      errno,
      sqlState: errno === 1644 ? '45000' : 'HY000',
    });
    const { apiError } = meanings[name](error);
    expect(apiError?.code).toBe(code);
    if (errno !== 1644) expect(apiError?.message).not.toContain('secrets');
  });

  test.each([
    [1114, "The table '/tmp/#sql1_8_0' is full", 'LimitExceeded'],
    [1114, "The table 'orders' is full", 'Unavailable'],
    [1290, 'The server is running with the --max-session-mem-used=8192 option', 'LimitExceeded'],
    [1290, 'The server is running with the --secure-file-priv option', 'ApplicationError'],
    [200, 'Local temporary space limit reached', 'LimitExceeded'],
    [201, 'Global temporary space limit reached', 'Unavailable'],
  ])('%i with the message "%s" maps to %s', (errno, message, code) => {
    const { apiError } = meanings[name](Object.assign(new Error(message), { errno, sqlState: 'HY000' }));
    expect(apiError?.code).toBe(code);
  });

  test.each([
    [1015, "Can't lock file (errno: 165 - Table is read only)"],
    [1036, "Table 'orders' is read only"],
    [1290, 'The server is running with the --read-only option'],
    [1290, 'The MySQL server is running with the --super-read-only option'],
    [1665, 'Cannot execute statement: impossible to write to binary log'],
    [1792, 'Cannot execute statement in a READ ONLY transaction.'],
    [1836, 'Running in read-only mode'],
    [1874, 'InnoDB is in read only mode.'],
    ...(name === 'mysql' ? [[3989, "Schema 'shop' is in read only mode."] as const] : []),
  ] as const)('%i with the message "%s" replaces the session, because it rejects changes', (errno, message) => {
    const error = Object.assign(new Error(message), { errno, sqlState: 'HY000' });
    const { apiError, ...meaning } = meanings[name](error);
    expect(meaning).toEqual({ isSessionLost: false, isRolledBack: false, rejectsChanges: true });
    expect(apiError).toMatchObject({ code: 'ApplicationError', databaseError: { message } });
  });

  test('keeps the session if a trigger raises the error number of a read-only server', () => {
    const error = Object.assign(new Error('The year is read-only'), { errno: 1290, sqlState: '45000' });
    const { apiError, ...meaning } = meanings[name](error);
    expect(meaning).toEqual({ isSessionLost: false, isRolledBack: false, rejectsChanges: false });
    expect(apiError).toMatchObject({ code: 'ApplicationError', message: 'The year is read-only' });
  });

  test('is internal if it is unknown', () => {
    const error = Object.assign(new Error('You have an error in your SQL syntax'), { errno: 1064, sqlState: '42000' });
    expect(meanings[name](error).apiError).toBeUndefined();
  });
});
