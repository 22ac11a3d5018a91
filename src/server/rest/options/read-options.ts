import { didYouMean } from '../../../base/did-you-mean.ts';
import { throwApiError } from '../../../base/errors.ts';
import type { Entity, PlanLimits } from '../../../model/model.ts';
import { searchedFields } from '../../../model/visibility.ts';
import { FilterValue } from '../../../odata/filter-value.ts';
import { type ExpandItem, type ExpandOptions, parseExpand } from '../../../odata/parse-expand.ts';
import { parseFilter } from '../../../odata/parse-filter.ts';
import { type OrderTerm, parseOrderBy } from '../../../odata/parse-order-by.ts';
import { parseSelect } from '../../../odata/parse-select.ts';
import { rejectAt } from '../../../odata/reject-at.ts';
import { truncate } from '../../../odata/tokens.ts';
import { parseCursor } from '../../../scalars/cursor.ts';
import { isOrderable } from '../../../scalars/operators.ts';
import { checkSize } from '../../../values/check-assigned.ts';
import { findField, findRelationship, mayRead, type OptionContext, readableNames } from './option-context.ts';
import type { QueryOption } from './query-options.ts';
import type { CollectionRequest, Expansion, ItemRequest, ListRequest, OrderByValue } from './rest-request.ts';

/** @throws ApiError BadRequest, InvalidField, Forbidden, LimitExceeded */
export function readCollectionOptions(
  entity: Entity,
  options: readonly QueryOption[],
  context: OptionContext,
): CollectionRequest {
  const knownOptions = requireKnown(options, Object.keys(collectionReaders), `the collection "${entity.name}"`);
  rejectExclusive(knownOptions);
  const { last, after, before, count = false, ...list } = readValues(knownOptions, context.model.limits);
  return {
    ...readList(entity, list, (option) => option, context),
    ...(last === undefined ? {} : { last: readSize(last, '$last', context) }),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
    count,
  };
}

/** Options whose values become variables, and the arguments of these options. */
const VALUES: Readonly<Record<string, keyof CollectionRequest>> = {
  $filter: 'where',
  $search: 'search',
  $skip: 'offset',
  $after: 'after',
  $before: 'before',
};

const isValue = ([name]: QueryOption): boolean => Object.hasOwn(VALUES, name);

/** Returns equal strings for options that differ only in values of variables. The strings contain no line feed. */
export const shapeOf = (options: readonly QueryOption[]): readonly string[] =>
  options.map((option) => (isValue(option) ? option[0] : (option[2] ?? '')));

export const withoutValues = <T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !VALUE_ARGUMENTS.has(name)));

const VALUE_ARGUMENTS = new Set<string>(Object.values(VALUES));

/**
 * Reads only the values that become variables.
 * @throws ApiError BadRequest, LimitExceeded
 */
export function readCollectionValues(
  options: readonly QueryOption[],
  context: Pick<OptionContext, 'suggest' | 'model'>,
): Partial<CollectionRequest> {
  const { after, before, ...list } = readValues(options.filter(isValue), context.model.limits);
  return {
    ...readListValues(list, (option) => option, context),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  };
}

/** @throws ApiError BadRequest, InvalidField, Forbidden, LimitExceeded */
export function readItemOptions(entity: Entity, options: readonly QueryOption[], context: OptionContext): ItemRequest {
  const knownOptions = requireKnown(options, ITEM_OPTIONS, `an item of "${entity.name}"`);
  const { fields, expand } = readList(
    entity,
    readValues(knownOptions, context.model.limits),
    (option) => option,
    context,
  );
  return { fields, expand };
}

const ITEM_OPTIONS = ['$select', '$expand'];

/**
 * Reads the options of a change. Without options, returns undefined if the role may not read the entity.
 * @throws ApiError BadRequest, InvalidField, Forbidden, LimitExceeded
 */
export function readChangeOptions(
  entity: Entity,
  options: readonly QueryOption[],
  context: OptionContext,
): ItemRequest | undefined {
  return options.length > 0 || mayRead(entity, context) ? readItemOptions(entity, options, context) : undefined;
}

/** @throws ApiError BadRequest */
export function rejectOptions(entity: Entity, options: readonly QueryOption[]): void {
  requireKnown(options, [], `deleting an item of "${entity.name}"`);
}

type TextBounds = Pick<PlanLimits, 'tokens' | 'cursorBytes'>;

interface CollectionOptions extends ExpandOptions {
  readonly last?: number;
  readonly after?: string;
  readonly before?: string;
}

const collectionReaders: Readonly<Record<string, (value: string, bounds: TextBounds) => CollectionOptions>> = {
  $select: (value, { tokens: maxTokens }) => ({ select: parseSelect(value, { maxTokens }) }),
  $filter: (value, { tokens: maxTokens }) => ({ filter: parseFilter(value, { maxTokens }) }),
  $search: (search) => ({ search }),
  $orderby: (value, { tokens: maxTokens }) => ({ orderby: parseOrderBy(value, { maxTokens }) }),
  $first: (value) => ({ first: readSizeText('$first', value) }),
  $top: (value) => ({ first: readSizeText('$top', value) }),
  $last: (value) => ({ last: readSizeText('$last', value) }),
  $skip: (value) => ({ skip: readInteger('$skip', value, (skip) => skip >= 0, 'a non-negative integer') }),
  $after: (value, bounds) => ({ after: readCursor('$after', value, bounds) }),
  $before: (value, bounds) => ({ before: readCursor('$before', value, bounds) }),
  $count: (value) => ({ count: readBoolean('$count', value) }),
  $expand: (value, { tokens: maxTokens }) => ({ expand: parseExpand(value, { maxTokens }) }),
};

/** @throws ApiError BadRequest with the position, LimitExceeded */
const readValues = (options: readonly QueryOption[], bounds: TextBounds): CollectionOptions =>
  Object.assign({}, ...options.map(([name, value]) => collectionReaders[name]?.(value, bounds)));

/** @throws ApiError BadRequest for unknown or repeated options */
function requireKnown(
  options: readonly QueryOption[],
  known: readonly string[],
  place: string,
): readonly QueryOption[] {
  const seen = new Set<string>();
  for (const [name, value] of options) {
    if (!known.includes(name)) {
      const isCollectionOption = Object.keys(collectionReaders).includes(name);
      const asFilter = known.includes('$filter') ? adviseFilter(name, value) : '';
      const guess = isCollectionOption ? '' : asFilter || didYouMean(name, known);
      const alternatives = known.length > 0 ? ` Known options: ${known.join(', ')}.` : '';
      throwApiError('BadRequest', `Unknown option "${truncate(name)}" for ${place}.${guess || alternatives}`, {
        option: name,
      });
    }
    if (seen.has(name))
      throwApiError('BadRequest', `Duplicate parameter "${name}" in the URL. Send it once.`, { option: name });
    seen.add(name);
  }
  return options;
}

/** Equivalent conditions of `$filter`, by PostgREST operator. */
const POSTGREST_CONDITIONS: Readonly<Record<string, (field: string, literal: string) => string>> = {
  eq: (field, literal) => `${field} eq ${literal}`,
  neq: (field, literal) => `${field} ne ${literal}`,
  gt: (field, literal) => `${field} gt ${literal}`,
  gte: (field, literal) => `${field} ge ${literal}`,
  lt: (field, literal) => `${field} lt ${literal}`,
  lte: (field, literal) => `${field} le ${literal}`,
  is: (field, literal) => `${field} eq ${literal}`,
  like: (field) => `contains(${field},'text')`,
  ilike: (field) => `contains(tolower(${field}),'text')`,
  in: (field) => `${field} in (1,2)`,
};

/** Returns advice on a PostgREST filter, such as `id=gt.5`. Repeats only input of the client. */
function adviseFilter(name: string, value: string): string {
  const [, operator = '', operand = ''] = /^(\w{2,5})\.(.{1,40})$/.exec(value) ?? [];
  const condition = Object.hasOwn(POSTGREST_CONDITIONS, operator) ? POSTGREST_CONDITIONS[operator] : undefined;
  if (condition === undefined || !/^[a-z_]\w{0,62}$/i.test(name)) return '';
  const literal = /^(-?\d+(\.\d+)?|true|false|null)$/.test(operand) ? operand : `'${operand.replaceAll("'", "''")}'`;
  return ` Use "$filter=${condition(name, literal)}".`;
}

const EXCLUSIVE_OPTIONS: readonly (readonly [one: string, other: string])[] = [
  ['$first', '$top'],
  ['$first', '$last'],
  ['$top', '$last'],
  ['$skip', '$after'],
  ['$skip', '$before'],
  ['$skip', '$last'],
];

function rejectExclusive(options: readonly QueryOption[]): void {
  const names = new Set(options.map(([name]) => name));
  const pair = EXCLUSIVE_OPTIONS.find(([one, other]) => names.has(one) && names.has(other));
  if (pair !== undefined)
    throwApiError('BadRequest', `"${pair[0]}" and "${pair[1]}" cannot be combined. Remove one of them.`);
}

const readSizeText = (option: string, text: string): number =>
  readInteger(option, text, (size) => size >= -1, '-1 or a non-negative integer');

function readInteger(option: string, text: string, allows: (value: number) => boolean, expected: string): number {
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return allows(value) && value <= MAX_INTEGER
    ? value
    : throwApiError('BadRequest', `${option} must be ${expected}, found "${text.slice(0, 40)}".`, { option });
}

const MAX_INTEGER = 2 ** 31 - 1;

function readCursor(option: string, text: string, { cursorBytes: max }: TextBounds): string {
  if (text.length > max) {
    throwApiError('LimitExceeded', `"${option}" exceeds the maximum of ${max} bytes. Use "nextLink" unchanged.`, {
      limit: 'cursor-bytes',
      max,
    });
  }
  try {
    parseCursor(text);
    return text;
  } catch {
    return throwApiError('BadRequest', `Invalid cursor in "${option}". Use "nextLink" unchanged.`, { option });
  }
}

function readBoolean(option: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return throwApiError('BadRequest', `${option} must be true or false, found "${text.slice(0, 40)}".`, { option });
}

/**
 * Returns the option that an error names. Within `$expand`, this is always `$expand`, because positions are relative to
 * its start.
 */
type OptionName = (option: string) => string;

function readList(entity: Entity, options: ExpandOptions, optionName: OptionName, context: OptionContext): ListRequest {
  const { search, orderby, first } = options;
  if (search !== undefined && searchedFields(entity).length === 0) {
    throwApiError('BadRequest', `"${entity.name}" has no searchable fields. Remove $search.`, { option: '$search' });
  }
  return {
    fields: readFields(entity, options.select, optionName('$select'), context),
    expand: readExpand(entity, options.expand ?? [], context),
    ...readListValues(options, optionName, context),
    ...(orderby === undefined ? {} : { orderBy: readOrderBy(entity, orderby, optionName('$orderby'), context) }),
    ...(first === undefined ? {} : { first: readSize(first, '$first', context) }),
  };
}

function readListValues(
  { filter, search, skip }: ExpandOptions,
  optionName: OptionName,
  { suggest }: Pick<OptionContext, 'suggest'>,
): Pick<ListRequest, 'where' | 'search' | 'offset'> {
  return {
    ...(filter === undefined ? {} : { where: new FilterValue(filter, { option: optionName('$filter'), suggest }) }),
    ...(search === undefined ? {} : { search }),
    ...(skip === undefined ? {} : { offset: skip }),
  };
}

/** Checks a page size; -1 becomes the maximum. */
function readSize(size: number, option: string, { model }: OptionContext): number {
  return checkSize(size, { argument: option, max: model.pageSize.max, minusOneIsMax: true });
}

const OPTION = '$expand';

function readExpand(entity: Entity, items: readonly ExpandItem[], context: OptionContext): readonly Expansion[] {
  const [first] = items;
  if (first !== undefined && !entity.rest.expand) {
    rejectExpand(first.at, `Expansion is disabled for "${entity.name}". Request related items separately.`);
  }
  const seen = new Set<string>();
  return items.map((item) => {
    if (seen.has(item.name))
      rejectExpand(item.at, `Duplicate relationship "${item.name}". Put all its options in one place.`);
    seen.add(item.name);
    return readItem(entity, item, context);
  });
}

function readItem(entity: Entity, { name, options, at }: ExpandItem, context: OptionContext): Expansion {
  const { relationship, target } = findRelationship(entity, { name, option: OPTION, at }, context);
  if (!relationship.many) rejectForOne(name, options, at);
  return {
    relationship,
    target,
    list: readList(target, withoutQuotes(options), () => OPTION, context),
    count: options.count === true,
  };
}

/** Within `$expand`, the quotes of a search allow semicolons and parentheses. */
function withoutQuotes(options: ExpandOptions): ExpandOptions {
  const { search } = options;
  return search === undefined ? options : { ...options, search: search.replace(/^"(.*)"$/s, '$1') };
}

function rejectForOne(name: string, { select, expand, ...others }: ExpandOptions, at: number): void {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    rejectExpand(at, `"${name}" is a to-one relationship, which supports only $select and $expand. Remove $${other}.`);
  }
}

const rejectExpand = (at: number, message: string): never => rejectAt({ option: OPTION, at }, message);

/** Returns the selected fields; by default, all fields that the role may read. */
function readFields(
  entity: Entity,
  select: ExpandOptions['select'],
  option: string,
  context: OptionContext,
): readonly string[] {
  const readable = readableNames(entity, context);
  if (select === undefined) return readable;
  const names = select.flatMap(({ name, at }) =>
    name === '*'
      ? readable
      : [
          findField(entity, { name, option, at, advice: `Use "$expand=${name}" to include related items` }, context)
            .graphqlName,
        ],
  );
  return [...new Set(names)];
}

const readOrderBy = (
  entity: Entity,
  terms: readonly OrderTerm[],
  option: string,
  context: OptionContext,
): readonly OrderByValue[] => terms.map((term) => readTerm(entity, term, option, context));

function readTerm(entity: Entity, term: OrderTerm, option: string, context: OptionContext): OrderByValue {
  const { path, at } = term;
  const [name = '', ...rest] = path;
  if (rest.length > 0) {
    const { relationship, target } = findRelationship(entity, { name, option, at }, context);
    if (relationship.many) {
      return rejectAt(
        { option, at },
        `"${name}" is a to-many relationship. Order by fields of to-one relationships only.`,
      );
    }
    return { [relationship.graphqlName]: readTerm(target, { ...term, path: rest }, option, context) };
  }
  const advice = `Add one of its fields, as in "${name}/…"`;
  const field = findField(entity, { name, option, at, advice }, context);
  if (!isOrderable(field.type))
    return rejectAt({ option, at }, `Cannot order by "${name}", because its values have no order.`);
  return { [field.graphqlName]: directionOf(term) };
}

function directionOf({ descending, nulls }: OrderTerm): string {
  const direction = descending ? 'DESC' : 'ASC';
  return nulls === undefined ? direction : `${direction}_NULLS_${nulls.toUpperCase()}`;
}

/**
 * Checks the number of fields. Call this function before composing a document.
 * @throws ApiError LimitExceeded
 */
export function checkFields(request: ItemRequest, max: number): void {
  if (countFields(request) <= max) return;
  throwApiError(
    'LimitExceeded',
    `$select and $expand exceed the maximum of ${max} fields. Select fewer fields, or send several requests.`,
    {
      limit: 'fields',
      max,
    },
  );
}

const countFields = ({ fields, expand }: ItemRequest): number =>
  expand.reduce((sum, { list }) => sum + countFields(list), fields.length + expand.length);
