import type { Slot } from '../../plan/shape/slot.ts';
import type { Capabilities, Dialect, OperandGenerators } from '../../sql/dialect.ts';
import { parameter, raw, type Sql, sql } from '../../sql/fragment.ts';
import { storesOf } from '../create-store.ts';
import { areComparable } from '../mysql-family/catalog/comparable.ts';
import { encodeForMysql } from '../mysql-family/driver/codec.ts';
import { identifyServer } from '../mysql-family/driver/identify-server.ts';
import { createSessionSettingsOf } from '../mysql-family/driver/session-context.ts';
import { cohortOf } from '../mysql-family/sql/cohort.ts';
import { conditionsOf } from '../mysql-family/sql/conditions.ts';
import { operandsOf } from '../mysql-family/sql/operands.ts';
import { readsOf } from '../mysql-family/sql/read.ts';
import { routinesOf } from '../mysql-family/sql/routines.ts';
import { viewProbe } from '../standard/probe-view.ts';
import type { StoreKind } from '../store-kind.ts';
import { introspectMysql, readMysqlTableVersions, readMysqlVersionHash } from './catalog/introspect.ts';
import { openMysql } from './driver/open-mysql.ts';
import { writes } from './sql/mutations.ts';
import { variant } from './sql/variant.ts';

const common = operandsOf(variant);

const exactText = (text: Sql): Sql => sql`convert(${text} using utf8mb4) collate ${raw(variant.exactCollation)}`;

const operands = {
  ...common,
  value: (slot, type) => {
    // Without the cast, a parameter would compare as a JSON string.
    if (type.scalar === 'JSON') return sql`cast(${parameter(slot)} as json)`;
    // Without the conversion, NULL would have the binary character set.
    if (type.scalar === 'String' && type.native === '') return exactText(parameter(slot));
    // A direct cast changes the value on the second execution of a prepared statement.
    if (type.scalar === 'LocalTime' && type.native === '')
      return sql`cast(cast(${parameter(slot)} as char) as time(6))`;
    return common.value(slot, type);
  },
  jsonPath,
} satisfies OperandGenerators;

const capabilities: Capabilities = {
  writes: true,
  routines: true,
  readingProcedures: 'declared',
  connections: true,
  lists: false,
  jsonPaths: true,
  findsNewRowsByKey: true,
};

export const mysql = {
  name: 'MySQL',
  capabilities,
  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: { reusable: false, print: () => '?' },
  conditions: conditionsOf(variant),
  operands,
  ...readsOf(variant),
  cohort: cohortOf(variant),
  writes,
  keepsSettings: true,
  routines: routinesOf(variant),
} satisfies Dialect;

export const mysqlKind: StoreKind = {
  areComparable,
  capabilities: mysql.capabilities,
  createStore: storesOf(mysql, encodeForMysql),
  introspect: introspectMysql,
  readCatalogVersion: readMysqlVersionHash,
  readTableVersions: readMysqlTableVersions,
  probeView: viewProbe(mysql.quote),
  identify: identifyServer,
  createSessionSettingsOf: createSessionSettingsOf,
  open: openMysql,
};

/** Returns the value at a path. NULL for JSON null, or if the path indexes a value that is not an array. */
function jsonPath(json: Sql, path: Slot): Sql {
  const pathParameter = parameter(path);
  const value = sql`json_extract(${json}, json_unquote(json_extract(${pathParameter}, '$.path')))`;
  const lists = sql`json_table(${pathParameter}, '$.lists[*]' columns (p text path '$')) as l`;
  const isNoList = sql`exists (select 1 from ${lists} where json_type(json_extract(${json}, l.p)) <> 'ARRAY')`;
  return sql`case when json_length(${pathParameter}, '$.lists') > 0 and ${isNoList} then null else nullif(${value}, cast('null' as json)) end`;
}
