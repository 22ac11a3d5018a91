import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogConstraint, CatalogIndex, CatalogObject, ForeignKey } from '../../../model/catalog.ts';
import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { TableVersion } from '../../../store/driver.ts';
import type { QueryRows, ReadTableVersions } from '../../introspection.ts';
import {
  type CatalogRows,
  type CheckRow,
  type ColumnRow,
  type ForeignKeyRow,
  type IndexRow,
  type ObjectRow,
  parseCatalogRows,
  type ServerRow,
  type TriggerRow,
} from './catalog-rows.ts';
import { introspectQuery } from './introspect-query.ts';
import { describeRoutines } from './introspect-routines.ts';
import { isRowVersion, resolveType } from './types.ts';
import { readViewChanges, type ViewChanges } from './view-changes.ts';

/** @throws ConfigurationError if the server is too old */
export async function introspectSqlserver(query: QueryRows): Promise<Catalog> {
  const [row = {}] = await query(introspectQuery, []);
  const catalogRows = parseCatalogRows(row);
  const [server] = catalogRows.server;
  if (server !== undefined) checkVersion(server);
  const comments = new Map(catalogRows.comments.map(({ id, position, text }) => [`${id} ${position}`, text]));
  const commentOf = (id: number, position = 0): string | undefined => comments.get(`${id} ${position}`);
  const rowsOf = byObject(catalogRows);
  const kinds = new Map(catalogRows.objects.map(({ id, type }) => [id, type]));
  const objects = catalogRows.objects.flatMap((object): CatalogObject[] => {
    const type = kinds.get(object.targetId);
    const isTableOrView = type === 'U' || type === 'V';
    return isTableOrView ? [describeObject({ ...object, type }, rowsOf(object.targetId), commentOf)] : [];
  });
  const routines = describeRoutines(catalogRows, commentOf);
  const schema = server?.schemaName ?? 'dbo';
  return {
    objects: objects.sort((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name)),
    routines,
    routineNames: routines.map((routine) =>
      routine.schema === schema ? routine.name : `${routine.schema}.${routine.name}`,
    ),
    searchPath: [...new Set([schema, 'dbo'])],
    ...(server?.readOnly && { readOnlyReason: 'its option "READ_ONLY" is set, or it is a secondary replica' }),
    hidesInaccessibleObjects: true,
    namesAreCaseInsensitive: true,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** SQL Server 2017, with a compatibility level that supports JSON. */
const OLDEST = { major: 14, level: 130 } as const;

/** Azure SQL, which is always current. */
const MANAGED: readonly number[] = [5, 8];

function checkVersion({ major, edition, level, compatible }: ServerRow): void {
  // Other T-SQL engines report a SQL Server version they do not implement.
  if (compatible !== null) return;
  if (!MANAGED.includes(edition) && major < OLDEST.major) {
    throw connectionProblem(
      `SQL Server version ${major} is not supported. Use SQL Server 2017 (version ${OLDEST.major}) or later.`,
    );
  }
  if (level < OLDEST.level) {
    throw connectionProblem(
      `The compatibility level ${level} of the database does not support JSON. Raise it to ${OLDEST.level} or later, with "alter database current set compatibility_level = 140".`,
    );
  }
}

const connectionProblem = (message: string): ConfigurationError =>
  new ConfigurationError([{ path: ['data-source', 'connection-string'], message, severity: 'error' }]);

function byObject(catalogRows: CatalogRows) {
  const [columns, indexes, foreignKeys, checks] = [
    Map.groupBy(catalogRows.columns, ({ id }) => id),
    Map.groupBy(catalogRows.indexes, ({ id }) => id),
    Map.groupBy(catalogRows.foreignKeys, ({ id }) => id),
    Map.groupBy(catalogRows.checks, ({ id }) => id),
  ];
  const triggers = Map.groupBy(catalogRows.triggers, ({ id }) => id);
  const definitions = new Map(catalogRows.modules.map(({ id, text }) => [id, text]));
  return (id: number) => ({
    columns: columns.get(id) ?? [],
    indexes: indexes.get(id) ?? [],
    foreignKeys: foreignKeys.get(id) ?? [],
    checks: checks.get(id) ?? [],
    triggers: triggers.get(id) ?? [],
    text: definitions.get(id) ?? null,
  });
}

function describeObject(
  { id, schemaName: schema, name, type, targetId }: ObjectRow,
  { columns, indexes, foreignKeys, checks, triggers, text }: ReturnType<ReturnType<typeof byObject>>,
  commentOf: (id: number, position?: number) => string | undefined,
): CatalogObject {
  const comment = commentOf(id) ?? commentOf(targetId);
  const isView = type === 'V';
  const instead = insteadOf(triggers);
  const view = isView ? readViewChanges(text, instead) : undefined;
  const columnContext = {
    comment: (position: number) => commentOf(targetId, position),
    json: jsonColumns(checks),
    labels: labelsOf(checks),
    view,
  };
  return {
    kind: isView ? 'view' : 'table',
    schema,
    name,
    ...(comment !== undefined && { comment }),
    ...(columns.some(({ computed }) => computed) && { evaluates: true as const }),
    columns: columns.map((row) => {
      const column = {
        ...describeColumn(row, columnContext, { schema, table: name }),
        ...deniedActions(row, columns),
      };
      // NOT NULL is checked when the trigger inserts.
      return instead.has('insert') && !column.nullable && !column.hasDefault
        ? { ...column, triggerMayFillNull: true }
        : column;
    }),
    ...describeKeys(indexes, foreignKeys),
    constraints: describeConstraints(indexes, foreignKeys, checks, columns),
    ...((triggers.length > 0 || isView) && { triggers: true as const }),
    ...(view !== undefined && { changes: view.changes }),
  };
}

/** Returns the actions that the login may perform on other columns, but not on this one. */
function deniedActions(column: ColumnRow, all: readonly ColumnRow[]): Pick<CatalogColumn, 'denied'> {
  const denied = (
    [
      ['read', 'mayRead'],
      ['create', 'mayInsert'],
      ['update', 'mayUpdate'],
    ] as const
  )
    .filter(([, may]) => column[may] === 0 && all.some((other) => other[may] === 1))
    .map(([action]) => action);
  return denied.length === 0 ? {} : { denied };
}

const insteadOf = (triggers: readonly TriggerRow[]): ReadonlySet<string> =>
  new Set(triggers.flatMap(({ isInstead, event }) => (isInstead && event !== null ? [event] : [])));

const jsonColumns = (checks: readonly CheckRow[]): ReadonlySet<string | undefined> =>
  new Set(checks.map(readJsonColumn));

const labelsOf = (checks: readonly CheckRow[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    checks
      .map(readLabels)
      .filter((labels): labels is Labels => labels !== undefined)
      .map(({ column, labels }) => [column, labels]),
  );

interface ColumnContext {
  readonly comment: (position: number) => string | undefined;
  readonly json: ReadonlySet<string | undefined>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  readonly view: ViewChanges | undefined;
}

function describeColumn(
  column: ColumnRow,
  { comment, json, labels, view }: ColumnContext,
  { schema, table }: { readonly schema: string; readonly table: string },
): CatalogColumn {
  const text = comment(column.position);
  const generated = generationOf(column);
  const type = resolveType(column, json.has(column.name));
  const columnLabels = type.scalar === 'String' && !type.asText ? labels.get(column.name) : undefined;
  return {
    name: column.name,
    ...(text !== undefined && { comment: text }),
    type:
      columnLabels === undefined
        ? type
        : { ...type, enum: { schema, name: `${table}_${column.name}`, labels: columnLabels, byCheck: true } },
    nullable: column.nullable,
    // A view's columns have their tables' defaults, which the catalog does not show.
    hasDefault: generated !== 'no' || column.hasDefault || view !== undefined,
    generated,
    ...(view !== undefined && isFixed(column, view) && { readOnly: true as const }),
  };
}

/** A view accepts no value for an identity column. */
const isFixed = ({ position, isIdentity }: ColumnRow, { computedColumns, hasInstead }: ViewChanges): boolean =>
  !hasInstead && (isIdentity || computedColumns.has(position));

function generationOf({ computed, period, type, isIdentity }: ColumnRow): CatalogColumn['generated'] {
  if (computed || (period ?? 0) > 0 || isRowVersion(type)) return 'always';
  return isIdentity ? 'identity' : 'no';
}

/**
 * Reads a version of the catalog. A table's date also changes with its columns and indexes. Comments have no date, so
 * their lengths are added.
 */
export const versionQuery = `select (
  select (select count(*) from sys.objects where is_ms_shipped = 0) as [objects],
  (select max(modify_date) from sys.objects where is_ms_shipped = 0) as [changed],
  (select count(*) from sys.columns) as [columns],
  (select sum(cast(object_id as bigint) + column_id * (1 + user_type_id + max_length + 7 * cast(is_nullable as int))) from sys.columns) as [types],
  (select sum(cast(checksum(name) as bigint) * column_id) from sys.columns) as [names],
  (select sum(cast(checksum(major_id, minor_id, grantee_principal_id, type, state) as bigint)) from sys.database_permissions where class = 1) as [rights],
  (select count(*) from sys.indexes) as [indexes],
  (select count(*) from sys.foreign_keys) as [foreignKeys],
  (select sum(cast(len(definition) as bigint)) from sys.check_constraints) as [checks],
  (select sum(cast(len(cast(value as nvarchar(4000))) as bigint)) from sys.extended_properties where name = N'MS_Description') as [comments]
  for json path, include_null_values) as version`;

export async function readSqlserverVersionHash(query: QueryRows): Promise<string> {
  const [row] = await query(versionQuery, []);
  return String(row?.version);
}

/**
 * The version of a database with change tracking is that of its last commit that has changed a tracked table. The
 * versions of the table differ after it was truncated, or its tracking was enabled again. Secondary replicas are left
 * out, because they receive commits later.
 */
const tableVersionsQuery = `select [t].[schema], [t].[name],
  concat(change_tracking_current_version(), N' ', [c].[min_valid_version], N' ', [c].[begin_version]) as [version]
  from openjson(@p0) with ([schema] nvarchar(128) '$.schema', [name] nvarchar(128) '$.name') as [t]
  join sys.change_tracking_tables as [c]
    on [c].[object_id] = object_id(concat(quotename([t].[schema]), N'.', quotename([t].[name])))
  where change_tracking_current_version() is not null
    and databasepropertyex(db_name(), N'Updateability') = N'READ_WRITE'`;

export const readSqlserverTableVersions: ReadTableVersions = async (query, tables) =>
  (await query(tableVersionsQuery, [JSON.stringify(tables)])) as unknown as readonly TableVersion[];

function describeKeys(
  indexes: readonly IndexRow[],
  foreignKeys: readonly ForeignKeyRow[],
): Pick<CatalogObject, 'primaryKey' | 'uniqueKeys' | 'indexes' | 'foreignKeys'> {
  const byName = [...Map.groupBy(indexes, ({ name }) => name).values()];
  const primary = byName.find(([first]) => first?.isPrimary === true);
  const unique = byName.filter(([first]) => first?.isUnique === true && !first.isPrimary && !first.filtered);
  return {
    ...(primary !== undefined && { primaryKey: columnsOf(primary) }),
    uniqueKeys: unique.map(columnsOf),
    indexes: byName.flatMap(describeIndex),
    foreignKeys: describeForeignKeys(foreignKeys),
  };
}

/** Describes an index. NULL sorts below every value. */
function describeIndex(parts: readonly IndexRow[]): readonly CatalogIndex[] {
  const [first] = parts;
  if (first === undefined) return [];
  return [
    {
      name: first.name,
      unique: first.isUnique,
      ...(first.filtered && { partial: true as const }),
      columns: parts.map(({ columnName, descending }) => ({
        name: columnName,
        descending,
        nulls: descending ? 'last' : 'first',
      })),
    },
  ];
}

const describeForeignKeys = (rows: readonly ForeignKeyRow[]): readonly ForeignKey[] =>
  [...Map.groupBy(rows, ({ name }) => name)].map(([name, parts]) => ({
    name,
    columns: columnsOf(parts),
    targetSchema: parts[0]?.targetSchema ?? '',
    targetName: parts[0]?.target ?? '',
    targetColumns: parts.map(({ targetColumn }) => targetColumn),
  }));

function describeConstraints(
  indexes: readonly IndexRow[],
  foreignKeys: readonly ForeignKeyRow[],
  checks: readonly CheckRow[],
  columns: readonly ColumnRow[],
): readonly CatalogConstraint[] {
  const unique = Map.groupBy(
    indexes.filter((index) => index.isUnique),
    ({ name }) => name,
  );
  const foreign = Map.groupBy(foreignKeys, ({ name }) => name);
  return [
    ...[...unique].map(([name, parts]): CatalogConstraint => {
      return { name, kind: parts[0]?.isPrimary === true ? 'primary' : 'unique', columns: columnsOf(parts) };
    }),
    ...[...foreign].map(([name, parts]): CatalogConstraint => ({ name, kind: 'foreign', columns: columnsOf(parts) })),
    ...checks.map(({ name, definition }): CatalogConstraint => {
      return { name, kind: 'check', columns: namedIn(definition, columns) };
    }),
  ];
}

const columnsOf = (parts: readonly { readonly columnName: string }[]): readonly string[] =>
  parts.map(({ columnName }) => columnName);

/** Returns the columns that a definition names. Other T-SQL engines write columns without brackets. */
function namedIn(definition: string | null, columns: readonly ColumnRow[]): readonly string[] {
  const code = (definition ?? '').replaceAll(/'(?:[^']|'')*'/g, '');
  const identifiers = code.includes('[') ? [] : code.split(/[^\p{L}\p{N}_]+/u);
  return columns.flatMap(({ name }) => {
    const isNamed = code.includes(`[${name.replaceAll(']', ']]')}]`) || identifiers.includes(name);
    return isNamed ? [name] : [];
  });
}

const COLUMN = String.raw`(?:\[((?:[^\]]|\]\])+)\]|(\w+))`;
const TEXT = "N?'((?:[^']|'')*)'";
const ALTERNATIVE = String.raw`\(?${COLUMN}\s*=\s*${TEXT}\)?`;
const LIST = new RegExp(String.raw`^\(*${ALTERNATIVE}(?:\s+or\s+${ALTERNATIVE})*\)*$`, 'i');
const IN_LIST = new RegExp(String.raw`^\(*${COLUMN}\s+in\s*\((${TEXT}(?:\s*,\s*${TEXT})*)\)\)*$`, 'i');

interface Labels {
  readonly column: string;
  readonly labels: readonly string[];
}

/**
 * Returns undefined unless the check lists strings for one column. SQL Server stores `status in ('A', 'B')` as
 * `([status]='B' OR [status]='A')`.
 */
export function readLabels({ definition, disabled }: CheckRow): Labels | undefined {
  if (disabled || definition === null) return undefined;
  const [, quoted, plain, list] = IN_LIST.exec(definition.trim()) ?? [];
  if (list !== undefined) return { column: nameOf(quoted, plain), labels: textsIn(list) };
  if (!LIST.test(definition.trim())) return undefined;
  const matches = [...definition.matchAll(new RegExp(ALTERNATIVE, 'gi'))];
  const [column, ...others] = new Set(matches.map(([, bracketed, bare]) => nameOf(bracketed, bare)));
  if (column === undefined || others.length > 0) return undefined;
  return { column, labels: matches.map(([, , , label]) => unquoted(label)).reverse() };
}

const nameOf = (quoted = '', plain = ''): string => (plain === '' ? quoted.replaceAll(']]', ']') : plain);

const textsIn = (list: string): readonly string[] =>
  [...list.matchAll(new RegExp(TEXT, 'g'))].map(([, label]) => unquoted(label));

const unquoted = (label = ''): string => label.replaceAll("''", "'");

const JSON_CHECK = new RegExp(String.raw`^\(*isjson\(${COLUMN}\)\s*(?:=\s*\(?1\)?|>\s*\(?0\)?)\)*$`, 'i');

/** Reads the column of `(isjson([attributes])=(1))`. */
export function readJsonColumn({ definition, disabled }: CheckRow): string | undefined {
  const match = disabled || definition === null ? null : JSON_CHECK.exec(definition.trim());
  return match === null ? undefined : nameOf(match[1], match[2]);
}
