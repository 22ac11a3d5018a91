import type { Capabilities, Dialect } from '../../sql/dialect.ts';
import { join, name, type Sql, sql } from '../../sql/fragment.ts';
import type { RootQuery } from '../../sql/query.ts';
import { storesOf } from '../create-store.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import {
  introspectPostgres,
  listPostgresObjects,
  readPostgresTableVersions,
  readPostgresVersionHash,
} from './catalog/introspect.ts';
import { areComparable } from './catalog/types.ts';
import { encode } from './driver/codec.ts';
import { openPostgres } from './driver/open-postgres.ts';
import { checkSessionContext, createSessionSettingsOf } from './driver/session-context.ts';
import { cohort } from './sql/cohort.ts';
import { conditions } from './sql/conditions.ts';
import { readWithMetadata } from './sql/metadata.ts';
import { writes } from './sql/mutations.ts';
import { operands } from './sql/operands.ts';
import { readMetadataRow, readRoots } from './sql/read-result.ts';
import { routineRows, routines } from './sql/routines.ts';
import { connection, row, rows } from './sql/rows.ts';

const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'none',
  connections: true,
  lists: true,
  jsonPaths: true,
};

/**
 * SQL for PostgreSQL 14 and later. Each root is a column, and Node joins their values. Response keys therefore need not
 * be SQL names, and the database builds no object of all roots.
 */
const postgres = {
  name: 'PostgreSQL',
  capabilities,
  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: { reusable: true, print: (position) => `$${position}` },
  conditions,
  operands,
  read: (roots) => ({
    sql: sql`select ${join(
      roots.map((root, index) => sql`pg_catalog.to_json(${rootValue(root)})::pg_catalog.text as ${name(`${index}`)}`),
      ', ',
    )}`,
    read: readRoots,
  }),
  readWithMetadata: (root) => ({ sql: readWithMetadata(root), read: readMetadataRow }),
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
      return routineRows(root.query);
  }
}

export const postgresKind: StoreKind = {
  capabilities: postgres.capabilities,
  createStore: storesOf(postgres, encode),
  introspect: introspectPostgres,
  listObjects: listPostgresObjects,
  readCatalogVersion: readPostgresVersionHash,
  readTableVersions: readPostgresTableVersions,
  probeView: viewProbe(postgres.quote, 'false'),
  areComparable,
  createSessionSettingsOf: createSessionSettingsOf,
  checkSessionContext,
  open: openPostgres,
};
