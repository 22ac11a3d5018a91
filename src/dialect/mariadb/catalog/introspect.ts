import type { Catalog } from '../../../model/catalog.ts';
import type { QueryRows } from '../../introspection.ts';
import type { CheckFacts } from '../../mysql-family/catalog/catalog-facts.ts';
import { sharedParts } from '../../mysql-family/catalog/catalog-parts.ts';
import { type CatalogWays, connectionProblem, introspect, readMark } from '../../mysql-family/catalog/introspect.ts';

const ways: CatalogWays = {
  parts: {
    ...sharedParts,
    columns: {
      ...sharedParts.columns,
      // Of every nullable column without a default it is the word NULL; a text would be in quotes.
      facts: { ...sharedParts.columns.facts, defaultExpression: "nullif(COLUMN_DEFAULT, 'NULL')" },
    },
    checks: {
      facts: { table: 'TABLE_NAME', name: 'CONSTRAINT_NAME', clause: 'CHECK_CLAUSE' },
      from: 'information_schema.CHECK_CONSTRAINTS where CONSTRAINT_SCHEMA = database()',
      order: 'TABLE_NAME, CONSTRAINT_NAME',
    },
    indexParts: {
      ...sharedParts.indexParts,
      facts: { ...sharedParts.indexParts.facts, serves: "if(IGNORED = 'NO', 1, 0)" },
    },
  },
  checkVersion,
  lastTimestamp,
  jsonColumns,
};

/** Reads the database that the session is in. @throws ConfigurationError when the server is no MariaDB or the connection names no database */
export const introspectMariadb = (query: QueryRows): Promise<Catalog> => introspect(query, ways);

/** A text that is another one whenever what `introspectMariadb` reads has changed. */
export const readMariadbMark = (query: QueryRows): Promise<string> => readMark(query, ways);

function checkVersion(version: string): void {
  if (!/mariadb/i.test(version)) {
    throw connectionProblem(`The server is no MariaDB, it says version ${version}; change "database-type".`);
  }
}

/** The first whose `timestamp` has 32 bits without a sign: https://mariadb.com/kb/en/timestamp/ */
const UNSIGNED_TIMESTAMP = '11.5';

function lastTimestamp(version: string): string {
  const isUnsigned = version.localeCompare(UNSIGNED_TIMESTAMP, 'en', { numeric: true }) >= 0;
  return isUnsigned ? '2106-02-07T06:28:15' : '2038-01-19T03:14:07';
}

/** The columns that a check of exactly `json_valid` holds to JSON; quoted as the session's `sql_mode` has it. */
function jsonColumns(checks: readonly CheckFacts[]): ReadonlySet<string> {
  const names = checks.map(({ clause }) => {
    const [, quote = '', name] = /^json_valid\(([`"])(.*)\1\)$/s.exec(clause ?? '') ?? [];
    return name?.replaceAll(quote + quote, quote);
  });
  return new Set(names.filter((name) => name !== undefined));
}
