import { type Entity, type Field, isText } from './naive/entity.ts';
import { aggregateFields, groupByField, groupTypes } from './write-groups-sdl.ts';

/** Prints the schema that docs/graphql.md specifies for these entities. */
export function writeSdl(entities: readonly Entity[]): string {
  const fields = entities.flatMap((entity) => entity.fields);
  const filters = new Map(
    [...aggregateFields(entities), ...fields].map((field) => [filterInput(field), operators(field)]),
  );
  const enums = new Map(fields.flatMap(({ type }) => (type.enum ? [[type.enum.name, type.enum.labels] as const] : [])));
  const relationships = entities.flatMap((entity) => entity.relationships);
  const listTargets = new Set(relationships.filter(({ many }) => many).map(({ target }) => target));
  const searchable = new Set(entities.filter((entity) => entity.fields.some(isText)).map(({ name }) => name));
  return [
    block(
      'type Query',
      entities.flatMap((entity) => rootFields(entity, searchable)),
    ),
    ...entities.map((entity) => objectType(entity, searchable)),
    ...entities.map(connectionType),
    ...entities.flatMap(groupTypes),
    ...entities.map((entity) => block(`input ${entity.name}FilterInput`, filterMembers(entity))),
    ...entities.filter(({ name }) => listTargets.has(name)).map(listFilterType),
    ...entities.map((entity) => orderType(entity)),
    ...[...filters].map(([name, members]) => block(`input ${name}`, members)),
    ...[...enums].map(([name, labels]) => block(`enum ${name}`, labels)),
    block('enum OrderBy', ['ASC', 'DESC', 'ASC_NULLS_FIRST', 'ASC_NULLS_LAST', 'DESC_NULLS_FIRST', 'DESC_NULLS_LAST']),
    block('input JSONPathFilterInput', ['at: String!', 'eq: JSON', 'neq: JSON', 'isNull: Boolean']),
    ...customScalars.map((name) => `scalar ${name}`),
  ].join('\n');
}

const customScalars = 'Short Long Single Decimal UUID Date DateTime LocalTime Base64String JSON'.split(' ');

const block = (head: string, members: readonly string[]): string => `${head} {\n  ${members.join('\n  ')}\n}`;

/** Names of entities with searchable text. */
type Searchable = ReadonlySet<string>;

const listArguments = (entity: string, searchable: Searchable): string =>
  `(filter: ${entity}FilterInput, ${searchable.has(entity) ? 'search: String, ' : ''}orderBy: [${entity}OrderByInput!], first: Int, offset: Int)`;

const connectionArguments = (entity: string, searchable: Searchable): string =>
  listArguments(entity, searchable).replace('offset', 'after: String, last: Int, before: String, offset');

const elementType = ({ type }: Field): string => type.enum?.name ?? type.scalar;

function rootFields({ name, list, key, fields }: Entity, searchable: Searchable): readonly string[] {
  const keys = fields
    .filter((field) => key.includes(field.name))
    .map((field) => `${field.name}: ${elementType(field)}!`);
  return [
    ...manyFields(list, name, searchable),
    ...(keys.length === 0
      ? []
      : [`${name.charAt(0).toLowerCase()}${name.slice(1)}_by_pk(${keys.join(', ')}): ${name}`]),
  ];
}

const manyFields = (list: string, entity: string, searchable: Searchable): readonly string[] => [
  `${list}${listArguments(entity, searchable)}: [${entity}!]!`,
  `${list}_connection${connectionArguments(entity, searchable)}: ${entity}Connection!`,
];

function objectType({ name, key, fields, relationships }: Entity, searchable: Searchable): string {
  return block(`type ${name}`, [
    ...fields.map((field) => {
      const type = field.type.list ? `[${elementType(field)}]` : elementType(field);
      return `${field.name}: ${type}${field.nullable ? '' : '!'}`;
    }),
    ...(key.length === 0 ? [] : ['_etag: String']),
    ...relationships.flatMap((relationship) =>
      relationship.many
        ? manyFields(relationship.name, relationship.target, searchable)
        : [`${relationship.name}: ${relationship.target}`],
    ),
  ]);
}

const connectionType = (entity: Entity): string =>
  block(`type ${entity.name}Connection`, [
    `items: [${entity.name}!]!`,
    'totalCount: Int!',
    'hasNextPage: Boolean!',
    'hasPreviousPage: Boolean!',
    'startCursor: String',
    'endCursor: String',
    ...groupByField(entity),
  ]);

const filterMembers = ({ name, fields, relationships }: Entity): readonly string[] => [
  `and: [${name}FilterInput!]`,
  `or: [${name}FilterInput!]`,
  `not: ${name}FilterInput`,
  ...fields.map((field) => `${field.name}: ${filterInput(field)}`),
  ...relationships.map(({ name: to, target, many }) => `${to}: ${target}${many ? 'List' : ''}FilterInput`),
];

function listFilterType(entity: Entity): string {
  const quantifiers = ['some', 'every', 'none'].map((quantifier) => `${quantifier}: ${entity.name}FilterInput`);
  return block(`input ${entity.name}ListFilterInput`, [...quantifiers, ...filterMembers(entity)]);
}

function orderType({ name, fields, relationships }: Entity): string {
  return block(`input ${name}OrderByInput`, [
    ...fields.filter(({ type }) => !type.list && type.scalar !== 'JSON').map((field) => `${field.name}: OrderBy`),
    ...relationships.filter(({ many }) => !many).map((to) => `${to.name}: ${to.target}OrderByInput`),
  ]);
}

export const filterInput = (field: Field): string => `${filterName(field)}${field.type.list ? 'List' : ''}FilterInput`;

const filterName = (field: Field): string => {
  const enumName = field.type.enumType?.name;
  return enumName === undefined ? elementType(field) : enumName.charAt(0).toUpperCase() + enumName.slice(1);
};

function operators(field: Field): readonly string[] {
  const type = elementType(field);
  const isNull = 'isNull: Boolean';
  const among = ['in', 'nin'].map((operator) => `${operator}: [${type}]`);
  const each = (names: string): string[] => names.split(' ').map((operator) => `${operator}: ${type}`);
  if (type === 'JSON') return field.type.list ? [isNull] : ['path: JSONPathFilterInput', isNull];
  if (field.type.list) return [`has: ${type}`, `hasAny: [${type}]`, `hasAll: [${type}]`, isNull];
  if (field.type.enum !== undefined) return [...each('eq neq'), ...among, isNull];
  const text = 'contains notContains startsWith endsWith icontains inotContains istartsWith iendsWith';
  return [...each('eq neq gt gte lt lte'), ...among, isNull, ...(isText(field) ? each(text) : [])];
}
