import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogConstraint, CatalogIndex, CatalogObject, ForeignKey } from '../../../model/catalog.ts';
import type { CatalogColumn, ZeroDateMode } from '../../../model/catalog-column.ts';
import type { QueryRows } from '../../introspection.ts';
import { type AccountRights, readAccountRights } from './account-rights.ts';
import type { CatalogQueries, CatalogQuery } from './catalog-queries.ts';
import type {
  CheckRow,
  ColumnRow,
  IndexPartRow,
  KeyColumnRow,
  ServerRow,
  TableRow,
  TriggerRow,
} from './catalog-rows.ts';
import { describeRoutines } from './describe-routines.ts';
import type { TypeLimits } from './type-row.ts';
import { resolveType } from './types.ts';

export interface CatalogVariant {
  readonly queries: CatalogQueries;
  /** @throws ConfigurationError for an unsupported version */
  readonly checkVersion: (version: string) => void;
  /** Returns the last value of a `timestamp`: `2038-01-19T03:14:07`. */
  readonly lastTimestamp: (version: string) => string;
  /** Returns the JSON columns of a server that has no JSON type. */
  readonly jsonColumns: (checks: readonly CheckRow[]) => ReadonlySet<string>;
  /** Describes a key column whose value the server does not return after an insert. */
  readonly describeKeyColumn?: (column: ColumnRow, triggers: readonly TriggerRow[]) => Partial<CatalogColumn>;
}

/**
 * Reads the catalog, with two statements.
 * @throws ConfigurationError if the server is unsupported or the connection names no database
 */
export async function introspect(
  query: QueryRows,
  { queries, checkVersion, lastTimestamp, jsonColumns, describeKeyColumn }: CatalogVariant,
): Promise<Catalog> {
  const catalogRows = await readCatalogRows(query, queries);
  const [server] = catalogRows.server;
  const version = server?.version ?? '';
  checkVersion(version);
  const limits = { lastTimestamp: lastTimestamp(version), zeroDateModes: zeroDateModesOf(server?.sqlMode ?? '') };
  if (server?.database === null) throw connectionProblem('Missing database in the connection string. Add its name.');
  const rights = await readAccountRights(query, server?.database ?? '');
  const rowsOfTable = byTable(catalogRows);
  const definitions = new Map(catalogRows.updatableViews.map(({ name, definition }) => [name, definition]));
  const viewContext = {
    database: server?.database ?? '',
    columnsOf: (name: string) => rowsOfTable(name).columns,
    definitions,
  };
  const withoutTransaction = withoutTransactions(catalogRows.tables, viewContext);
  const objects = catalogRows.tables.map((table) => {
    const { triggers, columns, checks, keyColumns, indexParts } = rowsOfTable(table.name);
    const fillsRows = triggers.some((trigger) => trigger.fillsRows === 1);
    const described = describeTable(table, columns, { json: jsonColumns(checks), limits, fillsRows });
    const autoIncrement = table.type === 'VIEW' ? autoIncrementColumns(table.name, viewContext) : [];
    const keys = describeKeys(columns, keyColumns, indexParts);
    return {
      ...described,
      columns: described.columns.map((column, index) => {
        const row = columns[index];
        const isKey = keys.primaryKey?.includes(column.name) === true && row !== undefined;
        return {
          ...column,
          ...(row !== undefined && deniedActions(row, columns)),
          ...(isKey && describeKeyColumn?.(row, triggers)),
          ...(autoIncrement.includes(column.name) && { isAutoIncrement: true as const }),
        };
      }),
      ...keys,
      constraints: describeConstraints(columns, keyColumns, checks, indexParts),
      ...(table.type === 'VIEW'
        ? describeView(definitions.has(table.name))
        : {
            ...(triggers.length > 0 && { triggers: true as const }),
            ...(!rights.seesTriggers(table.name) && { hidesTriggers: true as const }),
          }),
      indexes: describeIndexes(indexParts),
      ...(withoutTransaction.has(table.name) && { hasNoTransactions: true as const }),
    };
  });
  const routines = describeRoutines(catalogRows.routines, catalogRows.parameters, limits);
  return {
    objects,
    routines,
    routineNames: routines.map(({ name }) => name),
    searchPath: [],
    ...(server !== undefined && { database: server.database }),
    hidesInaccessibleObjects: true,
    ...(server !== undefined && describeReadOnly(server, rights)),
    ...(server !== undefined && server.lowerCase !== 0 && { namesAreCaseInsensitive: true as const }),
  };
}

/** Returns the zero-date modes that are enforced. Without strict mode, the server only warns. */
function zeroDateModesOf(sqlMode: string): readonly ZeroDateMode[] {
  const modes = new Set(sqlMode.split(','));
  const isStrict = modes.has('STRICT_TRANS_TABLES') || modes.has('STRICT_ALL_TABLES');
  return isStrict ? (['NO_ZERO_DATE', 'NO_ZERO_IN_DATE'] as const).filter((mode) => modes.has(mode)) : [];
}

function describeReadOnly(server: ServerRow, { ignoresReadOnly }: AccountRights): Pick<Catalog, 'readOnlyReason'> {
  if (server.readOnlyReason !== '') return { readOnlyReason: server.readOnlyReason };
  return server.isReadOnlyForUsers === 1 && !ignoresReadOnly ? { readOnlyReason: '"read_only" is on' } : {};
}

/** Returns a hash of the catalog rows that `introspect` reads, without the grants. */
export const readCatalogVersion = (query: QueryRows, { queries }: CatalogVariant): Promise<string> =>
  readHash(query, queries);

function byTable(catalogRows: CatalogRows) {
  const triggers = Map.groupBy(catalogRows.triggers, ({ table }) => table);
  const columns = Map.groupBy(catalogRows.columns, ({ table }) => table);
  const clauses = new Map(catalogRows.checkClauses?.map(({ name, clause }) => [name, clause]));
  const checks = Map.groupBy(
    catalogRows.checks.map((check) => ({ ...check, clause: check.clause ?? clauses.get(check.name) ?? null })),
    ({ table }) => table,
  );
  const keyColumns = Map.groupBy(catalogRows.keyColumns, ({ table }) => table);
  const indexParts = Map.groupBy(catalogRows.indexParts, ({ table }) => table);
  return (table: string) => ({
    triggers: triggers.get(table) ?? [],
    columns: columns.get(table) ?? [],
    checks: checks.get(table) ?? [],
    keyColumns: keyColumns.get(table) ?? [],
    indexParts: indexParts.get(table) ?? [],
  });
}

const PRIVILEGES = [
  ['read', 'select'],
  ['create', 'insert'],
  ['update', 'update'],
] as const;

/** Returns the actions that the account may perform on other columns, but not on this one. */
function deniedActions(column: ColumnRow, all: readonly ColumnRow[]): Pick<CatalogColumn, 'denied'> {
  const has = ({ privileges }: ColumnRow, privilege: string): boolean => privileges.split(',').includes(privilege);
  const denied = PRIVILEGES.filter(
    ([, privilege]) => !has(column, privilege) && all.some((other) => has(other, privilege)),
  ).map(([action]) => action);
  return denied.length === 0 ? {} : { denied };
}

/** Describes a view. It counts as having triggers, because its tables may have triggers. */
const describeView = (isUpdatable: boolean): Pick<CatalogObject, 'triggers' | 'changes'> => ({
  triggers: true,
  changes: { insert: isUpdatable, update: isUpdatable, delete: isUpdatable },
});

export function connectionProblem(message: string): ConfigurationError {
  return new ConfigurationError([{ path: ['data-source', 'connection-string'], message, severity: 'error' }]);
}

function describeTable(
  table: TableRow,
  columns: readonly ColumnRow[],
  {
    json,
    limits,
    fillsRows,
  }: { readonly json: ReadonlySet<string>; readonly limits: TypeLimits; readonly fillsRows: boolean },
): Pick<CatalogObject, 'kind' | 'schema' | 'name' | 'comment' | 'evaluates' | 'columns'> {
  const isView = table.type === 'VIEW';
  return {
    kind: isView ? 'view' : 'table',
    schema: '',
    name: table.name,
    // For every view, the server reports the comment VIEW.
    ...(!isView && table.comment !== '' && { comment: table.comment }),
    ...(columns.some(({ extra }) => extra.includes('VIRTUAL GENERATED')) && { evaluates: true }),
    columns: columns.map((row) => {
      const column = describeColumn({ ...row, ...limits }, json.has(row.name), isView);
      return fillsRows && !column.nullable && !column.hasDefault ? { ...column, triggerMayFillNull: true } : column;
    }),
  };
}

/** Describes keys and checks. The catalog lists no columns of a check, so they are parsed from its clause. */
function describeConstraints(
  columns: readonly ColumnRow[],
  keyColumns: readonly KeyColumnRow[],
  checks: readonly CheckRow[],
  indexParts: readonly IndexPartRow[],
): readonly CatalogConstraint[] {
  const keys = Map.groupBy(keyColumns, ({ key, targetTable }) => JSON.stringify([key, targetTable !== null]));
  return [
    ...[...keys.values()].flatMap((parts): readonly CatalogConstraint[] => {
      const [first] = parts;
      if (first === undefined) return [];
      const kind = first.targetTable !== null ? 'foreign' : first.key === 'PRIMARY' ? 'primary' : 'unique';
      return [{ name: first.key, kind, columns: columnsOf(parts) }];
    }),
    ...expressionKeys(keyColumns, indexParts),
    ...checks.map(
      ({ name, clause }): CatalogConstraint => ({ name, kind: 'check', columns: quotedColumns(clause, columns) }),
    ),
  ];
}

/** Returns the columns that a clause quotes. The `sql_mode` decides which quotes the clause has. */
function quotedColumns(clause: string | null, columns: readonly ColumnRow[]): readonly string[] {
  const identifiers = [...(clause ?? '').matchAll(/([`"])((?:(?!\1).|\1\1)*)\1/gs)];
  const quotedNames = new Set(identifiers.map(([, quote = '', name = '']) => name.replaceAll(quote + quote, quote)));
  return columns.flatMap(({ name }) => (quotedNames.has(name) ? [name] : []));
}

function describeColumn(column: ColumnRow & TypeLimits, isJson: boolean, isView: boolean): CatalogColumn {
  const generated = generationOf(column);
  // A view may return NULL even if its tables forbid it.
  const nullable = isView || column.nullable === 'YES';
  return {
    name: column.name,
    ...(column.comment !== '' && { comment: column.comment }),
    type: resolveType(column, { nullable, isJson }),
    nullable,
    hasDefault: generated !== 'no' || column.defaultExpression !== null,
    generated,
  };
}

function generationOf(column: ColumnRow): CatalogColumn['generated'] {
  if (column.generation !== null) return 'always';
  const isFilled = column.extra.includes('auto_increment') || column.defaultExpression?.startsWith('nextval(') === true;
  return isFilled ? 'identity' : 'no';
}

/** Returns unique keys of expressions, which the catalog lists only as indexes. */
function expressionKeys(
  keyColumns: readonly KeyColumnRow[],
  indexParts: readonly IndexPartRow[],
): readonly CatalogConstraint[] {
  const keyNames = new Set(keyColumns.map(({ key }) => key));
  const unique = indexParts.filter(({ index, isNonUnique }) => isNonUnique === 0 && !keyNames.has(index));
  return [...new Set(unique.map(({ index }) => index))].map((name) => ({ name, kind: 'unique', columns: [] }));
}

function describeKeys(
  columns: readonly ColumnRow[],
  keyColumns: readonly KeyColumnRow[],
  indexParts: readonly IndexPartRow[],
): Pick<CatalogObject, 'primaryKey' | 'uniqueKeys' | 'foreignKeys'> {
  // Keys of a versioned table include its period end. Current rows are unique without it.
  const current = new Set(columns.filter((column) => column.generation !== 'ROW END').map((column) => column.name));
  const uniqueColumns = keyColumns.filter((key) => key.targetTable === null && current.has(key.column));
  const unique = Map.groupBy(uniqueColumns, (key) => key.key);
  const primaryKey = columnsOf(unique.get('PRIMARY') ?? []);
  unique.delete('PRIMARY');
  // The column list of a key omits expressions, so a key with an expression is dropped.
  for (const { index, column } of indexParts) if (column === null) unique.delete(index);
  return {
    ...(primaryKey.length > 0 && { primaryKey }),
    uniqueKeys: [...unique.values()].map(columnsOf),
    foreignKeys: describeForeignKeys(keyColumns),
  };
}

function describeForeignKeys(keyColumns: readonly KeyColumnRow[]): readonly ForeignKey[] {
  const referencing = keyColumns.flatMap(({ key, column, targetTable, targetColumn }) =>
    targetTable === null || targetColumn === null ? [] : [{ key, column, targetTable, targetColumn }],
  );
  return [...Map.groupBy(referencing, ({ key }) => key)].map(([name, parts]) => ({
    name,
    columns: columnsOf(parts),
    targetSchema: '',
    targetName: parts[0]?.targetTable ?? '',
    targetColumns: parts.map((part) => part.targetColumn),
  }));
}

const columnsOf = (keyColumns: readonly { readonly column: string }[]): readonly string[] =>
  keyColumns.map(({ column }) => column);

/** Describes indexes. NULL sorts first. @param parts in order */
const describeIndexes = (parts: readonly IndexPartRow[]): readonly CatalogIndex[] =>
  [...Map.groupBy(parts, ({ index }) => index)]
    .filter(([, indexParts]) => indexParts.every(({ isUsable }) => isUsable === 1))
    .map(([name, indexParts]) => ({
      name,
      unique: indexParts.every(({ isNonUnique }) => isNonUnique === 0),
      columns: indexParts.map(({ column, direction, prefix }) => ({
        ...(column !== null && prefix === null && { name: column }),
        descending: direction === 'D',
        nulls: direction === 'D' ? 'last' : 'first',
      })),
    }));

/** Returns the tables without transactions, and the views on them whose definition is visible. */
function withoutTransactions(
  tables: readonly TableRow[],
  { database, definitions }: { readonly database: string; readonly definitions: ReadonlyMap<string, string | null> },
): ReadonlySet<string> {
  const withoutTransaction = new Set(
    tables.flatMap(({ name, hasTransactions }) => (hasTransactions === 0 ? [name] : [])),
  );
  const referencesFoundTable = (definition: string | null): boolean =>
    [...withoutTransaction].some((name) => definition?.includes(`${quoteName(database)}.${quoteName(name)}`));
  let before: number;
  do {
    before = withoutTransaction.size;
    for (const [view, definition] of definitions) if (referencesFoundTable(definition)) withoutTransaction.add(view);
  } while (withoutTransaction.size > before);
  return withoutTransaction;
}

const quoteName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

interface ViewLookup {
  readonly database: string;
  readonly columnsOf: (name: string) => readonly ColumnRow[];
  readonly definitions: ReadonlyMap<string, string | null>;
}

/** Returns the auto-increment columns. Empty if they cannot be determined, as for a view of several tables. */
function autoIncrementColumns(name: string, lookup: ViewLookup): readonly string[] {
  const definition = lookup.definitions.get(name);
  if (definition === undefined) {
    return lookup.columnsOf(name).flatMap((column) => (column.extra.includes('auto_increment') ? [column.name] : []));
  }
  const [, list = '', schema = '', table = ''] = ONE_TABLE.exec(definition ?? '') ?? [];
  if (unquote(schema) !== lookup.database || list.includes('(select')) return [];
  const autoIncrement = autoIncrementColumns(unquote(table), lookup);
  return [...list.matchAll(COLUMN)].flatMap(([, column = '', as = '']) =>
    autoIncrement.includes(unquote(column)) ? [unquote(as)] : [],
  );
}

const NAME = '`((?:[^`]|``)+)`';

/** ``select … from `shop`.`orders` `o` where …`` */
const ONE_TABLE = new RegExp(`^select (.*?) from ${NAME}\\.${NAME}(?: ${NAME})?(?= where |$)`, 's');

/** ``…,`o`.`id` AS `number`,…`` */
const COLUMN = new RegExp(`(?<=^|,)(?:\`(?:[^\`]|\`\`)+\`\\.){1,2}${NAME} AS ${NAME}(?=,|$)`, 'g');

const unquote = (name: string): string => name.replaceAll('``', '`');

type CatalogRows = {
  readonly [Name in keyof CatalogQueries]: NonNullable<CatalogQueries[Name]> extends CatalogQuery<infer Row>
    ? readonly Row[]
    : never;
};

type AnyCatalogQuery = NonNullable<CatalogQueries[keyof CatalogQueries]>;

async function readCatalogRows(query: QueryRows, queries: CatalogQueries): Promise<CatalogRows> {
  const members = entriesOf(queries).map(
    ([name, part]) =>
      `(select '${name}' as part, ${jsonObjectOf(part)} as row_json from ${part.from} order by ${part.order} limit 18446744073709551615)`,
  );
  const rows = Map.groupBy(await query(members.join('\nunion all\n'), []), ({ part }) => part);
  const entries = entriesOf(queries).map(([name]) => [
    name,
    (rows.get(name) ?? []).map(({ row_json }): unknown => JSON.parse(String(row_json))),
  ]);
  return Object.fromEntries(entries) as CatalogRows;
}

/** Sums the checksums of the rows, because row order is undefined. */
async function readHash(query: QueryRows, queries: CatalogQueries): Promise<string> {
  const sums = entriesOf(queries).map(([, part]) => `(select sum(crc32(${jsonObjectOf(part)})) from ${part.from})`);
  const [row] = await query(`select concat_ws(' ', ${sums.join(',\n')}) as version`, []);
  return String(row?.version);
}

const entriesOf = (queries: CatalogQueries) => Object.entries(queries) as [keyof CatalogQueries, AnyCatalogQuery][];

/** Returns the row as JSON text, because the JSON types of the servers differ. */
function jsonObjectOf({ expressions }: AnyCatalogQuery): string {
  const members = Object.entries(expressions).map(([name, expression]) => `'${name}', ${expression}`);
  return `cast(json_object(${members.join(', ')}) as char)`;
}
