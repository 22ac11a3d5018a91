import type { EntityConfig } from '../config/config.ts';
import type { ActionFile, EntityFile, PermissionFile } from '../config/schema/config-schema.ts';
import type { Catalog, CatalogObject } from '../model/catalog.ts';
import type { ColumnType } from '../model/catalog-column.ts';
import type { CatalogRoutine } from '../model/catalog-routine.ts';
import { isGraphqlName, pluralOf, singularOf } from '../model/word-forms.ts';
import { nameObjects, objectKey, wordsOf } from './entity-names.ts';
import { guessForeignKeys, type RelationshipGuess } from './guess-foreign-keys.ts';
import { proposeRelationships, type Relationships, type ScaffoldSource } from './propose-relationships.ts';
import { sensitiveColumns } from './sensitive-columns.ts';

/** A role and its actions. Views and routines support only some actions. */
export interface RoleGrant {
  readonly role: string;
  readonly actions: '*' | readonly (ActionFile & string)[];
}

export interface ScaffoldOptions {
  readonly roles: readonly RoleGrant[];
  readonly existing?: ExistingEntities;
  /** Names of new entities that replace the generated names, by `objectKey`. */
  readonly names?: ReadonlyMap<string, string>;
  /** Defaults to `none`. */
  readonly guess?: RelationshipGuess;
}

type ExistingEntity = Pick<EntityConfig, 'name' | 'relationships' | 'rest'>;

/** Configured entities by `objectKey`. Several entities may expose one table. */
export type ExistingEntities = ReadonlyMap<string, readonly ExistingEntity[]>;

/** An entity of a generated configuration file. */
export interface ProposedEntity {
  readonly name: string;
  readonly config: EntityFile;
  readonly object: CatalogObject | CatalogRoutine;
  /** False for a configured entity; `config` then has new relationships only. */
  readonly isNew: boolean;
  /** Columns that no role can access, because their names suggest secrets. */
  readonly hidden: readonly string[];
  /** Comments in the file, by the key of the entity that they explain. */
  readonly comments: { readonly fields?: string; readonly expose?: string; readonly relationships?: string };
}

/**
 * Proposes entities for the objects of a catalog, in its order: tables, views, then routines.
 * @param catalog only the objects to expose
 */
export function proposeEntities(catalog: Catalog, options: ScaffoldOptions): readonly ProposedEntity[] {
  const { objects, routines } = catalog;
  const ordered = [...objects.filter(({ kind }) => kind === 'table'), ...objects.filter(({ kind }) => kind === 'view')];
  const usable = routines.filter(isUsable);
  const existing: ExistingEntities = options.existing ?? new Map();
  const existingEntities = [...existing.values()].flat();
  const chosenNames = options.names ?? new Map<string, string>();
  const unnamed = [...ordered, ...usable].filter(
    (object) => !existing.has(objectKey(object)) && !chosenNames.has(objectKey(object)),
  );
  // The name of a new entity is also its REST path.
  const takenNames = [...existingEntities.flatMap(({ name, rest }) => [name, rest.path]), ...chosenNames.values()];
  const names = nameObjects(unnamed, takenNames);
  const nameOf = (object: CatalogObject | CatalogRoutine): string =>
    chosenNames.get(objectKey(object)) ?? names.get(object) ?? '';
  const sources: readonly ScaffoldSource[] = ordered.flatMap((object) => {
    const entities = existing.get(objectKey(object))?.map(({ name }) => name) ?? [nameOf(object)];
    return entities.map((entity) => ({ entity, object }));
  });
  const { guess = 'none' } = options;
  const isGuessed = guess !== 'none';
  const relationships = proposeRelationships(sources, {
    existing: new Map(existingEntities.map((entity) => [entity.name, entity.relationships])),
    ...(isGuessed && { guessed: guessForeignKeys(sources) }),
  });
  const entityNames = new Set(sources.map(({ entity }) => entity));
  const isConfigured = (object: CatalogObject | CatalogRoutine): boolean => existing.has(objectKey(object));
  const newNames = new Set(sources.filter(({ object }) => !isConfigured(object)).map(({ entity }) => entity));
  return [
    ...sources.flatMap(({ entity, object }) => {
      const proposed = relationships.get(entity) ?? {};
      if (!isConfigured(object))
        return [
          proposeObject(entity, object, {
            catalog,
            options,
            relationships: proposed,
            isGuessed,
            takenNames: entityNames,
          }),
        ];
      const added = guess === 'new' ? withTargets(proposed, newNames) : proposed;
      if (Object.keys(added).length === 0) return [];
      const config = { source: object.name, relationships: added };
      return [{ name: entity, object, isNew: false, hidden: [], comments: {}, config }];
    }),
    ...usable
      .filter((routine) => !isConfigured(routine))
      .map((routine) => proposeRoutine(nameOf(routine), routine, catalog, options)),
  ];
}

const withTargets = (relationships: Relationships, targets: ReadonlySet<string>): Relationships =>
  Object.fromEntries(
    Object.entries(relationships).filter(([, { hasMany, hasOne, belongsTo }]) =>
      targets.has(hasMany ?? hasOne ?? belongsTo ?? ''),
    ),
  );

interface ObjectContext {
  /** Names of all entities. */
  readonly takenNames: ReadonlySet<string>;
  readonly catalog: Catalog;
  readonly options: ScaffoldOptions;
  readonly relationships: Relationships;
  /** True if relationships are guessed from column names. */
  readonly isGuessed: boolean;
}

function proposeObject(
  name: string,
  object: CatalogObject,
  { catalog, options, relationships, isGuessed, takenNames }: ObjectContext,
): ProposedEntity {
  const source = qualifiedName(object, catalog);
  const hidden = sensitiveColumns(object);
  const guessedKey = object.kind === 'view' && object.primaryKey === undefined ? guessKey(object) : undefined;
  const key = guessedKey === undefined ? replacePrimaryKey(object, hidden) : [guessedKey];
  const fields = fieldsOf(object, key);
  const isRelated = Object.keys(relationships).length > 0;
  return {
    name,
    object,
    isNew: true,
    hidden,
    comments: {
      ...(guessedKey !== undefined && { fields: `A guess: check that "${guessedKey}" identifies each row.` }),
      ...(hidden.length > 0 && { expose: 'Excluded, because the names suggest secrets.' }),
      ...(isRelated && isGuessed && { relationships: 'Guesses from column names: check them.' }),
    },
    config: {
      source: object.kind === 'view' ? { object: source, type: 'view' } : source,
      ...(fields.length > 0 && { fields: [...fields] }),
      ...graphqlOf(name, takenNames),
      ...(hidden.length > 0 && { expose: { exclude: [...hidden] } }),
      permissions: permissionsOf(
        options.roles,
        object.kind === 'view' ? ['read'] : ['create', 'read', 'update', 'delete'],
      ),
      ...(isRelated && { relationships }),
    },
  };
}

function proposeRoutine(
  name: string,
  routine: CatalogRoutine,
  catalog: Catalog,
  { roles }: ScaffoldOptions,
): ProposedEntity {
  const parameters = routine.parameters.filter(({ mode, name: parameter }) => mode !== 'out' && parameter !== '');
  return {
    name,
    object: routine,
    isNew: true,
    hidden: [],
    comments: {},
    config: {
      source: {
        object: qualifiedName(routine, catalog),
        type: 'stored-procedure',
        ...(parameters.length > 0 && {
          parameters: parameters.map(({ name: parameter, hasDefault }) => ({ name: parameter, required: !hasDefault })),
        }),
      },
      ...(routine.readOnly && routine.kind === 'function' && { graphql: { operation: 'query' } }),
      permissions: permissionsOf(roles, ['execute']),
    },
  };
}

/** Returns why a routine cannot be served, as a clause; undefined if it can. */
export function routineObstacle({ isUncallable, obstacle, undescribed, result }: CatalogRoutine): string | undefined {
  return isUncallable === true ? 'the database user may not execute it' : (obstacle ?? undescribed ?? result.obstacle);
}

/** Returns the settings of columns: the key, and aliases for names that GraphQL does not allow. */
function fieldsOf({ columns }: CatalogObject, key: readonly string[]): NonNullable<EntityFile['fields']> {
  const used = new Set(columns.map(({ name }) => name.toLowerCase()));
  return columns.flatMap(({ name }) => {
    const alias = isGraphqlName(name) ? undefined : freeAlias(name, used);
    const isKey = key.includes(name);
    if (alias === undefined && !isKey) return [];
    return [{ name, ...(alias !== undefined && { alias }), ...(isKey && { 'primary-key': true }) }];
  });
}

/** Returns undefined if the name has no letters that GraphQL allows. */
function freeAlias(name: string, used: Set<string>): string | undefined {
  const words = wordsOf(name).join('_');
  const base = /^[0-9]/.test(words) ? `n${words}` : words;
  if (base === '') return undefined;
  let alias = base;
  for (let number = 2; used.has(alias); number += 1) alias = `${base}_${number}`;
  used.add(alias);
  return alias;
}

/** Names the list of an entity whose plural equals its singular: `newsList`. */
function graphqlOf(name: string, taken: ReadonlySet<string>): Pick<EntityFile, 'graphql'> {
  if (pluralOf(name) !== name) return {};
  const plural = [`${name}List`, `${name}Items`].find((candidate) => !taken.has(candidate));
  return plural === undefined ? {} : { graphql: { type: { singular: name, plural } } };
}

const isUsable = (routine: CatalogRoutine): boolean => routineObstacle(routine) === undefined;

/** Returns the name as the configuration needs it: quoted if a part has special characters. */
export function qualifiedName(
  { schema, name }: { readonly schema: string; readonly name: string },
  { searchPath }: Pick<Catalog, 'searchPath'>,
): string {
  const quote = (part: string): string => (/[."[\]`]/.test(part) ? `"${part.replaceAll('"', '""')}"` : part);
  return schema === '' || searchPath[0] === schema ? quote(name) : `${quote(schema)}.${quote(name)}`;
}

function permissionsOf(roles: readonly RoleGrant[], supported: readonly (ActionFile & string)[]): PermissionFile[] {
  return roles.flatMap(({ role, actions }) => {
    if (actions === '*') return [{ role, actions: ['*'] }];
    const granted = actions.filter((action) => supported.includes(action));
    return granted.length === 0 ? [] : [{ role, actions: granted }];
  });
}

/** Returns the column of a view that probably identifies its rows: `id`, `order_id` of `orders`, or `orderid`. */
function guessKey({ name, columns }: CatalogObject): string | undefined {
  const singular = singularOf(wordsOf(name).join('_'));
  const candidates = ['id', `${singular}_id`, `${singular.split('_')[0]}_id`];
  return columns.find(({ name: column, type }) => {
    const isKey =
      candidates.includes(wordsOf(column).join('_')) || column.toLowerCase() === `${singular.replaceAll('_', '')}id`;
    return isKey && canIdentify(type);
  })?.name;
}

/**
 * Returns the shortest unique key without NULL for a table without a primary key, or no columns. A key with hidden
 * columns would not identify a row.
 */
function replacePrimaryKey(
  { columns, primaryKey, uniqueKeys }: CatalogObject,
  hidden: readonly string[],
): readonly string[] {
  if (primaryKey !== undefined) return [];
  const usable = new Set(
    columns
      .filter(({ name, type, nullable }) => !nullable && !hidden.includes(name) && canIdentify(type))
      .map(({ name }) => name),
  );
  const keys = uniqueKeys.filter((key) => key.every((name) => usable.has(name)));
  return keys.toSorted((first, second) => first.length - second.length)[0] ?? [];
}

const canIdentify = ({ list, asText, scalar }: ColumnType): boolean => !list && !asText && scalar !== 'JSON';

/** Returns the comments of the entities by path in the file. */
export const commentsOf = (entities: readonly ProposedEntity[]): ReadonlyMap<string, string> =>
  new Map(
    entities.flatMap(({ name, comments }) =>
      Object.entries(comments).map(([key, comment]) => [`entities.${name}.${key}`, comment] as const),
    ),
  );
