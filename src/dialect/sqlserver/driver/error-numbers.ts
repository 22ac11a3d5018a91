import type { ErrorKind } from '../../driver/database-error.ts';

/** https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
const numbers: Readonly<Partial<Record<ErrorKind, readonly number[]>>> = {
  notUnique: [2601, 2627],
  // 339: identity value.
  missingValue: [339, 515],
  tooLong: [2628, 8152],
  // 244, 248: integers; 298, 517: dates.
  outOfRange: [220, 232, 244, 248, 298, 517, 8115],
  dividedByZero: [8134],
  // 13608, 13609: JSON; 6522: CLR types such as hierarchyid; 9400 to 9500: XML.
  malformed: [
    ...[235, 241, 242, 245, 293, 295, 296, 6522, 8114, 8169, 13608, 13609],
    ...Array.from({ length: 101 }, (_, index) => 9400 + index),
  ],
  generatedValue: [271, 272, 273, 544, 8101, 8102, 13535, 13536, 13537],
  outsideView: [550],
  // 404, 414, 4403 to 4427: view is not updatable; 13559 to 13561, 37359: history and ledger tables; 33504: row-level
  // security.
  forbidden: [
    ...[229, 230, 262, 297, 300, 404, 414, 4403, 4405, 4406, 4416, 4417, 4418, 4419, 4420, 4421, 4427],
    ...[13559, 13560, 13561, 15247, 33504, 37359],
  ],
  // 217: endless recursion; 41368: memory-optimized table without snapshot isolation.
  databaseCodeFailed: [217, 512, 530, 8164, 41368],
  endsTransaction: [266, 3609, 3902, 3903, 3915, 3916, 3930, 3998],
  // 334: a trigger was created after the catalog was read; 468: a collation was changed.
  schemaChanged: [
    201, 206, 207, 208, 213, 257, 334, 402, 468, 2801, 2812, 4104, 4121, 8117, 8144, 8145, 11535, 11536, 11537, 15151,
  ],
  tooSlow: [1222],
  // 511, 1540: row too long; 8003: parameters; 701, 8657, 8658: memory; 40549 to 40553: Azure SQL ends expensive
  // sessions.
  tooComplex: [
    ...[106, 125, 191, 511, 701, 1056, 1540, 8003, 8618, 8621, 8622, 8623, 8631, 8632, 8657, 8658],
    ...[40549, 40550, 40551, 40552, 40553],
  ],
  // 1101, 1105, 9002, 40544: disk space; 1204: locks; 3958, 3966: row versions; 8628, 8645, 8651: memory; 10928, 10929,
  // 40501, 49918 to 49920: Azure SQL is out of resources.
  busy: [
    802, 1101, 1105, 1204, 3958, 3966, 8628, 8645, 8651, 9002, 10922, 10928, 10929, 17809, 40501, 40544, 49918, 49919,
    49920,
  ],
  writeConflict: [1205, 3960, 3961, 41301, 41302, 41305, 41325],
  // 3906: READ_ONLY option or secondary replica; 3908: emergency mode.
  readOnly: [3906, 3908],
  // 978: secondary replica.
  standby: [978],
  // 596: KILL; 3980: batch was aborted; 20 to 258 and 10053 to 10065: network; 40197, 40613: Azure SQL moves
  // the database.
  unavailable: [
    20, 21, 26, 53, 64, 121, 233, 258, 596, 823, 824, 825, 921, 922, 924, 927, 942, 945, 976, 983, 3980, 4221, 6001,
    6002, 6004, 6005, 10053, 10054, 10060, 10061, 10065, 17142, 17188, 18401, 18451, 40143, 40166, 40197, 40540, 40613,
  ],
  // 40615: firewall of Azure SQL.
  loginRefused: [916, 4060, 4064, 18452, 18456, 18461, 18470, 18486, 18487, 18488, 40532, 40615, 40914],
};

export const errorKindByNumber: ReadonlyMap<number, ErrorKind> = new Map(
  (Object.keys(numbers) as ErrorKind[]).flatMap((classification) =>
    (numbers[classification] ?? []).map((number) => [number, classification] as const),
  ),
);

/** First number of errors that THROW and RAISERROR raise. */
export const FIRST_USER_ERROR = 50_000;

/** Other T-SQL engines use this number for errors that have no number. */
export const UNNUMBERED = 33_557_097;

const byText: readonly (readonly [RegExp, ErrorKind])[] = [
  [/^duplicate key value|^Violation of /, 'notUnique'],
  [/^cannot (?:insert a non-DEFAULT value|update column)/i, 'generatedValue'],
  [/permission (?:was )?denied/, 'forbidden'],
  [/row-level security/, 'forbidden'],
  [/out of range|overflow/, 'outOfRange'],
  [
    /invalid input|Conversion failed|Error converting|cannot be cast|can't cast|syntax for type|date format/i,
    'malformed',
  ],
  [/^value too long/, 'tooLong'],
  [/division by zero/i, 'dividedByZero'],
  [/more than one row/, 'databaseCodeFailed'],
  [/does not exist$|^Invalid (?:object|column) name|^Could not find stored procedure/, 'schemaChanged'],
  [/lock timeout|Lock request time out/i, 'tooSlow'],
  [/could not serialize|deadlock/, 'writeConflict'],
  [/read-only/, 'readOnly'],
];

export const errorKindByText = (message: string): ErrorKind | undefined =>
  byText.find(([pattern]) => pattern.test(message))?.[1];
