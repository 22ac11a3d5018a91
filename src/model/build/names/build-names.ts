import type { ConfigPath } from '../../../base/problem.ts';
import type { EntityConfig, GraphqlApi, Runtime } from '../../../config/config.ts';
import { nameGeneratedTypes } from '../../generated-types.ts';
import type { Entity, EntityNames, ListFieldNames, Relationship, RelationshipFields } from '../../model.ts';
import { isGraphqlName, pascalOf, pluralOf, singularOf, upperFirst } from '../../word-forms.ts';
import type { ProblemList } from '../problems.ts';
import { proposeName } from './choose-names.ts';
import { findFree } from './name-in-documents.ts';

export type NamingOptions = Pick<GraphqlApi, 'enabled' | 'pluralIsConnection' | 'naming' | 'plurals'>;

/**
 * Names the entities. Entities with an invalid GraphQL name, and REST-only entities, get a generated name that is not
 * in use.
 */
export function nameEntities(
  entities: readonly EntityConfig[],
  naming: NamingOptions,
): ReadonlyMap<string, EntityNames> {
  const usedNames = new Set<string>();
  const isInGraphql = (entity: EntityConfig): boolean => naming.enabled && entity.graphql.enabled;
  const inOrder = [...entities.filter(isInGraphql), ...entities.filter((entity) => !isInGraphql(entity))];
  const namesByEntity = new Map<string, EntityNames>();
  for (const [index, entity] of inOrder.entries()) {
    const isFree = (names: readonly string[]): boolean => names.every((name) => !usedNames.has(name));
    const names =
      nameForGraphql(entity, naming, isFree, isInGraphql(entity)) ??
      nameWithUnusedName(entity, index + 1, naming, isFree);
    for (const name of namesOf(names)) usedNames.add(name);
    namesByEntity.set(entity.name, names);
  }
  return namesByEntity;
}

type IsFree = (names: readonly string[]) => boolean;

/**
 * Returns the names in the GraphQL schema. Undefined if GraphQL does not expose the entity, or does not allow its name.
 * If an earlier entity uses a derived name, the configured name is kept.
 */
function nameForGraphql(
  entity: EntityConfig,
  naming: NamingOptions,
  isFree: IsFree,
  shown: boolean,
): EntityNames | undefined {
  const { singular = entity.name, plural } = entity.graphql;
  if (!shown || !isGraphqlName(singular)) return undefined;
  const asIs = nameEntity(singular, plural ?? makePlural(singular, naming), naming);
  const derived = entity.graphql.singular === undefined ? deriveNames(entity, naming) : undefined;
  if (derived === undefined) return asIs;
  const names = nameEntity(derived.singular, plural ?? derived.plural, naming);
  return isFree([names.type, names.list ?? names.connection]) ? names : asIs;
}

function nameWithUnusedName(
  entity: EntityConfig,
  position: number,
  naming: NamingOptions,
  isFree: IsFree,
): EntityNames {
  const type = entity.graphql.singular ?? entity.name;
  const { plural } = entity.graphql;
  const nameWith = (candidate: string): EntityNames => {
    const chosen =
      plural !== undefined && candidate === type && isGraphqlName(plural) ? plural : makePlural(candidate, naming);
    return nameEntity(candidate, chosen, naming);
  };
  const proposed = isGraphqlName(type) ? type : proposeName(type, position).replace(/^column_/, 'entity_');
  const { singular = proposed } = deriveNames({ ...entity, name: proposed }, naming) ?? {};
  return nameWith(findFree(singular, (candidate) => isFree(namesOf(nameWith(candidate)))));
}

const makePlural = (name: string, { plurals }: Pick<NamingOptions, 'plurals'>): string =>
  plurals === 'humanizer' ? humanizerPlural(name) : pluralOf(name);

const PASCAL = /^[A-Z][A-Za-z0-9]*$/;

/**
 * Converts `order_items` → `OrderItem`, `OrderItems`. Returns undefined for `as-is` and names in Pascal case. Names of
 * procedures are verbs, so they are not converted to the singular.
 */
export function deriveNames(
  { name, source }: Pick<EntityConfig, 'name' | 'source'>,
  naming: Pick<NamingOptions, 'naming' | 'plurals'>,
): { readonly singular: string; readonly plural: string } | undefined {
  if (naming.naming === 'as-is' || PASCAL.test(name)) return undefined;
  const pascalName = pascalOf(name);
  if (!PASCAL.test(pascalName)) return undefined;
  if (source.kind === 'stored-procedure') return { singular: pascalName, plural: makePlural(pascalName, naming) };
  const singular = singularOf(pascalName);
  return { singular, plural: singular === pascalName ? makePlural(pascalName, naming) : pascalName };
}

/** Returns whether the GraphQL API has the entity, and whether its subscription type does. */
export function graphqlFlags({ graphql }: EntityConfig, runtime: Runtime): Pick<Entity['graphql'], 'enabled' | 'live'> {
  const enabled = runtime.graphql.enabled && graphql.enabled;
  return { enabled, live: enabled && graphql.subscription && runtime.live.enabled };
}

const namesOf = (names: EntityNames): readonly string[] => [
  names.type,
  ...Object.values(names.types),
  ...possibleRootFields(names),
];

const possibleRootFields = ({ list, connection, one, stream, execute, changes }: EntityNames): readonly string[] => [
  ...[list ?? [], connection, one, stream, execute].flat(),
  ...Object.values(changes),
];

function nameEntity(type: string, plural: string, { pluralIsConnection, naming, plurals }: NamingOptions): EntityNames {
  const joined = naming === 'pascal' ? upperFirst(type) : type;
  // An uncountable name needs a suffix: `createSheepMany`.
  const suffix = plurals === 'humanizer' ? 'Multiple' : 'Many';
  const many = plural === type ? `${joined}${suffix}` : naming === 'pascal' ? upperFirst(plural) : plural;
  return {
    type,
    types: nameGeneratedTypes(type, joined),
    plural,
    ...nameMany(lowerFirst(plural), pluralIsConnection),
    one: `${lowerFirst(type)}_by_pk`,
    stream: `${lowerFirst(plural)}_stream`,
    execute: `execute${joined}`,
    changes: {
      create: `create${joined}`,
      createMany: `create${many}`,
      update: `update${joined}`,
      updateMany: `update${many}`,
      replace: `replace${joined}`,
      delete: `delete${joined}`,
      deleteMany: `delete${many}`,
    },
  };
}

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

const nameMany = (name: string, pluralIsConnection: boolean): ListFieldNames =>
  pluralIsConnection ? { connection: name } : { list: name, connection: `${name}_connection` };

const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

export class NameRegistry {
  readonly #owners = new Map<string, ConfigPath>();
  readonly #describe: (name: string) => string;
  readonly #problems: ProblemList;

  constructor(describe: (name: string) => string, problems: ProblemList) {
    this.#describe = describe;
    this.#problems = problems;
  }

  register(name: string, owner: ConfigPath): void {
    const other = this.#owners.get(name);
    if (other === undefined) {
      this.#owners.set(name, owner);
      return;
    }
    const others = other.length === 0 ? 'the schema itself' : other.join('.');
    this.#problems.error(owner, `${this.#describe(name)} is already used by ${others}. Rename one of them.`);
  }
}

const UNCOUNTABLE: ReadonlySet<string> = new Set(
  (
    'aircraft bison corn corps deer elk equipment fish grass hair information l luggage mail means metadata milk ml money moose ' +
    'mud offspring oz rice salmon scissors semen series sheep shrimp someone species sperm staff swine tbsp training trout tsp ' +
    'tuna water waters'
  ).split(' '),
);

const IRREGULAR_WORDS: ReadonlyMap<string, string> = new Map([
  ['bus', 'buses'],
  ['die', 'dice'],
  ['ex', 'exes'],
  ['is', 'are'],
  ['louse', 'lice'],
  ['mouse', 'mice'],
  ['that', 'those'],
  ['this', 'these'],
  ['tie', 'ties'],
]);

/**
 * Irregular plurals, as the first letter (which keeps its case), the rest, and the plural of the rest. Entries match as
 * suffixes: `woman` ends with `man`.
 */
const IRREGULAR: readonly (readonly [letter: string, end: string, plural: string])[] = [
  ['c', 'ache', 'aches'],
  ['c', 'hild', 'hildren'],
  ['c', 'urriculum', 'urricula'],
  ['d', 'atabase', 'atabases'],
  ['f', 'oot', 'eet'],
  ['g', 'love', 'loves'],
  ['g', 'oose', 'eese'],
  ['h', 'uman', 'umans'],
  ['m', 'an', 'en'],
  ['m', 'ove', 'oves'],
  ['p', 'erson', 'eople'],
  ['p', 'ersonnel', 'ersonnel'],
  ['s', 'ex', 'exes'],
  ['t', 'ooth', 'eeth'],
  ['w', 'ave', 'aves'],
  ['z', 'ombie', 'ombies'],
];

/** Plural rules by suffix. The first matching rule applies. */
const SUFFIX_RULES: readonly (readonly [end: RegExp, plural: string])[] = [
  [/(criteri|phenomen)on$/i, '$1a'],
  [/(alumn|alg|larv|vertebr)a$/i, '$1ae'],
  [/(hoo|lea|loa|thie)f$/i, '$1ves'],
  [/(buz|blit|walt)z$/i, '$1zes'],
  [/(quiz)$/i, '$1zes'],
  [/^(ox)$/i, '$1en'],
  [/(matr|vert|ind|d)(?:ix|ex)$/i, '$1ices'],
  [/(x|ch|ss|sh)$/i, '$1es'],
  [/([^aeiouy]|qu)y$/i, '$1ies'],
  [/(hive)$/i, '$1s'],
  [/([^f])fe$/i, '$1ves'],
  [/([lr])f$/i, '$1ves'],
  [/sis$/i, 'ses'],
  [/([dti])um$/i, '$1a'],
  [/(buffal|tomat|volcan|ech|embarg|her|mosquit|potat|torped|vet)o$/i, '$1oes'],
  [/(alias|bias|iris|status|campus|apparatus|virus|walrus|trellis)$/i, '$1es'],
  [/(octop|vir|alumn|fung|cact|foc|hippopotam|radi|stimul|syllab|nucle)us$/i, '$1i'],
  [/(ax|test)is$/i, '$1es'],
  [/s$/i, 's'],
];

/**
 * Forms a plural by the rules of Humanizer 2.14, for compatibility with Data API builder. Keeps incorrect plurals such
 * as `REPORTs`.
 */
export function humanizerPlural(name: string): string {
  const lower = name.toLowerCase();
  if (UNCOUNTABLE.has(lower)) return name;
  const plural = IRREGULAR_WORDS.get(lower) ?? irregularPlural(name) ?? regularPlural(name);
  const [first = ''] = name;
  return first === first.toUpperCase() ? plural.charAt(0).toUpperCase() + plural.slice(1) : plural;
}

function irregularPlural(name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = IRREGULAR.find(([letter, end]) => lower.endsWith(letter + end));
  // The first match applies: `human` must precede `man`.
  return found && name.slice(0, name.length - found[1].length) + found[2];
}

function regularPlural(name: string): string {
  const found = SUFFIX_RULES.find(([end]) => end.test(name));
  return found === undefined ? `${name}s` : name.replace(found[0], found[1]);
}
