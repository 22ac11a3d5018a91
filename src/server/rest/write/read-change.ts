import type { IncomingHttpHeaders } from 'node:http';
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isRequiredInputField,
} from 'graphql';
import { didYouMean } from '../../../base/did-you-mean.ts';
import { type ErrorCode, type ErrorDetails, throwApiError } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { RestApi } from '../../../config/config.ts';
import type { Entity, Field, FieldType } from '../../../model/model.ts';
import { offeredChanges } from '../../../model/visibility.ts';
import { truncate } from '../../../odata/tokens.ts';
import { noField } from '../../../plan/name-mistakes.ts';
import { formatForMessage } from '../../../scalars/numbers.ts';
import { requireJsonObject } from '../../http/read-body.ts';
import type { RestChange } from '../document/derive-operations.ts';
import type { Target } from '../path/find-target.ts';
import type { Endpoint } from '../path/offered-methods.ts';
import { keyVariables, readKey, readValue } from '../path/read-key.ts';
import { readInputValue } from './read-input-value.ts';
import { type PreconditionSupport, readPreconditions } from './read-preconditions.ts';

export interface ItemChange {
  readonly kind: RestChange;
  /** Key of the item to replace, update, or delete. Absent for new items. */
  readonly key?: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface ChangeCall {
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ChangeContext {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<RestApi, 'bodyStrict' | 'patchInserts' | 'ignoresKeyInBody'>;
  readonly maxItems: number;
  /** True if errors suggest names. */
  readonly suggest: boolean;
}

/** @throws ApiError BadRequest, InvalidField, Forbidden, LimitExceeded */
export function readChange(call: ChangeCall, context: ChangeContext): ItemChange {
  const { endpoint, target, headers, body } = call;
  const preconditions = readPreconditions(headers, supportedPreconditions(call));
  if (endpoint === 'delete') {
    const key = readKey(target.entity, target.key);
    return { kind: 'delete', key, variables: { ...keyVariables(target.entity, key), ...preconditions } };
  }
  if (body === undefined) {
    throwApiError('BadRequest', `Missing body. Send the fields of "${target.entity.name}" as a JSON object.`);
  }
  if (endpoint === 'create') return readCreate(target.entity, body, context);
  const change = readKeyed(call, context);
  const orCreate = mayInsert(change, context) && preconditions.ifMatch === undefined;
  return { ...change, variables: { ...change.variables, ...preconditions, ...(orCreate && { orCreate }) } };
}

/** Returns the preconditions that a change supports. Collections support none, because they have no strong ETag. */
function supportedPreconditions({ endpoint, target }: ChangeCall): PreconditionSupport {
  const isItem = target.key.length > 0;
  return { ifMatch: isItem, ifNoneMatch: isItem && endpoint === 'replace' };
}

const mayInsert = ({ kind }: ItemChange, { settings }: ChangeContext): boolean =>
  kind === 'update' && settings.patchInserts;

function readCreate(entity: Entity, body: unknown, context: ChangeContext): ItemChange {
  const itemContext = itemContextOf('create', entity, context);
  if (!Array.isArray(body)) return { kind: 'create', variables: { item: readItem(requireItem(body), itemContext) } };
  const { maxItems } = context;
  if (body.length > maxItems) {
    const message = `The body exceeds the maximum of ${maxItems} items, found ${body.length}. Send several requests.`;
    throwApiError('LimitExceeded', message, { limit: 'new-rows', max: maxItems });
  }
  const items = body.map((item, index) =>
    readItem(requireJsonObject(item, `Item ${index} of the body`), { ...itemContext, index }),
  );
  return { kind: 'createMany', variables: { items } };
}

/** Reads a change of a row whose key is in the path or in the body. */
function readKeyed({ endpoint, target, body }: ChangeCall, context: ChangeContext): ItemChange {
  const { entity } = target;
  const kind = endpoint === 'replace' ? 'replace' : 'update';
  const item = requireItem(body);
  const inPath = target.key.length > 0 ? readKey(entity, target.key) : undefined;
  const key = inPath ?? readBodyKey(entity, item);
  if (inPath !== undefined && !ignoresBodyKey(context)) requireSameKey(entity, inPath, readBodyKey(entity, item));
  const missing = entity.key.filter(({ name }) => !Object.hasOwn(key, name));
  if (missing.length > 0) {
    const inserts = kind === 'replace' || context.settings.patchInserts;
    const isGenerated = missing.every(
      ({ generated, hasDefault, optionalOnInsert }) => generated !== 'no' || hasDefault || optionalOnInsert,
    );
    if (inserts && isGenerated && missing.length === entity.key.length && offeredChanges(entity).includes('create')) {
      return readCreate(entity, body, context);
    }
    const names = missing.map(({ name }) => `"${name}"`).join(', ');
    return throwApiError('BadRequest', `Missing key of "${entity.name}". Send ${names} in the path or in the body.`);
  }
  const keys = new Set(entity.key.map(({ name }) => name));
  const newValues = Object.fromEntries(Object.entries(item).filter(([name]) => !keys.has(name)));
  return {
    kind,
    key,
    variables: { ...keyVariables(entity, key), item: readItem(newValues, itemContextOf(kind, entity, context)) },
  };
}

/** Returns true if a key in the body is ignored, provided that the path contains the key. */
const ignoresBodyKey = ({ settings }: ChangeContext): boolean => settings.ignoresKeyInBody && !settings.bodyStrict;

const requireItem = (body: unknown) => requireJsonObject(body, 'The body');

function itemContextOf(
  kind: 'create' | 'replace' | 'update',
  entity: Entity,
  { schema, settings, suggest }: ChangeContext,
): ItemContext {
  const type = schema.getType(entity.graphql.types[kind]);
  invariant(isInputObjectType(type), `the schema has the input to ${kind} "${entity.name}"`);
  return { entity, type, strict: settings.bodyStrict, suggest };
}

interface ItemContext {
  readonly entity: Entity;
  readonly type: GraphQLInputObjectType;
  /** True to reject unknown and generated fields. Otherwise, they are ignored. Forbidden fields are always rejected. */
  readonly strict: boolean;
  readonly suggest: boolean;
  /** 0-based index of the item; absent for a single item. */
  readonly index?: number;
}

type Item = Readonly<Record<string, unknown>>;

function readItem(item: Item, context: ItemContext): Item {
  const writable = writableFields(context);
  const others = Object.keys(item).filter((name) => !writable.has(name));
  rejectForbidden(others, context);
  if (context.strict) rejectUnwritable(others, context);
  rejectMissing(item, writable, context);
  return Object.fromEntries(
    [...writable].flatMap(([name, { argument, field }]) =>
      Object.hasOwn(item, name) ? [[argument.name, readFieldValue(item[name], argument, { ...context, field })]] : [],
    ),
  );
}

/** Writable fields, keyed by field name. */
type Writable = ReadonlyMap<string, { readonly argument: GraphQLInputField; readonly field: Field }>;

const cache = new WeakMap<Entity, Map<GraphQLInputObjectType, Writable>>();

function writableFields({ type, entity }: ItemContext): Writable {
  const ofEntity = cache.get(entity) ?? new Map<GraphQLInputObjectType, Writable>();
  cache.set(entity, ofEntity);
  const writable = ofEntity.get(type) ?? pairFields(type, entity);
  ofEntity.set(type, writable);
  return writable;
}

/** Skips the placeholder field that the schema prints for an input type without fields. */
const pairFields = (type: GraphQLInputObjectType, entity: Entity): Writable =>
  new Map(
    Object.values(type.getFields()).flatMap((argument) => {
      const field = entity.fieldByGraphqlName.get(argument.name);
      return field === undefined ? [] : [[field.name, { argument, field }] as const];
    }),
  );

/** Rejects fields that no role may write. Skips fields that the database generates. */
function rejectForbidden(names: readonly string[], context: ItemContext): void {
  const { entity } = context;
  const forbidden = names.find((name) => entity.fieldByName.get(name)?.generated === 'no');
  if (forbidden !== undefined) {
    rejectItem(
      'Forbidden',
      `No role may write "${forbidden}" of "${entity.name}" with this method.`,
      { field: forbidden },
      context,
    );
  }
}

function rejectUnwritable(names: readonly string[], context: ItemContext): void {
  const { entity, suggest } = context;
  const unknown = names.filter((name) => !entity.fieldByName.has(name));
  const [first] = unknown;
  if (first !== undefined) {
    const details = { field: first, ...(unknown.length > 1 && { fields: unknown }) };
    rejectItem('InvalidField', describeUnknown(first, unknown, { entity, suggest }), details, context);
  }
  const [generated] = names;
  if (generated !== undefined) {
    const details = { field: generated, ...(names.length > 1 && { fields: names }) };
    rejectItem(
      'BadRequest',
      `The database generates ${list(names)} of "${entity.name}". Omit generated fields.`,
      details,
      context,
    );
  }
}

function describeUnknown(
  first: string,
  unknown: readonly string[],
  { entity, suggest }: Pick<ItemContext, 'entity' | 'suggest'>,
): string {
  if (entity.relationshipByName.has(first)) {
    return noField(entity, first, 'Create related items in separate requests');
  }
  const guess = suggest && unknown.length === 1 ? didYouMean(first, entity.fieldByName.keys()) : '';
  return `Unknown ${unknown.length === 1 ? 'field' : 'fields'} ${list(unknown)} on entity "${entity.name}".${guess}`;
}

function rejectMissing(item: Item, writable: Writable, context: ItemContext): void {
  const { entity } = context;
  const missing = [...writable].flatMap(([name, { argument }]) =>
    isRequiredInputField(argument) && !Object.hasOwn(item, name) ? [name] : [],
  );
  const [first] = missing;
  if (first === undefined) return;
  const details = { field: first, ...(missing.length > 1 && { fields: missing }) };
  rejectItem('BadRequest', `Missing value for ${list(missing)} of "${entity.name}".`, details, context);
}

function readFieldValue(
  value: unknown,
  { type }: GraphQLInputField,
  { field, ...context }: ItemContext & { readonly field: Field },
): unknown {
  const { name } = field;
  const reject = (message: string): never => rejectItem('BadRequest', message, { field: name }, context);
  return readInputValue(value, { name, type, fieldType: field.type, suggest: context.suggest }, reject);
}

/** Rejects an item, with its index if there are several items. */
function rejectItem(code: ErrorCode, message: string, details: ErrorDetails, { index }: ItemContext): never {
  return index === undefined
    ? throwApiError(code, message, details)
    : throwApiError(code, `Item ${index} of the body: ${message}`, { item: index, ...details });
}

const MAX_NAMES = 20;

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${truncate(name)}"`);
  return `${shown.join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}

type Values = Readonly<Record<string, unknown>>;

const readBodyKey = (entity: Entity, item: Values): Values =>
  Object.fromEntries(
    entity.key
      .filter(({ name, exposed }) => exposed && Object.hasOwn(item, name))
      .map((field) => [field.name, readValue(entity, field, item[field.name])]),
  );

export function requireSameKey(entity: Entity, inPath: Values, inBody: Values): void {
  const changedField = entity.key.find(
    ({ name, type }) => Object.hasOwn(inBody, name) && normalize(inBody[name], type) !== normalize(inPath[name], type),
  );
  if (changedField !== undefined) {
    const { name } = changedField;
    throwApiError(
      'BadRequest',
      `Key field "${name}" of "${entity.name}" is ${formatForMessage(inBody[name])} in the body and ${formatForMessage(inPath[name])} in the path. A key cannot be changed.`,
      { field: name },
    );
  }
}

/** Returns equal strings for equal values: `1.50` and `1.5` are the same decimal. */
function normalize(value: unknown, { scalar }: FieldType): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    (scalar === 'Decimal' ? DECIMAL.exec(String(value)) : null) ?? [];
  if (whole + fraction === '') return String(value);
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const place = Number(exponent) - fraction.length + digits.length - significant.length;
  return significant === '' ? '0' : `${sign}${significant}e${place}`;
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/;
