import type { Runtime } from '../../../config/config.ts';
import type { Entity, Field, Model, Relationship } from '../../../model/model.ts';
import { hasPublicKey, isReadable, readableFields, readableRelationships } from '../../../model/visibility.ts';
import { isReserved } from '../../../odata/keywords.ts';
import type { ApiView } from './api-view.ts';
import { exampleValue } from './example-value.ts';
import { elementSchema, parameterSchema } from './field-schema.ts';
import type { Schema } from './schema.ts';

export type Parameter = Readonly<Record<string, unknown>>;

const query = (name: string, schema: Schema, description: string): Parameter => ({
  name,
  in: 'query',
  schema,
  description,
});

const text: Schema = { type: 'string' };

const CURSOR_ADVICE = 'Copy it from a link, and keep the other options unchanged.';

const SELECT = 'Comma-separated fields to return. Defaults to all fields that the role may read.';

const FILTER =
  'An OData condition. Supports `eq ne gt ge lt le in`, `and or not`, parentheses, `contains startswith ' +
  'endswith tolower toupper length year month day`, relationship paths, `any`, and `all`.';

const ORDER_BY =
  'Comma-separated fields to order by, each optionally followed by `desc`, `nulls first`, or `nulls last`. ' +
  'Supports paths along to-one relationships. The key breaks ties.';

const descriptions = { select: SELECT, filter: FILTER, orderby: ORDER_BY } as const;

export function sharedParameters(view: ApiView): Readonly<Record<string, Parameter>> {
  const { default: size, max } = view.model.pageSize;
  const pageSize = { type: 'integer', format: 'int32', minimum: 0, maximum: max };
  const role = roleParameter(view);
  return {
    ...(view.select && {
      select: query('$select', text, SELECT),
    }),
    filter: query('$filter', text, FILTER),
    search: query(
      '$search',
      text,
      'Words to search for, ignoring case. Each word must occur in one of the text fields.',
    ),
    orderby: query('$orderby', text, ORDER_BY),
    first: query('$first', pageSize, `Page size. Defaults to ${size}. \`$top\` is an alias.`),
    skip: query('$skip', { type: 'integer', format: 'int32', minimum: 0 }, 'Number of items to skip.'),
    after: query('$after', text, `Returns the items after this cursor. ${CURSOR_ADVICE}`),
    last: query('$last', pageSize, 'Page size, counted from the end.'),
    before: query('$before', text, `Returns the items before this cursor. ${CURSOR_ADVICE}`),
    count: query('$count', { type: 'boolean' }, '`true` adds the number of items that match the filter.'),
    ifNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: text,
      description: 'A known `ETag`. If it is still current, the response is 304, without a body.',
    },
    ifMatch: {
      name: 'If-Match',
      in: 'header',
      schema: text,
      description:
        'The `ETag` that the item must still have, several of them, or `*` for any. Otherwise the response is 412.',
    },
    ifNew: {
      name: 'If-None-Match',
      in: 'header',
      schema: { type: 'string', enum: ['*'] },
      description: 'Creates only. If the item exists, the response is 412.',
    },
    ...(role && { role }),
  };
}

/** Query options, keyed by GraphQL argument. */
const optionByArgument: Readonly<Record<string, string>> = {
  where: 'filter',
  search: 'search',
  orderBy: 'orderby',
  first: 'first',
  offset: 'skip',
  after: 'after',
  last: 'last',
  before: 'before',
};

/** Arguments that are offered only if a role may read the key. */
const CURSORS: readonly string[] = ['after', 'before'];

/** @param argumentNames arguments of the derived operation */
export function collectionParameters(
  entity: Entity,
  argumentNames: readonly string[],
  view: ApiView,
): readonly Parameter[] {
  const offered = Object.entries(optionByArgument).filter(
    ([argument]) => argumentNames.includes(argument) && (!CURSORS.includes(argument) || hasPublicKey(entity)),
  );
  return [
    ...fieldParameters(entity, view, withExample('select', entity, view)),
    ...offered.map(([, option]) => withExample(option, entity, view)),
    sharedParameter('count'),
    ...readParameters(view),
  ];
}

export const itemParameters = (entity: Entity, view: ApiView): readonly Parameter[] => [
  ...keyParameters(entity, view),
  ...fieldParameters(entity, view),
  ...readParameters(view),
];

interface ChangeParameters {
  /** True if the path identifies an item. */
  readonly key: boolean;
  readonly conditions: readonly ('ifMatch' | 'ifNew')[];
  /** True (default) if the response contains an item. */
  readonly answers?: boolean;
}

export const changeParameters = (
  entity: Entity,
  view: ApiView,
  { key, conditions, answers = true }: ChangeParameters,
): readonly Parameter[] => [
  ...(key ? keyParameters(entity, view) : []),
  ...(answers && isReadable(entity) ? fieldParameters(entity, view) : []),
  ...conditions.map(sharedParameter),
  ...roleParameters(view),
];

/** @param isRead whether the response is cacheable */
export const callParameters = (entity: Entity, view: ApiView, isRead: boolean): readonly Parameter[] => [
  ...(entity.routine?.parameters ?? []).flatMap((parameter) =>
    parameter.mode === 'out'
      ? []
      : [
          {
            name: parameter.name,
            in: 'query',
            ...(parameter.required && { required: true }),
            schema: parameterSchema(parameter),
            ...(parameter.description !== undefined && { description: parameter.description }),
          },
        ],
  ),
  ...(isRead ? [sharedParameter('ifNoneMatch')] : []),
  ...roleParameters(view),
];

export const roleParameters = (view: ApiView): readonly Parameter[] =>
  roleParameter(view) === undefined ? [] : [sharedParameter('role')];

const keyParameters = (entity: Entity, view: ApiView): readonly Parameter[] =>
  entity.key.map((field) => ({
    name: field.name,
    in: 'path',
    required: true,
    schema: elementSchema(field.type, view.model.numbers),
    ...(field.description !== undefined && { description: field.description }),
  }));

const fieldParameters = (entity: Entity, view: ApiView, select = sharedParameter('select')): readonly Parameter[] => [
  ...(view.select ? [select] : []),
  ...expandParameters(entity, view),
];

function expandParameters(entity: Entity, { model }: ApiView): readonly Parameter[] {
  const related = entity.rest.expand ? readableRelationships(model, entity) : [];
  if (related.length === 0) return [];
  const names = related.map(({ relationship: { name } }) => `\`${name}\``).join(', ');
  const many = related.find(({ relationship }) => relationship.many)?.relationship.name;
  const options =
    many === undefined
      ? 'Put options in parentheses, separated by semicolons.'
      : `Put options in parentheses, separated by semicolons: \`${many}($first=5;$count=true)\`.`;
  return [query('$expand', text, `Comma-separated related items to include: ${names}. ${options}`)];
}

const readParameters = (view: ApiView): readonly Parameter[] => [
  sharedParameter('ifNoneMatch'),
  ...roleParameters(view),
];

function withExample(name: string, entity: Entity, { model }: ApiView): Parameter {
  if (name !== 'select' && name !== 'filter' && name !== 'orderby') return sharedParameter(name);
  const example = optionExamples(entity, model)[name];
  return example === undefined
    ? sharedParameter(name)
    : { ...sharedParameter(name), description: `${descriptions[name]} Example: \`${example}\`.` };
}

const sharedParameter = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

const defaultRoles: Readonly<Record<Runtime['authentication']['provider'], readonly string[]>> = {
  Unauthenticated: ['anonymous'],
  Simulator: ['authenticated'],
  Jwt: ['anonymous', 'authenticated'],
  StaticWebApps: ['anonymous', 'authenticated'],
  AppService: ['anonymous', 'authenticated'],
};

/** Describes the role header. Undefined if clients cannot choose a role. */
function roleParameter({ model, runtime, role }: ApiView): Readonly<Record<string, unknown>> | undefined {
  const { provider } = runtime.authentication;
  if (provider === 'Unauthenticated') return undefined;
  const header = { name: 'X-API-Role', in: 'header' };
  const defaults = defaultRoles[provider];
  if (role !== undefined) {
    return {
      ...header,
      required: !defaults.includes(role),
      schema: { type: 'string', enum: [role], default: role },
      description: 'The role of this document.',
    };
  }
  return {
    ...header,
    // With other providers, callers can have unknown roles.
    schema: { type: 'string', ...(provider === 'Simulator' && { enum: [...model.roles] }) },
    description: `One of the caller's roles. Defaults to ${defaults.map((name) => `\`${name}\``).join(' or ')}.`,
  };
}

/** Examples of options. An example is absent if no field is suitable. */
interface OptionExamples {
  readonly select?: string;
  readonly filter?: string;
  readonly orderby?: string;
}

const NUMBERS = ['Short', 'Int', 'Long', 'Single', 'Float', 'Decimal'];

function optionExamples(entity: Entity, model: Model): OptionExamples {
  const fields = readableFields(entity).filter(({ name }) => !isReserved(name));
  const [first, second] = fields;
  if (first === undefined) return {};
  const referring = new Set([
    ...entity.key.map(({ column }) => column),
    ...entity.relationships.flatMap(({ many, link }) => (many ? [] : link.on.map(([column]) => column))),
  ]);
  // Readers do not know the values of keys. Strings are the best examples, then enums.
  const exampleFields = fields
    .filter((field) => isPlain(field) && !referring.has(field.column))
    .toSorted((one, other) => rank(one) - rank(other));
  const conditions = exampleFields.slice(0, 1).map(compare);
  const related = readableRelationships(model, entity).flatMap(
    ({ relationship }) => exampleOfRelationship(relationship) ?? [],
  );
  const filter = [...conditions, ...related.slice(0, 1)].join(' and ');
  const [ordered] = exampleFields;
  return {
    select: [first, ...(second ? [second] : [])].map(({ name }) => name).join(','),
    ...(filter !== '' && { filter }),
    ...(ordered && { orderby: `${ordered.name} desc` }),
  };
}

const isPlain = ({ type }: Field): boolean => !type.list && !type.asText && type.scalar !== 'JSON';

function rank({ type: { scalar, enumType } }: Field): number {
  if (enumType !== undefined) return 1;
  const order = ['String', ...NUMBERS, 'Date', 'DateTime'];
  return order.includes(scalar) ? order.indexOf(scalar) * 2 : order.length * 2;
}

function compare(field: Field): string {
  const { name, type } = field;
  const value = exampleValue(field);
  if (type.enumType !== undefined) return `${name} eq '${String(value).replaceAll("'", "''")}'`;
  if (type.scalar === 'String') return `contains(tolower(${name}), 'a')`;
  if (NUMBERS.includes(type.scalar)) return `${name} gt 10`;
  return ['Date', 'DateTime'].includes(type.scalar) ? `${name} ge ${value}` : `${name} ne null`;
}

const exampleOfRelationship = ({ name, many }: Relationship): string | undefined =>
  isReserved(name) || !many ? undefined : `${name}/any()`;
