import type { Catalog } from '../../model/catalog.ts';
import type { Slot } from '../../plan/shape/slot.ts';
import type { Capabilities, Dialect } from '../../sql/dialect.ts';
import { parameter, raw, type Sql, sql, subquery } from '../../sql/fragment.ts';
import { storesOf } from '../create-store.ts';
import type { QueryRows } from '../introspection.ts';
import { sharedQueries } from '../mysql-family/catalog/catalog-queries.ts';
import type { CheckRow } from '../mysql-family/catalog/catalog-rows.ts';
import { areComparable } from '../mysql-family/catalog/comparable.ts';
import {
  type CatalogVariant,
  connectionProblem,
  introspect,
  readCatalogVersion,
} from '../mysql-family/catalog/introspect.ts';
import { encode } from '../mysql-family/driver/codec.ts';
import { identifyServer } from '../mysql-family/driver/identify-server.ts';
import { createSessionSettingsOf } from '../mysql-family/driver/session-context.ts';
import { cohortOf } from '../mysql-family/sql/cohort.ts';
import { conditionsOf } from '../mysql-family/sql/conditions.ts';
import { operandsOf } from '../mysql-family/sql/operands.ts';
import { readsOf } from '../mysql-family/sql/read.ts';
import { routinesOf } from '../mysql-family/sql/routines.ts';
import { text } from '../mysql-family/sql/text/concat.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { openMariadb } from './driver/open-mariadb.ts';
import { writes } from './sql/mutations.ts';
import { variant } from './sql/variant.ts';

const catalogVariant: CatalogVariant = {
  queries: {
    ...sharedQueries,
    columns: {
      ...sharedQueries.columns,
      // Without a default, COLUMN_DEFAULT is the string NULL. A default that is this string has quotes: 'NULL'.
      expressions: { ...sharedQueries.columns.expressions, defaultExpression: "nullif(COLUMN_DEFAULT, 'NULL')" },
    },
    checks: {
      expressions: { table: 'TABLE_NAME', name: 'CONSTRAINT_NAME', clause: 'CHECK_CLAUSE' },
      from: 'information_schema.CHECK_CONSTRAINTS where CONSTRAINT_SCHEMA = database()',
      order: 'TABLE_NAME, CONSTRAINT_NAME',
    },
    indexParts: {
      ...sharedQueries.indexParts,
      expressions: { ...sharedQueries.indexParts.expressions, isUsable: "if(IGNORED = 'NO', 1, 0)" },
    },
  },
  checkVersion,
  lastTimestamp,
  jsonColumns,
};

/** @throws ConfigurationError for another server, or without a database */
export const introspectMariadb = (query: QueryRows): Promise<Catalog> => introspect(query, catalogVariant);

const readMariadbVersionHash = (query: QueryRows): Promise<string> => readCatalogVersion(query, catalogVariant);

function checkVersion(version: string): void {
  if (!/mariadb/i.test(version)) {
    throw connectionProblem(`The server is not MariaDB: it reports version ${version}. Change "database-type".`);
  }
}

/** First version with an unsigned `timestamp`: https://mariadb.com/kb/en/timestamp/ */
const UNSIGNED_TIMESTAMP = '11.5';

function lastTimestamp(version: string): string {
  const isUnsigned = version.localeCompare(UNSIGNED_TIMESTAMP, 'en', { numeric: true }) >= 0;
  return isUnsigned ? '2106-02-07T06:28:15' : '2038-01-19T03:14:07';
}

/** Returns the names of columns whose check is exactly `json_valid(…)`. */
function jsonColumns(checks: readonly CheckRow[]): ReadonlySet<string> {
  const names = checks.map(({ clause }) => {
    const [, quote = '', name] = /^json_valid\(([`"])(.*)\1\)$/s.exec(clause ?? '') ?? [];
    return name?.replaceAll(quote + quote, quote);
  });
  return new Set(names.filter((name) => name !== undefined));
}

const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'declared',
  connections: true,
  lists: false,
  jsonPaths: true,
};

const operands = operandsOf(variant);

/** SQL of MariaDB 10.6 and later. */
const mariadb = {
  name: 'MariaDB',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions: conditionsOf(variant),
  operands: {
    ...operands,
    value: (slot, type) => (type.scalar === 'JSON' ? comparedJson(slot) : operands.value(slot, type)),
    jsonPath,
  },
  ...readsOf(variant),
  cohort: cohortOf(variant),
  writes,
  keepsSettings: true,
  routines: routinesOf(variant),
} satisfies Dialect;

/** Returns the JSON at a path from `encodePath`, normalized for comparison. NULL if it is missing or JSON null. */
function jsonPath(column: Sql, path: Slot): Sql {
  const json = sql`if(locate('\\\\', ${column}) = 0, ${column}, ${unescapeJson(column)})`;
  const noList = subquery(
    sql`select 1 from json_table(p.lists, '$[*]' columns (at longtext path '$')) as l where not json_type(json_extract(${json}, l.at)) <=> 'ARRAY'`,
  );
  const table = sql`json_table(${parameter(path)}, '$' columns (at longtext path '$.path', lists json path '$.lists')) as p`;
  const value = sql`nullif(json_normalize(json_extract(${json}, p.at)), 'null')`;
  return subquery(sql`select ${value} from ${table} where not exists ${noList}`);
}

const comparedJson = (value: Slot): Sql => sql`json_normalize(${parameter(value)})`;

/**
 * Unescapes JSON, because MariaDB treats `"\u00e9"` and `"é"` as different. Quotes, backslashes, and control characters
 * become `\u0022` and the like. Markers such as `\1`, which JSON lacks, protect them from `json_unquote`.
 */
const unescapeJson = (json: Sql): Sql => {
  const marked = steps.reduce((value, [by, from, to]) => sql`${raw(by)}(${value}, ${text(from)}, ${text(to)})`, json);
  return sql`json_unquote(concat('"', ${marked}, '"'))`;
};

const BACKSLASH = String.raw`\1`;
const QUOTE = String.raw`\2`;
const ESCAPE_MARKER = String.raw`\3`;

type Step = readonly [by: 'replace' | 'regexp_replace', from: string, to: string];

const doubleBackslashes = (value: string): string => value.replaceAll('\\', '\\\\');

const steps: readonly Step[] = [
  ['replace', String.raw`\\`, BACKSLASH],
  ['replace', String.raw`\"`, QUOTE],
  ['replace', String.raw`\/`, '/'],
  ['regexp_replace', String.raw`\\u005[cC]`, doubleBackslashes(BACKSLASH)],
  ['replace', String.raw`\u0022`, QUOTE],
  ...Object.entries({ b: '08', t: '09', n: '0a', f: '0c', r: '0d' }).map(
    ([letter, code]): Step => ['replace', `\\${letter}`, `${ESCAPE_MARKER}u00${code}`],
  ),
  ['regexp_replace', String.raw`\\u00([01][0-9a-f])`, String.raw`${doubleBackslashes(ESCAPE_MARKER)}u00\1`],
  ...[...'abcdef'].map(
    (digit): Step => [
      'regexp_replace',
      `\\\\u00([01])${digit.toUpperCase()}`,
      String.raw`${doubleBackslashes(ESCAPE_MARKER)}u00\1${digit}`,
    ],
  ),
  ['replace', '"', String.raw`\"`],
  ['replace', BACKSLASH, String.raw`\\u005c`],
  ['replace', QUOTE, String.raw`\\u0022`],
  ['replace', ESCAPE_MARKER, String.raw`\\`],
];

export const mariadbKind: StoreKind = {
  areComparable,
  capabilities: mariadb.capabilities,
  createStore: storesOf(mariadb, encode),
  introspect: introspectMariadb,
  readCatalogVersion: readMariadbVersionHash,
  probeView: viewProbe(mariadb.quote),
  identify: identifyServer,
  createSessionSettingsOf: createSessionSettingsOf,
  open: openMariadb,
};
