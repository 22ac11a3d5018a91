import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogObject } from '../../../model/catalog.ts';
import type { CatalogColumn } from '../../../model/catalog-column.ts';
import type { QueryRows } from '../../introspection.ts';
import {
  type CheckFacts,
  type ColumnFacts,
  type Facts,
  type ObjectFacts,
  readFacts,
  type ServerFacts,
  type TriggerFacts,
} from './catalog-facts.ts';
import { type Labels, readJsonColumn, readLabels } from './check-labels.ts';
import { describeConstraints, describeKeys } from './describe-keys.ts';
import { introspectQuery } from './introspect-query.ts';
import { describeRoutines } from './introspect-routines.ts';
import { resolveType } from './types.ts';
import { readViewChanges, type ViewChanges } from './view-changes.ts';

/**
 * Reads every table, view, synonym and routine of the database that the session is in, by one statement.
 * @throws ConfigurationError when the server is not served
 */
export async function introspectSqlserver(query: QueryRows): Promise<Catalog> {
  const [row = {}] = await query(introspectQuery, []);
  const facts = readFacts(row);
  const [server] = facts.server;
  if (server !== undefined) checkVersion(server);
  const comments = new Map(facts.comments.map(({ id, place, text }) => [`${id} ${place}`, text]));
  const commentOf = (id: number, place = 0): string | undefined => comments.get(`${id} ${place}`);
  const of = byObject(facts);
  const kinds = new Map(facts.objects.map(({ id, type }) => [id, type]));
  const objects = facts.objects.flatMap((object): CatalogObject[] => {
    const type = kinds.get(object.meant);
    return type === 'U' || type === 'V' ? [describeObject({ ...object, type }, of(object.meant), commentOf)] : [];
  });
  const routines = describeRoutines(facts, commentOf);
  const schema = server?.schemaName ?? 'dbo';
  return {
    objects: objects.sort((a, b) => compare(a.schema, b.schema) || compare(a.name, b.name)),
    routines,
    routineNames: routines.map((routine) =>
      routine.schema === schema ? routine.name : `${routine.schema}.${routine.name}`,
    ),
    searchPath: [...new Set([schema, 'dbo'])],
    ...(server?.readOnly && { readOnlyReason: 'its option "READ_ONLY" is set, or it is a secondary replica' }),
    showsPermittedOnly: true,
    namesInAnyCase: true,
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** SQL Server 2017, and the level at which it reads JSON. */
const OLDEST = { major: 14, level: 130 } as const;

/** Azure SQL Database and Managed Instance, which are always of today. */
const MANAGED: readonly number[] = [5, 8];

/** @throws ConfigurationError for what is too old */
function checkVersion({ major, edition, level, compatible }: ServerFacts): void {
  // Other engines that speak T-SQL name a version that they are not.
  if (compatible !== null) return;
  if (!MANAGED.includes(edition) && major < OLDEST.major) {
    throw connectionProblem(
      `The server is SQL Server of version ${major}, and 2017 (version ${OLDEST.major}) or later is served; take a newer one.`,
    );
  }
  if (level < OLDEST.level) {
    throw connectionProblem(
      `The database has compatibility level ${level}, and reads no JSON below ${OLDEST.level}: "alter database current set compatibility_level = 140" raises it.`,
    );
  }
}

/** A problem of the connection that the configuration names. */
const connectionProblem = (message: string): ConfigurationError =>
  new ConfigurationError([{ path: ['data-source', 'connection-string'], message, severity: 'error' }]);

/** What hangs on one object. */
function byObject(facts: Facts) {
  const [columns, indexes, foreignKeys, checks] = [
    Map.groupBy(facts.columns, ({ id }) => id),
    Map.groupBy(facts.indexes, ({ id }) => id),
    Map.groupBy(facts.foreignKeys, ({ id }) => id),
    Map.groupBy(facts.checks, ({ id }) => id),
  ];
  const triggers = Map.groupBy(facts.triggers, ({ id }) => id);
  const texts = new Map(facts.modules.map(({ id, text }) => [id, text]));
  return (id: number) => ({
    columns: columns.get(id) ?? [],
    indexes: indexes.get(id) ?? [],
    foreignKeys: foreignKeys.get(id) ?? [],
    checks: checks.get(id) ?? [],
    triggers: triggers.get(id) ?? [],
    text: texts.get(id) ?? null,
  });
}

function describeObject(
  { id, schemaName: schema, name, type, meant }: ObjectFacts,
  { columns, indexes, foreignKeys, checks, triggers, text }: ReturnType<ReturnType<typeof byObject>>,
  commentOf: (id: number, place?: number) => string | undefined,
): CatalogObject {
  const comment = commentOf(id) ?? commentOf(meant);
  const isView = type === 'V';
  const instead = insteadOf(triggers);
  const view = isView ? readViewChanges(text, instead) : undefined;
  const told = {
    comment: (place: number) => commentOf(meant, place),
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
    columns: columns.map((facts) => {
      const column = { ...describeColumn(facts, told, { schema, table: name }), ...describeDenied(facts, columns) };
      // The server checks NOT NULL when the trigger inserts. An AFTER trigger runs too late to give a value.
      return instead.has('insert') && !column.nullable && !column.hasDefault
        ? { ...column, filledByTrigger: true }
        : column;
    }),
    ...describeKeys(indexes, foreignKeys),
    constraints: describeConstraints(indexes, foreignKeys, checks, columns),
    ...((triggers.length > 0 || isView) && { triggers: true as const }),
    ...(view !== undefined && { changes: view.changes }),
  };
}

/** What the login may not do with a column, though with another one of the table. */
function describeDenied(column: ColumnFacts, all: readonly ColumnFacts[]): Pick<CatalogColumn, 'denied'> {
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

const insteadOf = (triggers: readonly TriggerFacts[]): ReadonlySet<string> =>
  new Set(triggers.flatMap(({ isInstead, event }) => (isInstead && event !== null ? [event] : [])));

const jsonColumns = (checks: readonly CheckFacts[]): ReadonlySet<string | undefined> =>
  new Set(checks.map(readJsonColumn));

const labelsOf = (checks: readonly CheckFacts[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    checks
      .map(readLabels)
      .filter((found): found is Labels => found !== undefined)
      .map(({ column, labels }) => [column, labels]),
  );

interface ToldOfColumns {
  readonly comment: (place: number) => string | undefined;
  readonly json: ReadonlySet<string | undefined>;
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** Of a view alone. */
  readonly view: ViewChanges | undefined;
}

function describeColumn(
  column: ColumnFacts,
  { comment, json, labels, view }: ToldOfColumns,
  { schema, table }: { readonly schema: string; readonly table: string },
): CatalogColumn {
  const text = comment(column.place);
  const generated = generationOf(column);
  const type = resolveType(column, json.has(column.name));
  const listed = type.scalar === 'String' && !type.asText ? labels.get(column.name) : undefined;
  return {
    name: column.name,
    ...(text !== undefined && { comment: text }),
    type:
      listed === undefined
        ? type
        : { ...type, enum: { schema, name: `${table}_${column.name}`, labels: listed, byCheck: true } },
    nullable: column.nullable,
    // Columns of a view have the defaults of their tables, which its catalog does not tell.
    hasDefault: generated !== 'no' || column.hasDefault || view !== undefined,
    generated,
    ...(view !== undefined && isFixed(column, view) && { readOnly: true as const }),
  };
}

/** Whether a view takes no value for the column: a number that the database makes cannot be given through a view. */
const isFixed = ({ place, isIdentity }: ColumnFacts, { reckoned, hasInstead }: ViewChanges): boolean =>
  !hasInstead && (isIdentity || reckoned.has(place));

const ROW_VERSIONS: ReadonlySet<string> = new Set(['timestamp', 'rowversion']);

function generationOf({ computed, period, type, isIdentity }: ColumnFacts): CatalogColumn['generated'] {
  if (computed || (period ?? 0) > 0 || ROW_VERSIONS.has(type)) return 'always';
  return isIdentity ? 'identity' : 'no';
}
