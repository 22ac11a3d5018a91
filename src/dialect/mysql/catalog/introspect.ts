import type { Catalog } from '../../../model/catalog.ts';
import type { QueryRows } from '../../introspection.ts';
import { readOnlyReason, sharedParts } from '../../mysql-family/catalog/catalog-parts.ts';
import { type CatalogWays, connectionProblem, introspect, readMark } from '../../mysql-family/catalog/introspect.ts';
import { keyFacts } from './key-facts.ts';

const ways: CatalogWays = {
  parts: {
    ...sharedParts,
    server: {
      ...sharedParts.server,
      facts: {
        ...sharedParts.server.facts,
        readOnlyReason: readOnlyReason(
          {
            innodb_read_only: '@@innodb_read_only',
            super_read_only: '@@global.super_read_only',
            transaction_read_only: '@@transaction_read_only',
          },
          // Since 8.0.22.
          `/*!80022 (select 'the option "read only" of the database is set' from information_schema.SCHEMATA_EXTENSIONS
            where SCHEMA_NAME = database() and OPTIONS like '%READ ONLY=1%'), */ null`,
        ),
      },
    },
    columns: {
      ...sharedParts.columns,
      facts: {
        ...sharedParts.columns.facts,
        // `point srid 4326`: a column that names a system takes places of no other.
        columnType: "concat(COLUMN_TYPE, ifnull(concat(' srid ', SRS_ID), ''))",
        generation: "nullif(GENERATION_EXPRESSION, '')",
      },
    },
    triggers: {
      ...sharedParts.triggers,
      facts: {
        ...sharedParts.triggers.facts,
        body: "if(ACTION_TIMING = 'BEFORE' and EVENT_MANIPULATION = 'INSERT', ACTION_STATEMENT, null)",
      },
    },
    // To join these two takes seconds.
    checks: {
      facts: { table: 'TABLE_NAME', name: 'CONSTRAINT_NAME', clause: 'null' },
      from: "information_schema.TABLE_CONSTRAINTS where TABLE_SCHEMA = database() and CONSTRAINT_TYPE = 'CHECK'",
      order: 'TABLE_NAME, CONSTRAINT_NAME',
    },
    checkClauses: {
      facts: { name: 'CONSTRAINT_NAME', clause: 'CHECK_CLAUSE' },
      from: 'information_schema.CHECK_CONSTRAINTS where CONSTRAINT_SCHEMA = database()',
      order: 'CONSTRAINT_NAME',
    },
    indexParts: {
      ...sharedParts.indexParts,
      facts: { ...sharedParts.indexParts.facts, serves: "if(IS_VISIBLE = 'YES', 1, 0)" },
    },
  },
  checkVersion,
  lastTimestamp: () => '2038-01-19T03:14:07',
  // There is a type for it.
  jsonColumns: () => new Set(),
  keyFacts,
};

/** Reads the database that the session is in. @throws ConfigurationError when the connection names no database */
export const introspectMysql = (query: QueryRows): Promise<Catalog> => introspect(query, ways);

/** A text that is another one whenever what `introspectMysql` reads has changed. */
export const readMysqlMark = (query: QueryRows): Promise<string> => readMark(query, ways);

/** The first that names the table of a key in its errors; all that statements need is older. */
const OLDEST = '8.0.19';

function checkVersion(version: string): void {
  if (version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return;
  throw connectionProblem(`The server is MySQL ${version}, and ${OLDEST} or later is served; take a newer one.`);
}
