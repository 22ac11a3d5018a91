import type { Capabilities, Dialect } from '../../sql/dialect.ts';
import { join, name, type Sql, sql } from '../../sql/fragment.ts';
import type { RootQuery } from '../../sql/query.ts';
import { storesOf } from '../create-store.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { introspectSqlserver, readSqlserverTableVersions, readSqlserverVersionHash } from './catalog/introspect.ts';
import { areComparable, readType } from './catalog/types.ts';
import { encode } from './driver/codec.ts';
import { openSqlserver } from './driver/open-sqlserver.ts';
import { sessionSettingsOf } from './driver/session-context.ts';
import { cohort } from './sql/cohort.ts';
import { conditions } from './sql/conditions.ts';
import { selectWithMetadata } from './sql/metadata.ts';
import { writes } from './sql/mutations.ts';
import { operands } from './sql/operands.ts';
import { readRoots, readRowWithMetadata } from './sql/read-result.ts';
import { functionRows, routines } from './sql/routines.ts';
import { connection, row, rows } from './sql/rows.ts';

const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'all',
  connections: true,
  lists: false,
  jsonPaths: true,
  findsNewRowsByKey: true,
};

/**
 * T-SQL for SQL Server 2017 and later. Each root is a column of FOR JSON text. Node joins the roots, so response keys
 * need not be SQL names.
 */
export const sqlserver = {
  name: 'SQL Server',
  capabilities,
  quote: (identifier) => `[${identifier.replaceAll(']', ']]')}]`,
  placeholder: { reusable: true, print: (position) => `@p${position - 1}` },
  conditions,
  operands,
  read: (roots) => ({
    sql: sql`select ${join(
      roots.map((root, index) => sql`${rootValue(root)} as ${name(`${index}`)}`),
      ', ',
    )}`,
    read: readRoots,
  }),
  readWithMetadata: (root) => ({ sql: selectWithMetadata(root), read: readRowWithMetadata }),
  cohort,
  writes,
  routines,
} satisfies Dialect;

function rootValue(root: RootQuery): Sql {
  switch (root.kind) {
    case 'one':
      return row(root.query);
    case 'list':
      return rows(root.query);
    case 'connection':
      return connection(root.query);
    case 'call':
      return functionRows(root.query);
  }
}

export const sqlserverKind: StoreKind = {
  capabilities: sqlserver.capabilities,
  createStore: storesOf(sqlserver, encode),
  introspect: introspectSqlserver,
  readCatalogVersion: readSqlserverVersionHash,
  readTableVersions: readSqlserverTableVersions,
  probeView: viewProbe(sqlserver.quote),
  areComparable,
  readType,
  createSessionSettingsOf: () => sessionSettingsOf,
  open: openSqlserver,
};
