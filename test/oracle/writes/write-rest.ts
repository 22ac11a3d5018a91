import { entityOf } from './model/entity.ts';
import type { Condition, Operation, Replace, Selection, Step, Update } from './model/step.ts';
import { isList, numberOf, type Wire, writeWire } from './wire.ts';
import type { TagOf } from './write-graphql.ts';

/** A request without its caller. */
export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Prints a step with one ask.
 * @throws Error if REST has no such request
 */
export function writeRest({ operations, style }: Step, tagOf: TagOf): Request {
  const [operation] = operations;
  if (operation === undefined || operations.length !== 1) throw new Error('REST sends one operation per request.');
  const tag = tagOf(operation);
  const headers = {
    ...(tag !== undefined && { 'if-match': writeTag(tag, style) }),
    ...(operation.kind === 'replace' && operation.ifNoneMatch !== undefined && { 'if-none-match': '*' }),
  };
  const { entity } = operation;
  const options = [...writeFilter(operation), ...writeSelection(operation.selection)];
  const query = options.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const collection = `/api/${entity}${query === '' ? '' : `?${query}`}`;
  switch (operation.kind) {
    case 'one':
      return { method: 'GET', url: itemUrl(operation, style, query), headers };
    case 'list':
      return { method: 'GET', url: collection, headers };
    case 'create':
      return { method: 'POST', url: collection, ...withBody(operation.item, headers) };
    case 'createMany':
      return { method: 'POST', url: collection, ...withBody(operation.items, headers) };
    case 'update':
    case 'replace': {
      const place = placeOfKey(operation, style);
      return {
        method: operation.kind === 'update' ? 'PATCH' : 'PUT',
        url: place === 'body' ? collection : itemUrl(operation, style, query),
        ...withBody(place === 'path' ? operation.item : { ...operation.item, ...operation.key }, headers),
      };
    }
    case 'delete':
      return { method: 'DELETE', url: itemUrl(operation, style, ''), headers };
    default:
      throw new Error(`REST has no ${operation.kind}.`);
  }
}

/** Returns the location of the key in a change: path, body, or both. */
export function placeOfKey(operation: Update | Replace, style: number): 'path' | 'body' | 'both' {
  const { table } = entityOf(operation.entity);
  const generated = table.columns.some((column) => column.generated === true && table.key.includes(column.name));
  const isConditional =
    operation.ifMatch !== undefined || ('ifNoneMatch' in operation && operation.ifNoneMatch !== undefined);
  if (style % 7 === 0) return 'both';
  return style % 7 === 1 && !generated && !isConditional ? 'body' : 'path';
}

type Options = readonly (readonly [name: string, value: string])[];

const writeFilter = (operation: Operation): Options =>
  operation.kind === 'list' && operation.filter.length > 0
    ? [['$filter', operation.filter.map(writeCondition).join(' and ')]]
    : [];

const writeSelection = ({ fields, relationships }: Selection): Options => [
  ...(fields.length > 0 ? [['$select', fields.join(',')] as const] : []),
  ...(relationships.length > 0 ? [['$expand', relationships.map(writeExpand).join(',')] as const] : []),
];

function writeExpand({ name, selection }: Selection['relationships'][number]): string {
  const options = writeSelection(selection).map((option) => option.join('='));
  return options.length === 0 ? name : `${name}(${options.join(';')})`;
}

const withBody = (value: Wire, headers: Request['headers']): Pick<Request, 'headers' | 'body'> => ({
  headers: { ...headers, 'content-type': 'application/json' },
  body: writeWire(value),
});

/** By key values alone, or with their names. */
function itemUrl(
  { entity: name, key }: Extract<Operation, { readonly key: unknown }>,
  style: number,
  query: string,
): string {
  const isNamed = style % 3 === 0;
  const parts = entityOf(name).table.key.flatMap((column) => {
    const value = encodeURIComponent(bare(key[column] ?? null));
    return isNamed ? [column, value] : [value];
  });
  return `/api/${name}/${parts.join('/')}${query === '' ? '' : `?${query}`}`;
}

const bare = (value: Wire): string => (typeof value === 'string' && !value.startsWith('#') ? value : writeWire(value));

/** Prints an ETag with or without a body hash, which the service ignores, or a list of ETags. */
function writeTag(tag: string, style: number): string {
  if (tag === '*') return '*';
  const whole = style % 3 === 0 ? `"${tag}"` : `"${tag}-${'0'.repeat(32)}"`;
  return style % 5 === 0 ? `"another", ${whole}` : whole;
}

function writeCondition({ field, operator, value = null }: Condition): string {
  if (operator === 'isNull') return `${field} ${value === true ? 'eq' : 'ne'} null`;
  if (operator === 'in') return `${field} in (${isList(value) ? value.map(writeOperand).join(',') : ''})`;
  return `${field} ${operator === 'neq' ? 'ne' : operator} ${writeOperand(value)}`;
}

const writeOperand = (value: Wire): string =>
  typeof value === 'string' && Number.isNaN(numberOf(value)) ? `'${value.replaceAll("'", "''")}'` : writeWire(value);
