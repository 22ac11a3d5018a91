import type { IncomingHttpHeaders } from 'node:http';
import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { refuse } from '../../../base/errors.ts';
import { invariant } from '../../../base/invariant.ts';
import type { RestApi } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { offeredChanges } from '../../../model/visibility.ts';
import { requireMap } from '../../read-body.ts';
import type { RestChange } from '../document/derive-operations.ts';
import type { Target } from '../path/find-target.ts';
import type { Endpoint } from '../path/offered-methods.ts';
import { keyVariables, readKey } from '../path/read-key.ts';
import { readBodyKey, requireSameKey } from './body-key.ts';
import { type ItemReading, readItem } from './read-item.ts';
import { type Keeping, readPreconditions } from './read-preconditions.ts';

/** The change that a request asks for. */
export interface ItemChange {
  readonly kind: RestChange;
  /** The key by which the item is found; absent where the database makes it, or there are several items. */
  readonly key?: Readonly<Record<string, unknown>>;
  /** The variables of the operation. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The parts of a request that describe the change. */
export interface ChangeCall {
  readonly endpoint: Endpoint;
  readonly target: Target;
  readonly headers: IncomingHttpHeaders;
  /** As JSON, or undefined where there was none. */
  readonly body: unknown;
}

/** What the request is read with. */
export interface ChangeReading {
  readonly schema: GraphQLSchema;
  readonly settings: Pick<RestApi, 'bodyStrict' | 'patchInserts' | 'ignoresKeyInBody'>;
  /** Items of one body at most. */
  readonly maxItems: number;
  /** Whether names that the client did not send may be told. */
  readonly suggest: boolean;
}

/** @throws Refusal BadRequest, InvalidField, Forbidden, LimitExceeded */
export function readChange(call: ChangeCall, reading: ChangeReading): ItemChange {
  const { endpoint, target, headers, body } = call;
  const preconditions = readPreconditions(headers, keeping(call));
  if (endpoint === 'delete') {
    const key = readKey(target.entity, target.key);
    return { kind: 'delete', key, variables: { ...keyVariables(target.entity, key), ...preconditions } };
  }
  if (body === undefined) {
    refuse('BadRequest', `The body is missing: send the fields of "${target.entity.name}" as a JSON object.`);
  }
  if (endpoint === 'create') return readCreate(target.entity, body, reading);
  const change = readKeyed(call, reading);
  const orCreate = mayInsert(change, reading) && preconditions.ifMatch === undefined;
  return { ...change, variables: { ...change.variables, ...preconditions, ...(orCreate && { orCreate }) } };
}

/** The preconditions that can be kept. A collection has no tag that could be compared strongly, so none can be kept for it. */
function keeping({ endpoint, target }: ChangeCall): Keeping {
  const isItem = target.key.length > 0;
  return { ifMatch: isItem, ifNoneMatch: isItem && endpoint === 'replace' };
}

const mayInsert = ({ kind }: ItemChange, { settings }: ChangeReading): boolean =>
  kind === 'update' && settings.patchInserts;

function readCreate(entity: Entity, body: unknown, reading: ChangeReading): ItemChange {
  const how = itemReading('create', entity, reading);
  if (!Array.isArray(body)) return { kind: 'create', variables: { item: readItem(requireItem(body), how) } };
  const { maxItems } = reading;
  if (body.length > maxItems) {
    const message = `The body has ${body.length} items, and may have ${maxItems}: use several requests.`;
    refuse('LimitExceeded', message, { limit: 'new-rows', max: maxItems });
  }
  const items = body.map((item, index) => readItem(requireMap(item, `Item ${index} of the body`), { ...how, index }));
  return { kind: 'createMany', variables: { items } };
}

/** A replacement or an update of the item whose key is in the path, or in the body. */
function readKeyed({ endpoint, target, body }: ChangeCall, reading: ChangeReading): ItemChange {
  const { entity } = target;
  const kind = endpoint === 'replace' ? 'replace' : 'update';
  const item = requireItem(body);
  const inPath = target.key.length > 0 ? readKey(entity, target.key) : undefined;
  const key = inPath ?? readBodyKey(entity, item);
  if (inPath !== undefined && !passesOverKey(reading)) requireSameKey(entity, inPath, readBodyKey(entity, item));
  const missing = entity.key.filter(({ name }) => !Object.hasOwn(key, name));
  if (missing.length > 0) {
    const inserts = kind === 'replace' || reading.settings.patchInserts;
    const isMade = missing.every(
      ({ generated, hasDefault, filledByDatabase }) => generated !== 'no' || hasDefault || filledByDatabase,
    );
    if (inserts && isMade && missing.length === entity.key.length && offeredChanges(entity).includes('create')) {
      return readCreate(entity, body, reading);
    }
    const names = missing.map(({ name }) => `"${name}"`).join(', ');
    return refuse(
      'BadRequest',
      `Which "${entity.name}" is meant is not said: give ${names}, in the path or in the body.`,
    );
  }
  const keys = new Set(entity.key.map(({ name }) => name));
  const rest = Object.fromEntries(Object.entries(item).filter(([name]) => !keys.has(name)));
  return {
    kind,
    key,
    variables: { ...keyVariables(entity, key), item: readItem(rest, itemReading(kind, entity, reading)) },
  };
}

/** Whether a key in the body is ignored where the path has one. */
const passesOverKey = ({ settings }: ChangeReading): boolean => settings.ignoresKeyInBody && !settings.bodyStrict;

const requireItem = (body: unknown) => requireMap(body, 'The body');

function itemReading(
  kind: 'create' | 'replace' | 'update',
  entity: Entity,
  { schema, settings, suggest }: ChangeReading,
): ItemReading {
  const type = schema.getType(entity.graphql.types[kind]);
  invariant(isInputObjectType(type), `the schema has the input to ${kind} "${entity.name}"`);
  return { entity, type, strict: settings.bodyStrict, suggest };
}
