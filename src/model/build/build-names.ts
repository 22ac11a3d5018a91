import type { ConfigPath } from '../../base/problem.ts';
import type { EntityConfig } from '../../config/config.ts';
import { nameGeneratedTypes } from '../generated-types.ts';
import type { EntityNames, ManyNames, Relationship, RelationshipFields } from '../model.ts';
import { isGraphqlName, proposeName } from './choose-names.ts';
import { findFree } from './name-in-documents.ts';
import { pluralOf } from './plural-of.ts';
import type { ProblemList } from './problems.ts';

/** How entities are named. */
export interface Naming {
  /** Whether GraphQL is served at all. */
  readonly graphql: boolean;
  readonly pluralIsConnection: boolean;
}

/**
 * Returns what each entity is called in documents. An entity that GraphQL shows has the name that the configuration gives, else its own. If
 * GraphQL does not allow that name, or only REST shows the entity, it gets a name that is made of its own and is free.
 */
export function nameEntities(
  entities: readonly EntityConfig[],
  { graphql, pluralIsConnection }: Naming,
): ReadonlyMap<string, EntityNames> {
  const taken = new Set<string>();
  const isShown = (entity: EntityConfig): boolean => graphql && entity.graphql.enabled;
  const inOrder = [...entities.filter(isShown), ...entities.filter((entity) => !isShown(entity))];
  const named = new Map<string, EntityNames>();
  for (const [index, entity] of inOrder.entries()) {
    const type = entity.graphql.singular ?? entity.name;
    const nameWith = (candidate: string): EntityNames =>
      nameEntity(candidate, choosePlural(entity, type, candidate), pluralIsConnection);
    const isFree = (candidate: string): boolean => namesOf(nameWith(candidate)).every((name) => !taken.has(name));
    const isAllowed = isGraphqlName(type);
    const names = nameWith(
      isShown(entity) && isAllowed ? type : findFree(isAllowed ? type : proposeType(type, index + 1), isFree),
    );
    for (const name of namesOf(names)) taken.add(name);
    named.set(entity.name, names);
  }
  return named;
}

const proposeType = (name: string, position: number): string =>
  proposeName(name, position).replace(/^column_/, 'entity_');

/** The configuration's plural goes with the configuration's type name; another name gets a plural of its own. */
function choosePlural({ graphql }: EntityConfig, type: string, candidate: string): string {
  const { plural } = graphql;
  return plural !== undefined && candidate === type && isGraphqlName(plural) ? plural : pluralOf(candidate);
}

/** Names of all types and root fields that an entity can have. */
const namesOf = ({ type, types, list, connection, one, execute, changes }: EntityNames): readonly string[] => [
  type,
  ...Object.values(types),
  ...[list ?? [], connection, one, execute].flat(),
  ...Object.values(changes),
];

function nameEntity(type: string, plural: string, pluralIsConnection: boolean): EntityNames {
  const many = nameMany(lowerFirst(plural), pluralIsConnection);
  return {
    type,
    types: nameGeneratedTypes(type),
    plural,
    ...many,
    one: `${lowerFirst(type)}_by_pk`,
    execute: `execute${type}`,
    changes: nameChanges(type, plural),
  };
}

/** Where a name is its own plural, fields for many have another: `createSheep`, `createSheepMany`. */
function nameChanges(type: string, plural: string): EntityNames['changes'] {
  const many = plural === type ? `${type}Many` : plural;
  return {
    create: `create${type}`,
    createMany: `create${many}`,
    update: `update${type}`,
    updateMany: `update${many}`,
    replace: `replace${type}`,
    delete: `delete${type}`,
    deleteMany: `delete${many}`,
  };
}

/** The fields that follow a relationship. */
export function nameFields(
  name: string,
  many: boolean,
  pluralIsConnection: boolean,
): Pick<Relationship, 'fields' | 'restFields'> {
  if (!many) {
    const fields: RelationshipFields = new Map([[name, 'one']]);
    return { fields, restFields: fields };
  }
  const { list, connection } = nameMany(name, pluralIsConnection);
  const both = (listName: string): RelationshipFields =>
    new Map([
      [listName, 'list'],
      [connection, 'connection'],
    ]);
  if (list !== undefined) return { fields: both(list), restFields: both(list) };
  return { fields: new Map([[connection, 'connection']]), restFields: both(`${name}_list`) };
}

const nameMany = (name: string, pluralIsConnection: boolean): ManyNames =>
  pluralIsConnection ? { connection: name } : { list: name, connection: `${name}_connection` };

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Names of one kind that must differ, each with the place in the configuration that it comes from. */
export class NameClaims {
  readonly #owners = new Map<string, ConfigPath>();
  readonly #what: string;
  readonly #problems: ProblemList;

  constructor(what: string, problems: ProblemList) {
    this.#what = what;
    this.#problems = problems;
  }

  claim(name: string, owner: ConfigPath): void {
    const other = this.#owners.get(name);
    if (other === undefined) {
      this.#owners.set(name, owner);
      return;
    }
    const others = other.length === 0 ? 'the schema itself' : other.join('.');
    this.#problems.error(
      owner,
      `The ${this.#what} "${name}" is taken already by ${others}; name one of them differently.`,
    );
  }
}
