import type { Entity } from '../../../model/model.ts';
import { hasPublicKey, isReadable, readableRelationships } from '../../../model/visibility.ts';
import type { ApiView } from './api-view.ts';
import { elementSchema, parameterSchema } from './field-schema.ts';
import { optionExamples } from './option-examples.ts';
import { roleParameter } from './role-parameter.ts';
import type { Schema } from './schema.ts';

/** A Parameter Object, or a reference to a shared one. */
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

/** Parameters that several operations share, by their names in the document. */
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

/** The query options for arguments of the derived operation: `where` is `$filter`. */
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

/** Arguments that only a role with the right to read the key can use. */
const CURSORS: readonly string[] = ['after', 'before'];

/** The options of a collection. @param argumentNames of the derived operation */
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

/** The parameters of one item: its key, and the options that shape it. */
export const itemParameters = (entity: Entity, view: ApiView): readonly Parameter[] => [
  ...keyParameters(entity, view),
  ...fieldParameters(entity, view),
  ...readParameters(view),
];

/** Which parameters a change has. */
interface ChangeParameters {
  /** Whether its path names an item. */
  readonly key: boolean;
  readonly conditions: readonly ('ifMatch' | 'ifNew')[];
  /** Whether its answer has an item; true by default. */
  readonly answers?: boolean;
}

/** The parameters of a change: the item's key, preconditions, and the options that shape the answer. */
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

/** The parameters of a function or procedure in its URL. @param isRead whether caches may keep its answer */
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

/** The parameters beside a body: the header that names a role. */
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

/** A shared parameter whose description ends with an example for this entity, where there is one. */
function withExample(name: string, entity: Entity, { model }: ApiView): Parameter {
  if (name !== 'select' && name !== 'filter' && name !== 'orderby') return shared(name);
  const example = optionExamples(entity, model)[name];
  return example === undefined
    ? shared(name)
    : { ...shared(name), description: `${descriptions[name]} Such as \`${example}\`.` };
}

const shared = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });
