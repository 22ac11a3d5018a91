import type { Meaning } from '../../driver/database-error.ts';

/** What numbers mean: https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
const numbers: Readonly<Partial<Record<Meaning, readonly number[]>>> = {
  notUnique: [2601, 2627],
  // 339: of an identity.
  missingValue: [339, 515],
  tooLong: [2628, 8152],
  // 244, 248: of integers; 298, 517: of dates.
  outOfRange: [220, 232, 244, 248, 298, 517, 8115],
  dividedByZero: [8134],
  // 13608, 13609: JSON; 6522: what a type of the CLR does not take, as hierarchyid; 9400 to 9500: XML.
  malformed: [
    ...[235, 241, 242, 245, 293, 295, 296, 6522, 8114, 8169, 13608, 13609],
    ...Array.from({ length: 101 }, (_, index) => 9400 + index),
  ],
  // Identities, computed columns, row versions, columns of temporal and of ledger tables.
  filledByDatabase: [271, 272, 273, 544, 8101, 8102, 13535, 13536, 13537],
  outsideView: [550],
  // 404, 414, 4403 to 4427: views that take no such changes; 13559 to 13561, 37359: tables of history, of a ledger; 33504: a predicate of the server's
  // row-level security.
  forbidden: [
    ...[229, 230, 262, 297, 300, 404, 414, 4403, 4405, 4406, 4416, 4417, 4418, 4419, 4420, 4421, 4427],
    ...[13559, 13560, 13561, 15247, 33504, 37359],
  ],
  // 217: procedures that call each other for ever; 41368: a table in memory that is not raised to snapshots; 512: a subquery that finds two rows, which none of ours does.
  failedWithin: [217, 512, 530, 8164, 41368],
  endsTransaction: [266, 3609, 3902, 3903, 3915, 3916, 3930, 3998],
  // 334: a trigger was created since; 468: the collation of a column was changed.
  schemaChanged: [
    201, 206, 207, 208, 213, 257, 334, 402, 468, 2801, 2812, 4104, 4121, 8117, 8144, 8145, 11535, 11536, 11537, 15151,
  ],
  tooSlow: [1222],
  // 106, 125, 191, 1056: tables, levels, columns; 511, 1540: a row that is too long; 8003: more than 2,100 parameters;
  // 701, 8657, 8658: memory of the statement; 40549 to 40553: Azure SQL ends what takes too much, and says to ask for less.
  tooComplex: [
    ...[106, 125, 191, 511, 701, 1056, 1540, 8003, 8618, 8621, 8622, 8623, 8631, 8632, 8657, 8658],
    ...[40549, 40550, 40551, 40552, 40553],
  ],
  // 1101, 1105, 9002, 40544: no room is left; 1204: no lock; 3958, 3966: no room for versions of rows; 8628, 8645, 8651: memory that others
  // have; 10928, 10929, 40501, 49918 to 49920: Azure SQL has no more to give at present.
  busy: [
    802, 1101, 1105, 1204, 3958, 3966, 8628, 8645, 8651, 9002, 10922, 10928, 10929, 17809, 40501, 40544, 49918, 49919,
    49920,
  ],
  overtaken: [1205, 3960, 3961, 41301, 41302, 41305, 41325],
  // 3906: the setting READ_ONLY of a database, or a secondary replica; 3908: a database in emergency mode.
  readOnly: [3906, 3908],
  // 978: a secondary replica that accepts sessions for reads only.
  standby: [978],
  // 596: KILL; 3980: the batch was given up; 10053 to 10065, 20, 26, 53, 64, 121, 233, 258: of the network; 40197, 40613 and others: Azure SQL moves the database.
  away: [
    20, 21, 26, 53, 64, 121, 233, 258, 596, 823, 824, 825, 921, 922, 924, 927, 942, 945, 976, 983, 3980, 4221, 6001,
    6002, 6004, 6005, 10053, 10054, 10060, 10061, 10065, 17142, 17188, 18401, 18451, 40143, 40166, 40197, 40540, 40613,
  ],
  // 40615: the firewall of Azure SQL.
  loginRefused: [916, 4060, 4064, 18452, 18456, 18461, 18470, 18486, 18487, 18488, 40532, 40615, 40914],
};

export const meaningByNumber: ReadonlyMap<number, Meaning> = new Map(
  (Object.keys(numbers) as Meaning[]).flatMap((meaning) =>
    (numbers[meaning] ?? []).map((number) => [number, meaning] as const),
  ),
);

/** The number from which on THROW and RAISERROR have theirs. */
export const FIRST_RAISED = 50_000;

/** What engines that speak T-SQL say of errors that they have no number for. */
export const UNNUMBERED = 33_557_097;

/** What such an error means, by its text. */
const byText: readonly (readonly [RegExp, Meaning])[] = [
  [/^duplicate key value|^Violation of /, 'notUnique'],
  [/^cannot (?:insert a non-DEFAULT value|update column)/i, 'filledByDatabase'],
  [/permission (?:was )?denied/, 'forbidden'],
  [/row-level security/, 'forbidden'],
  [/out of range|overflow/, 'outOfRange'],
  [
    /invalid input|Conversion failed|Error converting|cannot be cast|can't cast|syntax for type|date format/i,
    'malformed',
  ],
  [/^value too long/, 'tooLong'],
  [/division by zero/i, 'dividedByZero'],
  [/more than one row/, 'failedWithin'],
  [/does not exist$|^Invalid (?:object|column) name|^Could not find stored procedure/, 'schemaChanged'],
  [/lock timeout|Lock request time out/i, 'tooSlow'],
  [/could not serialize|deadlock/, 'overtaken'],
  [/read-only/, 'readOnly'],
];

export const meaningByText = (message: string): Meaning | undefined =>
  byText.find(([pattern]) => pattern.test(message))?.[1];
