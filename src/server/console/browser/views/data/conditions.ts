import type { ConsoleEntity, ConsoleField, ConsoleModel } from '../../../console-data.ts';

type FilterOperator = ConsoleModel['filters'][string][number];

/** A comparison of a filter, as users enter it. */
export interface Condition {
  /** Name of a field, or of a relationship and a field of the related entity: `products/id`. */
  readonly field: string;
  readonly operator: string;
  /** Several values are separated by commas. Empty for an operator without a value. */
  readonly value: string;
}

export interface Operator {
  readonly name: string;
  readonly label: string;
  /** Defaults to one value. */
  readonly values?: 'none' | 'list';
  /**
   * OData condition. `x` is the field, `v` is the literal or the list of literals, and `l` is the literal in lower
   * case. Absent if REST does not support the operator.
   */
  readonly odata?: string;
}

const equality: readonly Operator[] = [
  { name: 'eq', label: 'is', odata: 'x eq v' },
  { name: 'neq', label: 'is not', odata: 'x ne v' },
];

const order: readonly Operator[] = [
  { name: 'gt', label: '>', odata: 'x gt v' },
  { name: 'gte', label: '≥', odata: 'x ge v' },
  { name: 'lt', label: '<', odata: 'x lt v' },
  { name: 'lte', label: '≤', odata: 'x le v' },
];

const lists: readonly Operator[] = [
  { name: 'in', label: 'is one of', values: 'list', odata: 'x in (v)' },
  { name: 'nin', label: 'is none of', values: 'list', odata: 'not (x in (v))' },
];

const nulls: readonly Operator[] = [
  { name: 'isNull', label: 'is null', values: 'none', odata: 'x eq null' },
  { name: 'isNotNull', label: 'is not null', values: 'none', odata: 'x ne null' },
];

const text: readonly Operator[] = [
  { name: 'icontains', label: 'contains', odata: 'contains(tolower(x), l)' },
  { name: 'inotContains', label: 'does not contain', odata: 'not contains(tolower(x), l)' },
  { name: 'istartsWith', label: 'starts with', odata: 'startswith(tolower(x), l)' },
  { name: 'iendsWith', label: 'ends with', odata: 'endswith(tolower(x), l)' },
];

const members: readonly Operator[] = [
  { name: 'has', label: 'has' },
  { name: 'hasAny', label: 'has any of', values: 'list' },
  { name: 'hasAll', label: 'has all of', values: 'list' },
];

const allOperators: readonly Operator[] = [...text, ...equality, ...order, ...lists, ...members, ...nulls];

/** Returns the operators of a filter that the API supports, in menu order. */
export const operatorsOf = (filter: readonly FilterOperator[], isRest: boolean): readonly Operator[] =>
  allOperators.filter(
    ({ name, odata }) =>
      filter.some((operator) => operator === (name === 'isNotNull' ? 'isNull' : name)) &&
      (!isRest || odata !== undefined),
  );

export const findOperator = (name: string): Operator | undefined =>
  allOperators.find((operator) => operator.name === name);

/** Entities by name. */
export type Entities = ReadonlyMap<string, ConsoleEntity>;

/** Returns the field that a condition compares; undefined if it no longer exists. */
export function fieldOf(entity: ConsoleEntity, { field }: Condition, entities: Entities): ConsoleField | undefined {
  const [first = '', related] = field.split('/');
  if (related === undefined) return entity.fields.find(({ name }) => name === first);
  const target = entity.relationships.find(({ name }) => name === first)?.target;
  return entities.get(target ?? '')?.fields.find(({ name }) => name === related);
}

const SEPARATOR = '~';

/** Formats a condition for the URL: `total~gt~100`. */
export const formatCondition = ({ field, operator, value }: Condition): string =>
  [field, operator, value].join(SEPARATOR);

export function parseCondition(text: string): Condition | undefined {
  const [field = '', operator = '', ...rest] = text.split(SEPARATOR);
  return findOperator(operator) === undefined ? undefined : { field, operator, value: rest.join(SEPARATOR) };
}

const JSON_NUMBERS: ReadonlySet<string> = new Set(['Short', 'Int', 'Single', 'Float', 'UnsignedByte']);

/** Converts text to a GraphQL value. Text that is not a number stays a string, so that the API reports the mistake. */
function toValue(text: string, { scalar, labels }: ConsoleField): unknown {
  if (labels !== undefined) return text;
  if (scalar === 'Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const isNumber = JSON_NUMBERS.has(scalar) && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
  return isNumber ? Number(text) : text;
}

const splitList = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns the filter of GraphQL; undefined without conditions. */
export function graphqlFilter(
  conditions: readonly Condition[],
  entity: ConsoleEntity,
  entities: Entities,
): object | undefined {
  const filters = conditions.flatMap((condition) => {
    const field = fieldOf(entity, condition, entities);
    if (field === undefined) return [];
    const { operator, value } = condition;
    const comparison =
      operator === 'isNull' || operator === 'isNotNull'
        ? { isNull: operator === 'isNull' }
        : {
            [operator]:
              findOperator(operator)?.values === 'list'
                ? splitList(value).map((part) => toValue(part, field))
                : toValue(value, field),
          };
    return [condition.field.split('/').reduceRight<object>((inner, name) => ({ [name]: inner }), comparison)];
  });
  return filters.length > 1 ? { and: filters } : filters[0];
}

const RAW_LITERALS: ReadonlySet<string> = new Set([...JSON_NUMBERS, 'Long', 'Decimal', 'Boolean', 'DateTime', 'Date']);

function odataLiteral(value: string, { scalar, labels }: ConsoleField): string {
  // All other values, such as infinities, are quoted.
  const isRaw = labels === undefined && RAW_LITERALS.has(scalar) && /^(true|false|[+-]?\.?\d[\w:.+-]*)$/.test(value);
  return isRaw ? value : `'${value.replaceAll("'", "''")}'`;
}

/** Returns `$filter` of REST; undefined without conditions. */
export function odataFilter(
  conditions: readonly Condition[],
  entity: ConsoleEntity,
  entities: Entities,
): string | undefined {
  const filters = conditions.flatMap((condition) => {
    const field = fieldOf(entity, condition, entities);
    const operator = findOperator(condition.operator);
    if (field === undefined || operator?.odata === undefined) return [];
    const values = operator.values === 'list' ? splitList(condition.value) : [condition.value];
    const literal = values.map((value) => odataLiteral(value, field)).join(', ');
    const [first = '', related] = condition.field.split('/');
    const isMany = entity.relationships.find(({ name }) => name === first)?.many === true;
    const path = related === undefined || !isMany ? condition.field : `r/${related}`;
    const parts: Readonly<Record<string, string>> = { x: path, v: literal, l: literal.toLowerCase() };
    const text = operator.odata.replaceAll(/\b[xvl]\b/g, (letter) => parts[letter] ?? letter);
    return [related !== undefined && isMany ? `${first}/any(r: ${text})` : text];
  });
  return filters.length === 0 ? undefined : filters.join(' and ');
}
