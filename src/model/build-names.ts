import pluralize from 'pluralize';
import type { EntityConfig } from '../config/config.ts';
import type { EntityNames, ManyNames, Relationship, RelationshipFields } from './model.ts';
import type { Path, ProblemList } from './problems.ts';

/** The GraphQL names of an entity: from the configuration, else from its name. */
export function nameEntity(entity: EntityConfig, pluralIsConnection: boolean): EntityNames {
  const type = entity.graphql.singular ?? entity.name;
  const plural = entity.graphql.plural ?? pluralize(type);
  const many = nameMany(lowerFirst(plural), pluralIsConnection);
  return {
    type,
    stem: type,
    plural,
    ...many,
    one: `${lowerFirst(type)}_by_pk`,
    execute: `execute${type}`,
    changes: nameChanges(type, plural),
  };
}

/** Where one and many have the same name, the fields for many say so. */
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

/** What the GraphQL types are called that changes of an entity take and give, whose own type has this name. */
export const nameChangeTypes = (type: string) =>
  ({
    create: `Create${type}Input`,
    update: `Update${type}Input`,
    replace: `Replace${type}Input`,
    changes: `${type}Changes`,
  }) as const;

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

/** Names of one kind that must differ, with where each comes from. */
export class NameClaims {
  readonly #owners = new Map<string, Path>();
  readonly #what: string;
  readonly #problems: ProblemList;

  constructor(what: string, problems: ProblemList) {
    this.#what = what;
    this.#problems = problems;
  }

  claim(name: string, owner: Path): void {
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
