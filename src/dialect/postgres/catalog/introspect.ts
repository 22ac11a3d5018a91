import { invariant } from '../../../base/invariant.ts';
import { ConfigurationError } from '../../../base/problem.ts';
import type { Catalog, CatalogConstraint, CatalogObject } from '../../../model/catalog.ts';
import type { CatalogColumn, ColumnType } from '../../../model/catalog-column.ts';
import { possibleSchemas } from '../../../model/object-name.ts';
import type { IntrospectionScope, QueryRows } from '../../introspection.ts';
import type { AttributeFacts, CatalogFacts, RelationFacts, TypeFacts } from './catalog-facts.ts';
import { describeIndexes, describeKeys } from './describe-keys.ts';
import { catalogQuery } from './introspect-query.ts';
import { introspectRoutines } from './introspect-routines.ts';
import { quote, resolveType } from './types.ts';

const OLDEST_MAJOR_VERSION = 14;

/**
 * Reads tables and views of the schemas on the search path, of those that the scope names, and every table that a
 * foreign key of these leads to, sorted by schema and name, and the routines that the scope names; one statement for each.
 * @throws ConfigurationError when the server is older than PostgreSQL 14
 */
export async function introspectPostgres(query: QueryRows, scope: IntrospectionScope): Promise<Catalog> {
  const schemas = [...new Set(scope.objects.flatMap(possibleSchemas))];
  const [row] = await query(catalogQuery, [JSON.stringify(schemas)]);
  const facts = JSON.parse(String(row?.catalog)) as CatalogFacts;
  checkVersion(Math.floor(facts.version / 10_000));
  const types = new Map(facts.types.map((type) => [type.oid, type]));
  return {
    objects: facts.relations.map((relation) => ({
      ...describeRelation(types, relation, facts.version),
      indexes: describeIndexes(relation, facts.otherClasses),
    })),
    ...(await introspectRoutines(query, scope.routines)),
    searchPath: facts.searchPath,
    ...readOnlyReason(facts),
  };
}

function readOnlyReason({ isReadOnly, isStandby }: CatalogFacts): Pick<Catalog, 'readOnlyReason'> {
  if (isStandby) return { readOnlyReason: 'the server is a standby' };
  return isReadOnly ? { readOnlyReason: '"default_transaction_read_only" is on' } : {};
}

function checkVersion(major: number): void {
  if (major >= OLDEST_MAJOR_VERSION) return;
  throw new ConfigurationError([
    {
      path: ['data-source', 'connection-string'],
      message: `The server is PostgreSQL ${major}; version ${OLDEST_MAJOR_VERSION} or later is needed.`,
      severity: 'error',
    },
  ]);
}

function describeRelation(
  types: ReadonlyMap<number, TypeFacts>,
  relation: RelationFacts,
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
    ...(!mayRead && { closed: true }),
    ...(relation.isUnhandled && { unhandled: true }),
    ...(!relation.isPopulated && { unpopulated: true }),
    ...(relation.evaluates && { evaluates: true }),
    // A view may give NULL for whatever its tables forbid.
    columns: isView ? columns.map((column) => ({ ...column, nullable: true })) : columns,
    ...(isView ? { uniqueKeys: [], foreignKeys: [] } : describeKeys(relation)),
    constraints: relation.constraints.map(describeConstraint),
    // Those of the tables below a view fire too.
    ...((isView || relation.hasTriggers) && { triggers: true }),
    ...(relation.hasDeferredConstraints && { hasDeferredConstraints: true }),
    ...(changes !== undefined && { changes }),
    ...(relation.rules.length > 0 && { rules: describeRules(new Set(relation.rules)) }),
  };
}

/** One for inserts or updates keeps all from `on conflict`, which may do either: https://www.postgresql.org/docs/current/sql-insert.html */
function describeRules(events: ReadonlySet<string>): NonNullable<CatalogObject['rules']> {
  const written = events.has('2') || events.has('3');
  return [...(written ? (['insert', 'update'] as const) : []), ...(events.has('4') ? (['delete'] as const) : [])];
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

function describeConstraint({ name, kind, columns }: RelationFacts['constraints'][number]): CatalogConstraint {
  const word = constraintKinds[kind];
  invariant(word !== undefined, `constraints of kind ${kind} are not asked for`);
  return { name, kind: word, columns };
}

function describeColumn(
  types: ReadonlyMap<number, TypeFacts>,
  attribute: AttributeFacts,
  { fillsRows, version }: Pick<RelationFacts, 'fillsRows'> & Pick<CatalogFacts, 'version'>,
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
    // A domain refuses NULL before any trigger runs.
    ...(fillsRows && attribute.notNull && !notNull && !hasDefault && { filledByTrigger: true }),
    generated: generationOf(attribute),
    ...(attribute.identity === 'a' && { overridable: true }),
    ...(attribute.denied.length > 0 && { denied: attribute.denied }),
  };
}

/** LIKE has nondeterministic collations since version 18. */
function describeCollation(
  collation: AttributeFacts['ownCollation'],
  version: number,
): Pick<ColumnType, 'columnCollation' | 'spellings'> {
  if (collation === null) return {};
  const name = `${quote(collation.schema)}.${quote(collation.name)}`;
  if (collation.isDeterministic) return { columnCollation: { name } };
  const lacksLike = version < 180_000;
  return { columnCollation: { name, folds: true, ...(lacksLike && { lacksLike }) }, spellings: true };
}

function generationOf(attribute: AttributeFacts): CatalogColumn['generated'] {
  if (attribute.isComputed || attribute.identity === 'a') return 'always';
  return attribute.identity === 'd' || attribute.isSerial ? 'identity' : 'no';
}
