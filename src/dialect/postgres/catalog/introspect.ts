import { invariant } from '../../../base/invariant.ts';
import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogConstraint, CatalogIndex, CatalogObject, IndexColumn } from '../../../model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../../model/catalog-column.ts';
import { possibleSchemas } from '../../../model/object-name.ts';
import type { TableVersion } from '../../../store/driver.ts';
import type { IntrospectionScope, QueryRows, ReadTableVersions } from '../../introspection.ts';
import type { AttributeRow, CatalogRows, IndexRow, RelationRow, TypeRow } from './catalog-rows.ts';
import { catalogQuery, objectsQuery } from './introspect-query.ts';
import { introspectRoutines } from './introspect-routines.ts';
import { qualify } from './qualify.ts';
import { quote, resolveType } from './types.ts';

const OLDEST_MAJOR_VERSION = 14;

/**
 * Reads relations of the search path and the scope's schemas, tables that their foreign keys reference, and the scope's
 * routines. Objects are sorted by schema and name. Runs at most two statements.
 * @throws ConfigurationError if the server is older than PostgreSQL 14
 */
export async function introspectPostgres(query: QueryRows, scope: IntrospectionScope): Promise<Catalog> {
  const schemas = [...new Set(scope.objects.flatMap(possibleSchemas))];
  const [row] = await query(catalogQuery, [JSON.stringify(schemas)]);
  const catalogRows = JSON.parse(String(row?.catalog)) as CatalogRows;
  checkVersion(Math.floor(catalogRows.version / 10_000));
  const types = new Map(catalogRows.types.map((type) => [type.oid, type]));
  return {
    objects: catalogRows.relations.map((relation) => ({
      ...describeRelation(types, relation, catalogRows.version),
      indexes: describeIndexes(relation, catalogRows.otherClasses),
    })),
    ...(await introspectRoutines(query, scope.routines)),
    searchPath: catalogRows.searchPath,
    ...readOnlyReason(catalogRows),
  };
}

/** Lists relations and routines of all schemas. Names are quoted where needed. */
export async function listPostgresObjects(query: QueryRows): Promise<IntrospectionScope> {
  const [row] = await query(objectsQuery, []);
  const { relations, routines } = JSON.parse(String(row?.objects)) as Record<'relations' | 'routines', QualifiedName[]>;
  return { objects: relations.map(quoteName), routines: routines.map(quoteName) };
}

type QualifiedName = readonly [schema: string, name: string];

const quoteName = ([schema, name]: QualifiedName): string => `${quote(schema)}.${quote(name)}`;

function readOnlyReason({ isReadOnly, isStandby }: CatalogRows): Pick<Catalog, 'readOnlyReason'> {
  if (isStandby) return { readOnlyReason: 'the server is a standby' };
  return isReadOnly ? { readOnlyReason: '"default_transaction_read_only" is on' } : {};
}

function checkVersion(major: number): void {
  if (major >= OLDEST_MAJOR_VERSION) return;
  throw new ConfigurationError([
    {
      path: ['data-source', 'connection-string'],
      message: `PostgreSQL ${major} is not supported. Use version ${OLDEST_MAJOR_VERSION} or later.`,
      severity: 'error',
    },
  ]);
}

function describeRelation(
  types: ReadonlyMap<number, TypeRow>,
  relation: RelationRow,
  version: number,
): Omit<CatalogObject, 'indexes'> {
  const { schema, name, comment, isView, mayRead } = relation;
  const changes = relation.changes === null ? undefined : describeChanges(relation.changes);
  const columns = relation.columns.map((attribute) => ({
    ...describeColumn(types, attribute, { fillsRows: relation.fillsRows, version }),
    ...(attribute.isFixed && changes?.update === true && changes.delete && { readOnly: true as const }),
  }));
  return {
    kind: isView ? 'view' : 'table',
    schema,
    name,
    ...(comment !== null && { comment }),
    ...(relation.hasChildren && { hasChildren: true }),
    ...(!mayRead && { isUnreadable: true }),
    ...(relation.isUnhandled && { unhandled: true }),
    ...(relation.unpopulated.length > 0 && { unpopulated: relation.unpopulated }),
    ...(relation.evaluates && { evaluates: true }),
    // A view may return NULL even if its tables forbid it.
    columns: isView ? columns.map((column) => ({ ...column, nullable: true })) : columns,
    ...(isView ? { uniqueKeys: [], foreignKeys: [] } : describeKeys(relation)),
    constraints: relation.constraints.map(describeConstraint),
    // A write to a view fires the triggers of its tables.
    ...((isView || relation.hasTriggers) && { triggers: true }),
    ...(relation.hasDeferredConstraints && { hasDeferredConstraints: true }),
    ...(changes !== undefined && { changes }),
    ...(relation.rules.length > 0 && { rules: describeRules(new Set(relation.rules)) }),
  };
}

/**
 * Returns the writes that rules affect. With a rule for inserts or updates, a table does not support `on conflict`:
 * https://www.postgresql.org/docs/current/sql-insert.html
 */
function describeRules(events: ReadonlySet<string>): NonNullable<CatalogObject['rules']> {
  const hasWriteRule = events.has('2') || events.has('3');
  return [...(hasWriteRule ? (['insert', 'update'] as const) : []), ...(events.has('4') ? (['delete'] as const) : [])];
}

/** https://github.com/postgres/postgres/blob/master/src/backend/utils/adt/misc.c, `pg_relation_is_updatable` */
function describeChanges(bits: number): NonNullable<CatalogObject['changes']> {
  return { insert: (bits & 8) !== 0, update: (bits & 4) !== 0, delete: (bits & 16) !== 0 };
}

const constraintKinds: Readonly<Record<string, CatalogConstraint['kind']>> = {
  p: 'primary',
  u: 'unique',
  f: 'foreign',
  c: 'check',
  x: 'exclusion',
};

function describeConstraint({ name, kind, columns }: RelationRow['constraints'][number]): CatalogConstraint {
  const constraintKind = constraintKinds[kind];
  invariant(constraintKind !== undefined, `constraints of kind ${kind} are not queried`);
  return { name, kind: constraintKind, columns };
}

function describeColumn(
  types: ReadonlyMap<number, TypeRow>,
  attribute: AttributeRow,
  { fillsRows, version }: Pick<RelationRow, 'fillsRows'> & Pick<CatalogRows, 'version'>,
): CatalogColumn {
  const { name, comment } = attribute;
  const { type, notNull } = resolveType(types, attribute);
  const hasDefault =
    attribute.hasDefault || attribute.identity !== '' || types.get(attribute.type)?.hasDefault === true;
  return {
    name,
    ...(comment !== null && { comment }),
    type: { ...type, ...describeCollation(attribute.ownCollation, version) },
    nullable: !attribute.notNull && !notNull,
    hasDefault,
    // A domain rejects NULL before any trigger runs.
    ...(fillsRows && attribute.notNull && !notNull && !hasDefault && { triggerMayFillNull: true }),
    generated: generationOf(attribute),
    ...(attribute.identity === 'a' && { overridable: true }),
    ...(attribute.denied.length > 0 && { denied: attribute.denied }),
  };
}

/** LIKE supports nondeterministic collations since version 18. */
function describeCollation(
  collation: AttributeRow['ownCollation'],
  version: number,
): Pick<ColumnType, 'columnCollation' | 'spellings'> {
  if (collation === null) return {};
  const name = `${quote(collation.schema)}.${quote(collation.name)}`;
  if (collation.isDeterministic) return { columnCollation: { name } };
  const lacksLike = version < 180_000;
  return { columnCollation: { name, isNondeterministic: true, ...(lacksLike && { lacksLike }) }, spellings: true };
}

function generationOf(attribute: AttributeRow): CatalogColumn['generated'] {
  if (attribute.isComputed || attribute.identity === 'a') return 'always';
  return attribute.identity === 'd' || attribute.isSerial ? 'identity' : 'no';
}

/**
 * Returns `version`, which changes whenever the results of `catalogQuery` or `routinesQuery` may change. It combines
 * the `xmin` of catalog rows, so that their content need not be read. For `pg_class`, it combines columns instead,
 * because `truncate` and similar commands rewrite these rows. Ids below 16,384 belong to the server. `$1` is that of
 * `catalogQuery`.
 * https://www.postgresql.org/docs/current/ddl-system-columns.html
 */
const versionQuery = qualify(`
with schema as (
  select n.oid from pg_catalog.pg_namespace n
  where n.nspname <> 'information_schema' and not starts_with(n.nspname, 'pg_')
    and (n.nspname = any (current_schemas(false))
      or lower(n.nspname) = any (select lower(named) from json_array_elements_text($1::json) named))
),
relation as (
  select c.oid, hashtextextended(concat_ws(' ', c.oid, c.relname, c.relnamespace, c.relkind, c.relispopulated, c.relhassubclass, c.relrowsecurity, c.relacl), 0) as hash
  from pg_catalog.pg_class c
  where c.relnamespace = any (select oid from schema) and c.relkind = any ('{r,p,f,v,m,i,I}')
)
select concat_ws(' ', current_schemas(false)::text,
  (select sum(hash) from relation),
  (select ${sumOf('a.attrelid, a.attnum')} from pg_catalog.pg_attribute a where a.attrelid = any (select oid from relation) and a.attnum > 0),
  (select ${sumOf('d.oid')} from pg_catalog.pg_attrdef d where d.adrelid = any (select oid from relation)),
  (select ${sumOf('k.oid')} from pg_catalog.pg_constraint k where k.connamespace = any (select oid from schema)),
  (select ${sumOf('i.indexrelid')} from pg_catalog.pg_index i where i.indrelid = any (select oid from relation)),
  (select ${sumOf('t.oid')} from pg_catalog.pg_trigger t where t.tgrelid = any (select oid from relation)),
  (select ${sumOf('r.oid')} from pg_catalog.pg_rewrite r where r.ev_class = any (select oid from relation)),
  (select ${sumOf('i.inhrelid, i.inhseqno')} from pg_catalog.pg_inherits i where i.inhrelid = any (select oid from relation)),
  (select ${sumOf('t.oid')} from pg_catalog.pg_type t where t.typnamespace = any (select oid from schema) and t.typrelid = 0),
  (select ${sumOf('l.oid')} from pg_catalog.pg_enum l),
  (select ${sumOf('p.oid')} from pg_catalog.pg_proc p where p.pronamespace = any (select oid from schema)),
  -- Role membership grants rights.
  (select ${sumOf('m.roleid, m.member')} from pg_catalog.pg_auth_members m),
  (select ${sumOf('o.objoid, o.objsubid')} from pg_catalog.pg_description o where o.objoid >= 16384)
) as version`);

/** Returns SQL that adds up the hashes of rows, each over the identifying columns and `xmin`, in any row order. */
function sumOf(columns: string): string {
  const [table] = columns.split('.');
  return `sum(hashtextextended(concat_ws(' ', ${columns}, ${table}.xmin), 0))`;
}

export async function readPostgresVersionHash(query: QueryRows, { objects }: IntrospectionScope): Promise<string> {
  const schemas = [...new Set(objects.flatMap(possibleSchemas))];
  const [row] = await query(versionQuery, [JSON.stringify(schemas)]);
  return String(row?.version);
}

/**
 * Uses the snapshot of the session as the version of all tables. Two equal snapshots see the same transactions, so no
 * change became visible in between. The process ID of the session distinguishes snapshots of a restarted server. On a
 * standby, no table has a version, because snapshots do not list the running transactions. Foreign tables have none,
 * because they change elsewhere.
 */
const tableVersionsQuery = `
  with recursive named as (
    select t.schema, t.name, c.oid
    from pg_catalog.jsonb_to_recordset($1::jsonb) as t (schema text, name text)
    join pg_catalog.pg_namespace n on n.nspname = t.schema
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = t.name
    where not pg_catalog.pg_is_in_recovery()
  ), members as (
    select oid, oid as root from named
    union
    select i.inhrelid, m.root from members m join pg_catalog.pg_inherits i on i.inhparent = m.oid
  )
  select schema, name, pg_catalog.pg_backend_pid() || ' ' || pg_catalog.pg_current_snapshot() as version from named
  where oid not in (select root from members join pg_catalog.pg_class c using (oid) where c.relkind not in ('r', 'p'))`;

export const readPostgresTableVersions: ReadTableVersions = async (query, tables) =>
  (await query(tableVersionsQuery, [JSON.stringify(tables)])) as unknown as readonly TableVersion[];

/** https://github.com/postgres/postgres/blob/REL_18_STABLE/src/include/catalog/pg_index.h */
const [DESCENDING, NULLS_FIRST] = [1, 2];

function describeKeys(
  relation: RelationRow,
): Pick<CatalogObject, 'primaryKey' | 'isDeferrableKey' | 'uniqueKeys' | 'foreignKeys'> {
  const attributes = byNumber(relation);
  const keys = relation.indexes
    .filter(({ isUnique, isPartial }) => isUnique && !isPartial)
    .map((index) => {
      const numbers = index.columns.slice(0, index.size);
      return { ...index, names: numbers.flatMap((number) => attributes.get(number)?.name ?? []) };
    })
    // Expression indexes are not keys.
    .filter(({ size, names }) => names.length === size);
  const primaryKey = keys.find((key) => key.isPrimary);
  return {
    ...(primaryKey !== undefined && { primaryKey: primaryKey.names }),
    ...(primaryKey?.mayHaveDuplicates === true && { isDeferrableKey: true }),
    uniqueKeys: keys.filter((key) => !key.isPrimary && !key.mayHaveDuplicates).map((key) => key.names),
    foreignKeys: relation.foreignKeys,
  };
}

function describeIndexes(relation: RelationRow, otherClasses: CatalogRows['otherClasses']): readonly CatalogIndex[] {
  const attributes = byNumber(relation);
  const describeColumn = ({ columns, classes, collations, options }: IndexRow, position: number): IndexColumn => {
    const attribute = attributes.get(columns[position] ?? 0);
    const isPlain = !otherClasses.includes(classes[position] ?? 0) && collations[position] === attribute?.collation;
    const option = options[position] ?? 0;
    return {
      ...(attribute !== undefined && isPlain && { name: attribute.name }),
      descending: (option & DESCENDING) !== 0,
      nulls: (option & NULLS_FIRST) !== 0 ? 'first' : 'last',
    };
  };
  return relation.indexes
    .filter(({ isOrdered }) => isOrdered)
    .map((index) => ({
      name: index.name,
      unique: index.isUnique && !index.mayHaveDuplicates,
      ...(index.isPartial && { partial: true }),
      columns: Array.from({ length: index.size }, (_, position) => describeColumn(index, position)),
    }));
}

const byNumber = ({ columns }: RelationRow): ReadonlyMap<number, AttributeRow> =>
  new Map(columns.map((column) => [column.number, column]));
