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

const SAME = 'Taken from a link, with the other options as they were.';

const SELECT = 'Names of the fields to answer, separated by commas. Where it is left out, all that the role may read.';

const FILTER =
  'A condition on the items, in the language of OData. It has `eq ne gt ge lt le in`, `and or not`, parentheses, `contains startswith ' +
  'endswith tolower toupper length year month day`, paths along relationships, `any` and `all`.';

const ORDER_BY =
  'What to order by, separated by commas: names of fields, with paths along relationships to one item, each with `desc`, `nulls first` ' +
  'or `nulls last` behind it or not. The key decides between what is equal.';

const descriptions = { select: SELECT, filter: FILTER, orderby: ORDER_BY } as const;

/** Returns the shared parameters, by component name. */
export function sharedParameters(view: ApiView): Readonly<Record<string, Parameter>> {
  const { default: size, max } = view.model.pageSize;
  const pageSize = { type: 'integer', format: 'int32', minimum: 0, maximum: max };
  const role = roleParameter(view);
  return {
    ...(view.select && {
      select: query('$select', text, SELECT),
    }),
    filter: query('$filter', text, FILTER),
    search: query('$search', text, 'Words, each of which must stand in one of the text fields, in whatever case.'),
    orderby: query('$orderby', text, ORDER_BY),
    first: query('$first', pageSize, `Items of the page: ${size} where it is left out. \`$top\` means the same.`),
    skip: query('$skip', { type: 'integer', format: 'int32', minimum: 0 }, 'Items to leave out from the beginning.'),
    after: query('$after', text, `A cursor: only items behind it. ${SAME}`),
    last: query('$last', pageSize, 'Items of the page, taken from the end instead of the beginning.'),
    before: query('$before', text, `A cursor: only items in front of it. ${SAME}`),
    count: query(
      '$count',
      { type: 'boolean' },
      '`true`: the answer has the number of all items that the filter keeps.',
    ),
    ifNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: text,
      description: 'An `ETag` that is known already: where it still holds, the answer is 304, without a body.',
    },
    ifMatch: {
      name: 'If-Match',
      in: 'header',
      schema: text,
      description:
        'The `ETag` that the item must have still, or several of them, or `*` for any; else the answer is 412.',
    },
    ifNew: {
      name: 'If-None-Match',
      in: 'header',
      schema: { type: 'string', enum: ['*'] },
      description: 'Only creates: where the item is there already, the answer is 412.',
    },
    ...(role && { role }),
  };
}

/** Query options of arguments: `where` is `$filter`. */
const optionOf: Readonly<Record<string, string>> = {
  where: 'filter',
  search: 'search',
  orderBy: 'orderby',
  first: 'first',
  offset: 'skip',
  after: 'after',
  last: 'last',
  before: 'before',
};

/** Arguments that need the right to read the key. */
const CURSORS: readonly string[] = ['after', 'before'];

/** Returns the query options of a collection. @param argumentNames of the derived operation */
export function collectionParameters(
  entity: Entity,
  argumentNames: readonly string[],
  view: ApiView,
): readonly Parameter[] {
  const offered = Object.entries(optionOf).filter(
    ([argument]) => argumentNames.includes(argument) && (!CURSORS.includes(argument) || hasPublicKey(entity)),
  );
  return [
    ...fieldParameters(entity, view, withExample('select', entity, view)),
    ...offered.map(([, option]) => withExample(option, entity, view)),
    shared('count'),
    ...readParameters(view),
  ];
}

export const itemParameters = (entity: Entity, view: ApiView): readonly Parameter[] => [
  ...keyParameters(entity, view),
  ...fieldParameters(entity, view),
  ...readParameters(view),
];

interface ChangeParameters {
  /** True if its path identifies an item. */
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
  ...conditions.map(shared),
  ...roleParameters(view),
];

/** Returns the URL parameters of a function or procedure. @param isRead whether the response is cacheable */
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
  ...(isRead ? [shared('ifNoneMatch')] : []),
  ...roleParameters(view),
];

export const roleParameters = (view: ApiView): readonly Parameter[] =>
  roleParameter(view) === undefined ? [] : [shared('role')];

const keyParameters = (entity: Entity, view: ApiView): readonly Parameter[] =>
  entity.key.map((field) => ({
    name: field.name,
    in: 'path',
    required: true,
    schema: elementSchema(field.type, view.model.numbers),
    ...(field.description !== undefined && { description: field.description }),
  }));

const fieldParameters = (entity: Entity, view: ApiView, select = shared('select')): readonly Parameter[] => [
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
      ? 'Options stand in parentheses, separated by semicolons.'
      : `Options stand in parentheses, separated by semicolons: \`${many}($first=5;$count=true)\`.`;
  return [query('$expand', text, `Related items to bring along, separated by commas: ${names}. ${options}`)];
}

const readParameters = (view: ApiView): readonly Parameter[] => [shared('ifNoneMatch'), ...roleParameters(view)];

/** Returns a shared parameter, with an example for this entity if there is one. */
function withExample(name: string, entity: Entity, { model }: ApiView): Parameter {
  if (name !== 'select' && name !== 'filter' && name !== 'orderby') return shared(name);
  const example = optionExamples(entity, model)[name];
  return example === undefined
    ? shared(name)
    : { ...shared(name), description: `${descriptions[name]} Such as \`${example}\`.` };
}

const shared = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

const usualRoles: Readonly<Record<Runtime['authentication']['provider'], readonly string[]>> = {
  Unauthenticated: ['anonymous'],
  Simulator: ['authenticated'],
  Jwt: ['anonymous', 'authenticated'],
  StaticWebApps: ['anonymous', 'authenticated'],
  AppService: ['anonymous', 'authenticated'],
};

/** Returns the role header; undefined if a role cannot be chosen. */
function roleParameter({ model, runtime, role }: ApiView): Readonly<Record<string, unknown>> | undefined {
  const { provider } = runtime.authentication;
  if (provider === 'Unauthenticated') return undefined;
  const header = { name: 'X-API-Role', in: 'header' };
  const usual = usualRoles[provider];
  if (role !== undefined) {
    return {
      ...header,
      required: !usual.includes(role),
      schema: { type: 'string', enum: [role], default: role },
      description: 'The role that this document is for.',
    };
  }
  return {
    ...header,
    // With other providers, callers can have roles that are not configured.
    schema: { type: 'string', ...(provider === 'Simulator' && { enum: [...model.roles] }) },
    description: `The role to act in, out of those that the caller has; ${usual.map((name) => `\`${name}\``).join(' or ')} where it is left out.`,
  };
}

/** Examples of query options with fields of the entity; absent if no field is suitable. */
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
  // Strings and dates make better examples than numbers, because people know their values.
  const telling = fields
    .filter((field) => isPlain(field) && !referring.has(field.column))
    .toSorted((one, other) => rank(one) - rank(other));
  const conditions = telling.slice(0, 1).map(compare);
  const related = readableRelationships(model, entity).flatMap(({ relationship }) => relate(relationship) ?? []);
  const filter = [...conditions, ...related.slice(0, 1)].join(' and ');
  const [ordered] = telling;
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

const relate = ({ name, many }: Relationship): string | undefined =>
  isReserved(name) || !many ? undefined : `${name}/any()`;
