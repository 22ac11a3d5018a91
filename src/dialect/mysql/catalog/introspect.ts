import type { Catalog } from '../../../model/catalog.ts';
import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { QueryRows, ReadTableVersions } from '../../introspection.ts';
import { readOnlyReason, sharedQueries } from '../../mysql-family/catalog/catalog-queries.ts';
import type { ColumnRow, TriggerRow } from '../../mysql-family/catalog/catalog-rows.ts';
import {
  type CatalogVariant,
  connectionProblem,
  introspect,
  readCatalogVersion,
} from '../../mysql-family/catalog/introspect.ts';

type KeyColumns = Pick<CatalogColumn, 'defaultSql' | 'triggerMayChangeKey'>;

/** Describes key values that MySQL does not report after an insert. */
const keyColumns = (column: ColumnRow, triggers: readonly TriggerRow[]): KeyColumns => {
  const defaultSql = defaultOf(column);
  return {
    ...(defaultSql !== undefined && { defaultSql }),
    ...(triggers.some(({ body }) => sets(body ?? '', column.name)) && { triggerMayChangeKey: true as const }),
  };
};

/** Types whose columns convert values in a way that no cast does. */
const CONVERTING_TYPES = /^(?:enum|set|year|(?:float|double)\()|zerofill/;

/**
 * Returns the SQL of a column's default. Undefined if the default depends on other columns, or if no cast converts the
 * default.
 */
function defaultOf({ defaultExpression, extra, dataType, columnType }: ColumnRow): string | undefined {
  if (defaultExpression === null || dataType === 'bit') return undefined;
  if (dataType.endsWith('binary') && /^0x(?:[\da-f]{2})+$/i.test(defaultExpression)) return defaultExpression;
  if (!extra.includes('DEFAULT_GENERATED')) return `'${defaultExpression.replaceAll(/['\\]/g, '\\$&')}'`;
  if (CONVERTING_TYPES.test(columnType)) return undefined;
  // In an expression, the catalog escapes quotes, and puts column names in backticks.
  return defaultExpression.includes('`') ? undefined : defaultExpression.replaceAll(/\\(.)/gs, '$1');
}

/** Matches `set new.id = …` and `call next_id(new.id)`. */
function sets(body: string, column: string): boolean {
  const name = column.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const newColumn = `new\\s*\\.\\s*(?:${name}(?![\\w$])|\`${name.replaceAll('`', '``')}\`)`;
  const text = body.replaceAll(/\/\*.*?\*\//gs, ' ');
  return new RegExp(`(?:\\bset\\b|,)\\s*${newColumn}\\s*:?=|\\bcall\\b[^;]*${newColumn}`, 'is').test(text);
}

const catalogVariant: CatalogVariant = {
  queries: {
    ...sharedQueries,
    server: {
      ...sharedQueries.server,
      expressions: {
        ...sharedQueries.server.expressions,
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
      ...sharedQueries.columns,
      expressions: {
        ...sharedQueries.columns.expressions,
        // A column with a spatial reference system rejects values of other systems: `point srid 4326`.
        columnType: "concat(COLUMN_TYPE, ifnull(concat(' srid ', SRS_ID), ''))",
        generation: "nullif(GENERATION_EXPRESSION, '')",
      },
    },
    triggers: {
      ...sharedQueries.triggers,
      expressions: {
        ...sharedQueries.triggers.expressions,
        body: "if(ACTION_TIMING = 'BEFORE' and EVENT_MANIPULATION = 'INSERT', ACTION_STATEMENT, null)",
      },
    },
    // A join of TABLE_CONSTRAINTS and CHECK_CONSTRAINTS would take seconds.
    checks: {
      expressions: { table: 'TABLE_NAME', name: 'CONSTRAINT_NAME', clause: 'null' },
      from: "information_schema.TABLE_CONSTRAINTS where TABLE_SCHEMA = database() and CONSTRAINT_TYPE = 'CHECK'",
      order: 'TABLE_NAME, CONSTRAINT_NAME',
    },
    checkClauses: {
      expressions: { name: 'CONSTRAINT_NAME', clause: 'CHECK_CLAUSE' },
      from: 'information_schema.CHECK_CONSTRAINTS where CONSTRAINT_SCHEMA = database()',
      order: 'CONSTRAINT_NAME',
    },
    indexParts: {
      ...sharedQueries.indexParts,
      expressions: { ...sharedQueries.indexParts.expressions, isUsable: "if(IS_VISIBLE = 'YES', 1, 0)" },
    },
  },
  checkVersion,
  lastTimestamp: () => '2038-01-19T03:14:07',
  jsonColumns: () => new Set(),
  describeKeyColumn: keyColumns,
};

/** @throws ConfigurationError if the connection names no database */
export const introspectMysql = (query: QueryRows): Promise<Catalog> => introspect(query, catalogVariant);

export const readMysqlVersionHash = (query: QueryRows): Promise<string> => readCatalogVersion(query, catalogVariant);

/**
 * Reads the time of the last commit, in whole seconds. A commit becomes visible just after its time, and another commit
 * may have the same time, so each query during the next seconds returns another version. The time is null, and the
 * table has no version, from a restart or DDL until the next change. Tables of other engines have no version, because
 * the engines set the time at other moments.
 */
export const readMysqlTableVersions: ReadTableVersions = async (query, tables) => {
  const text = `
    select TABLE_NAME as name,
      concat(UPDATE_TIME, if(UPDATE_TIME >= now() - interval ${UNSETTLED_SECONDS} second, now(6), '')) as version
    from information_schema.TABLES
    where TABLE_SCHEMA = database() and TABLE_NAME in (${tables.map(() => '?').join(', ')})
      and ENGINE = 'InnoDB' and UPDATE_TIME is not null`;
  const rows = await query(
    text,
    tables.map(({ name }) => name),
  );
  return rows.map(({ name, version }) => ({ schema: '', name: String(name), version: String(version) }));
};

/** Allows for stalls between the time of a commit and its visibility. */
const UNSETTLED_SECONDS = 5;

/** First version whose errors name the table of a key. */
const OLDEST = '8.0.19';

function checkVersion(version: string): void {
  if (version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return;
  throw connectionProblem(`MySQL ${version} is not supported. Use version ${OLDEST} or later.`);
}
