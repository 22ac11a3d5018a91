import { inject } from 'vitest';
import type { ServerName } from './server-names.ts';

/** A server, or Babelfish if JOINERY_SQLSERVER_URL leads to it. */
type Engine = ServerName | 'babelfish';

interface Gap {
  readonly missingOn: readonly Engine[];
  readonly reason: string;
}

const family: readonly Engine[] = ['mariadb', 'mysql'];
const allButPostgres: readonly Engine[] = [...family, 'sqlserver'];

/** Features that some servers lack. Tests that need one are skipped there: `it.skipIf(!server.has('arrays'))`. */
export const features = {
  arrays: { missingOn: allButPostgres, reason: 'There are no array types.' },
  autoIncrementRangeError: {
    missingOn: ['mysql'],
    reason: 'An exhausted AUTO_INCREMENT column repeats its last value, which is a duplicate key.',
  },
  collatedForeignKeys: {
    missingOn: ['babelfish'],
    reason: 'Foreign keys on columns of a collation other than the default are rejected.',
  },
  beforeInsertTriggers: {
    missingOn: ['sqlserver'],
    reason: 'Triggers run after the insert, when NOT NULL has already been checked.',
  },
  cancelRunningStatement: { missingOn: ['babelfish'], reason: 'A running statement cannot be canceled.' },
  columnNameCase: { missingOn: ['babelfish'], reason: 'The catalog reports column names in lowercase.' },
  deferredConstraints: { missingOn: allButPostgres, reason: 'Constraints cannot be checked at commit.' },
  domains: { missingOn: allButPostgres, reason: 'There are no domain types.' },
  enumTypes: {
    missingOn: ['sqlserver'],
    reason: 'Labels of a CHECK constraint are strings, and any string has a position in their order.',
  },
  exactFloatSums: {
    missingOn: ['babelfish'],
    reason: 'Floats are converted to decimals with 15 digits; large ones have more.',
  },
  exactJsonNumbers: { missingOn: ['mysql'], reason: 'JSON stores fractions as 64-bit floats.' },
  fullTextSort: {
    missingOn: family,
    reason: 'Sorting compares only the first bytes of a string (docs/graphql.md).',
  },
  identityRejectsNull: {
    missingOn: family,
    reason: 'NULL for an AUTO_INCREMENT column generates a value.',
  },
  indexNames: { missingOn: ['babelfish'], reason: 'A hash is appended to index names.' },
  inetType: { missingOn: allButPostgres, reason: 'The sample shop stores IP addresses as strings.' },
  insertReturning: {
    missingOn: ['mysql', 'sqlserver'],
    reason: 'An insert returns no rows, so rows of a table without a key cannot be read back.',
  },
  jsonScalars: {
    missingOn: ['sqlserver'],
    reason: 'A JSON column holds only objects and arrays; the sample shop has NULL for other values.',
  },
  largeStatements: {
    missingOn: ['babelfish'],
    reason: 'Parsing a statement of this size takes longer than a request may take.',
  },
  largeStringResults: {
    missingOn: family,
    reason: 'The result of an expression is NULL if it is longer than a packet.',
  },
  longIdentifiers: { missingOn: ['babelfish'], reason: 'Names are truncated at 63 bytes; SQL Server allows 128.' },
  mysqlSyntax: {
    missingOn: ['postgres', 'sqlserver'],
    reason: 'These tests cover pitfalls of MySQL and MariaDB, in their SQL.',
  },
  nonFiniteNumbers: { missingOn: allButPostgres, reason: 'Floats cannot be NaN or infinite.' },
  normalizedJson: {
    missingOn: ['mariadb', 'sqlserver'],
    reason: 'JSON is stored as written, with its whitespace, so writing an equal value changes the row.',
  },
  notNullInAlterColumn: { missingOn: ['babelfish'], reason: 'ALTER COLUMN does not support NOT NULL.' },
  outputOfDefaultValues: { missingOn: ['babelfish'], reason: 'INSERT … DEFAULT VALUES does not support OUTPUT.' },
  postgresRanges: {
    missingOn: allButPostgres,
    reason: 'Dates, times, and floats have other minimum and maximum values.',
  },
  preparedStatements: {
    missingOn: ['sqlserver'],
    reason: 'Nothing is prepared; the server caches plans by statement text (test/wire/requests.test.ts).',
  },
  preparedStatementsView: {
    missingOn: family,
    reason: 'No view lists the prepared statements; test/live/driver-prepared.test.ts checks them on the wire.',
  },
  triggerEffects: {
    missingOn: ['sqlserver'],
    reason: 'The client does not learn that a trigger changed a key or skipped a row.',
  },
  statementLevelForeignKeys: {
    missingOn: family,
    reason: 'Foreign keys are checked row by row, so referencing rows must be deleted first.',
  },
  subnormalFloats: { missingOn: ['sqlserver'], reason: 'The smallest positive float is 2.2e-308.' },
  tableOfConstraint: {
    missingOn: ['mariadb', 'babelfish'],
    reason: 'Errors do not name the table of a key, so they are attributed to the written entity.',
  },
  triggerKeys: {
    missingOn: ['mysql'],
    reason: 'The client does not learn the key that a trigger assigns, so such rows are not created if it is needed.',
  },
  triggerSkips: { missingOn: family, reason: 'A trigger can neither skip a row nor change its own table.' },
  unicodeCaseMapping: {
    missingOn: ['babelfish'],
    reason: 'Collations that order by code point map the case of ASCII letters only.',
  },
  uuidType: { missingOn: ['mysql'], reason: 'There is no UUID type.' },
  variableScale: { missingOn: allButPostgres, reason: 'All values of a decimal column have the same scale.' },
  yearZeroRejected: { missingOn: family, reason: 'The year 0 is a valid date.' },
} as const satisfies Readonly<Record<string, Gap>>;

export type Feature = keyof typeof features;

export function serverHas(name: ServerName, ...needed: readonly Feature[]): boolean {
  const engines: readonly Engine[] = name === 'sqlserver' && inject('isBabelfish') ? [name, 'babelfish'] : [name];
  return needed.every((feature) => !engines.some((engine) => (features[feature] as Gap).missingOn.includes(engine)));
}

/** The server that this run of the tests uses. */
export const server = {
  has: (...needed: readonly Feature[]): boolean => serverHas(inject('server'), ...needed),
};
