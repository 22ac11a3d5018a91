import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogConstraint, CatalogObject, ForeignKey } from '../../../model/catalog.ts';
import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { QueryRows } from '../../introspection.ts';
import { describeIndexes } from './describe-indexes.ts';
import {
  type CheckFacts,
  type ColumnFacts,
  checksQuery,
  columnsQuery,
  type IndexColumnFacts,
  indexColumnsQuery,
  type KeyColumnFacts,
  keyColumnsQuery,
  type ServerFacts,
  serverQuery,
  type TableFacts,
  tablesQuery,
  type UpdatableViewFacts,
  updatableViewsQuery,
} from './introspect-queries.ts';
import { resolveType } from './types.ts';

/**
 * Reads every table and view of the database that the session is in, sorted by name; seven statements.
 * @throws ConfigurationError when the server is no MariaDB or the connection names no database
 */
export async function introspectMariadb(query: QueryRows): Promise<Catalog> {
  const [server] = await read<ServerFacts>(query, serverQuery);
  checkServer(server);
  const tables = await read<TableFacts>(query, tablesQuery);
  const columns = Map.groupBy(await read<ColumnFacts>(query, columnsQuery), (column) => column.table);
  const checks = Map.groupBy(await read<CheckFacts>(query, checksQuery), (check) => check.table);
  const keys = Map.groupBy(await read<KeyColumnFacts>(query, keyColumnsQuery), (key) => key.table);
  const indexes = Map.groupBy(await read<IndexColumnFacts>(query, indexColumnsQuery), (column) => column.table);
  const updatable = await read<UpdatableViewFacts>(query, updatableViewsQuery);
  const updatableViews = new Set(updatable.map(({ name }) => name));
  const objects = tables.map((table) => ({
    ...describeTable(table, columns.get(table.name) ?? [], checks.get(table.name) ?? [], keys.get(table.name) ?? []),
    ...describeWriting(table, updatableViews),
    indexes: describeIndexes(indexes.get(table.name) ?? []),
  }));
  return { objects, routines: [], routineNames: [], searchPath: [] };
}

async function read<Facts>(query: QueryRows, text: string): Promise<readonly Facts[]> {
  return (await query(text, [])) as readonly Facts[];
}

/** What becomes of writes: a view stands for tables that may have triggers, too. */
function describeWriting(
  { name, type, hasTriggers }: TableFacts,
  updatableViews: ReadonlySet<string>,
): Pick<CatalogObject, 'triggers' | 'changes'> {
  if (type !== 'VIEW') return Number(hasTriggers) === 1 ? { triggers: true } : {};
  const takesAny = updatableViews.has(name);
  return { triggers: true, changes: { insert: takesAny, update: takesAny, delete: takesAny } };
}

function checkServer(server: ServerFacts | undefined): void {
  if (!/mariadb/i.test(server?.version ?? '')) {
    throw connectionProblem(`The server is no MariaDB, it says version ${server?.version}; change "database-type".`);
  }
  if (server?.database === null) throw connectionProblem('The connection names no database; add its name.');
}

function connectionProblem(message: string): ConfigurationError {
  return new ConfigurationError([{ path: ['data-source', 'connection-string'], message, severity: 'error' }]);
}

function describeTable(
  table: TableFacts,
  columns: readonly ColumnFacts[],
  checks: readonly CheckFacts[],
  keyColumns: readonly KeyColumnFacts[],
): Omit<CatalogObject, 'indexes' | 'triggers' | 'changes'> {
  const isView = table.type === 'VIEW';
  const json = jsonColumns(checks);
  return {
    kind: isView ? 'view' : 'table',
    schema: '',
    name: table.name,
    // Every view has the word VIEW for a comment.
    ...(!isView && table.comment !== '' && { comment: table.comment }),
    columns: columns.map((column) => describeColumn(column, json.has(column.name), isView)),
    ...describeKeys(columns, keyColumns),
    constraints: describeConstraints(keyColumns, checks),
  };
}

/** A check tells its columns only within its clause. */
function describeConstraints(
  keyColumns: readonly KeyColumnFacts[],
  checks: readonly CheckFacts[],
): readonly CatalogConstraint[] {
  const keys = Map.groupBy(keyColumns, ({ key, targetTable }) => JSON.stringify([key, targetTable !== null]));
  return [
    ...[...keys.values()].flatMap((parts): readonly CatalogConstraint[] => {
      const [first] = parts;
      if (first === undefined) return [];
      const kind = first.targetTable !== null ? 'foreign' : first.key === 'PRIMARY' ? 'primary' : 'unique';
      return [{ name: first.key, kind, columns: columnsOf(parts) }];
    }),
    ...checks.map(({ name }): CatalogConstraint => ({ name, kind: 'check', columns: [] })),
  ];
}

/** The columns that a check of exactly `json_valid` holds to JSON; quoted as the session's `sql_mode` has it. */
function jsonColumns(checks: readonly CheckFacts[]): ReadonlySet<string> {
  const names = checks.map(({ clause }) => {
    const [, quote = '', name] = /^json_valid\(([`"])(.*)\1\)$/s.exec(clause) ?? [];
    return name?.replaceAll(quote + quote, quote);
  });
  return new Set(names.filter((name) => name !== undefined));
}

function describeColumn(column: ColumnFacts, isJson: boolean, isView: boolean): CatalogColumn {
  const generated = generationOf(column);
  return {
    name: column.name,
    ...(column.comment !== '' && { comment: column.comment }),
    type: resolveType(column, isJson),
    // A view may give NULL for whatever its tables forbid.
    nullable: isView || column.nullable === 'YES',
    hasDefault: generated !== 'no' || (column.defaultExpression !== null && column.defaultExpression !== 'NULL'),
    generated,
  };
}

function generationOf(column: ColumnFacts): CatalogColumn['generated'] {
  if (column.generation !== null) return 'always';
  const isFilled = column.extra.includes('auto_increment') || column.defaultExpression?.startsWith('nextval(') === true;
  return isFilled ? 'identity' : 'no';
}

function describeKeys(
  columns: readonly ColumnFacts[],
  keyColumns: readonly KeyColumnFacts[],
): Pick<CatalogObject, 'primaryKey' | 'uniqueKeys' | 'foreignKeys'> {
  // A versioned table's keys end with the end of the row's period, often hidden; among current rows they hold without.
  const current = new Set(columns.filter((column) => column.generation !== 'ROW END').map((column) => column.name));
  const own = keyColumns.filter((key) => key.targetTable === null && current.has(key.column));
  const unique = Map.groupBy(own, (key) => key.key);
  const primaryKey = columnsOf(unique.get('PRIMARY') ?? []);
  unique.delete('PRIMARY');
  return {
    ...(primaryKey.length > 0 && { primaryKey }),
    uniqueKeys: [...unique.values()].map(columnsOf),
    foreignKeys: describeForeignKeys(keyColumns),
  };
}

function describeForeignKeys(keyColumns: readonly KeyColumnFacts[]): readonly ForeignKey[] {
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
