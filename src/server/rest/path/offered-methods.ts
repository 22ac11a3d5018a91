import { ApiError } from '../../../base/errors.ts';
import type { Action } from '../../../config/config.ts';
import type { Entity, Model } from '../../../model/model.ts';
import { executable, hasPublicKey, isReadable, offeredChanges, updatableFields } from '../../../model/visibility.ts';
import type { Target } from './find-target.ts';

/** Reason why a store without Connections offers no GET of collections. */
export const NO_COLLECTIONS =
  'Collections are not supported on this database yet. Request single items, or lists over GraphQL';

/** Collections also support `replace` and `update`, with the key in the body. */
export type Endpoint = 'list' | 'one' | 'create' | 'replace' | 'update' | 'delete' | 'execute';

const endpoints = {
  collection: { GET: 'list', HEAD: 'list', POST: 'create', PUT: 'replace', PATCH: 'update' },
  item: { GET: 'one', HEAD: 'one', PUT: 'replace', PATCH: 'update', DELETE: 'delete' },
} as const;

export const actionsOf: Readonly<Record<Endpoint, readonly Action[]>> = {
  list: ['read'],
  one: ['read'],
  create: ['create'],
  replace: ['create', 'update'],
  update: ['update'],
  delete: ['delete'],
  execute: ['execute'],
};

type Endpoints = Readonly<Partial<Record<string, Endpoint>>>;

function endpointsOf({ entity: { routine }, key }: Target): Endpoints {
  if (routine === undefined) return endpoints[key.length > 0 ? 'item' : 'collection'];
  if (key.length > 0) return {};
  const methods = routine.methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  return Object.fromEntries(methods.map((method) => [method, 'execute' as const]));
}

/**
 * Finds the endpoint of a method.
 * @throws ApiError OperationNotOffered with the offered methods and the reason
 */
export type FindEndpoint = (method: string, target: Target) => Endpoint;

export function createFindEndpoint(model: Model): FindEndpoint {
  const kinds = { collection: new Map<Entity, Endpoints>(), item: new Map<Entity, Endpoints>() };
  return (method, target) => {
    const kind = kinds[target.key.length > 0 ? 'item' : 'collection'];
    const offered = kind.get(target.entity) ?? offeredEndpoints(target, model);
    kind.set(target.entity, offered);
    return offered[method] ?? rejectMethod(method, target, model);
  };
}

const offeredEndpoints = (target: Target, model: Model): Endpoints =>
  Object.fromEntries(Object.entries(endpointsOf(target)).filter(([, endpoint]) => isOffered(endpoint, target, model)));

/** Returns the methods that at least one role may use, and `OPTIONS`. */
export function offeredMethods(target: Target, model: Model): readonly string[] {
  return [...Object.keys(offeredEndpoints(target, model)), 'OPTIONS'];
}

function isOffered(endpoint: Endpoint | undefined, { entity }: Target, { connections }: Model): boolean {
  if (endpoint === undefined) return false;
  if (endpoint === 'list') return connections && isReadable(entity);
  if (endpoint === 'one') return hasPublicKey(entity);
  if (endpoint === 'execute') return executable(entity) !== undefined;
  return offeredChanges(entity).includes(endpoint);
}

function rejectMethod(method: string, target: Target, model: Model): never {
  const allow = offeredMethods(target, model);
  const reason = reasonFor(method, target, model) ?? `Method ${method} is not allowed here`;
  const others = allow.filter((name) => name !== 'OPTIONS');
  const advice = others.length > 0 ? `. Use ${others.join(' or ')}` : '';
  throw new ApiError('OperationNotOffered', `${reason}${advice}.`, { details: { allow } });
}

function reasonFor(method: string, target: Target, { connections }: Model): string | undefined {
  const { entity, key } = target;
  const isItem = key.length > 0;
  if (isItem && entity.key.length === 0) return withoutKey(entity);
  if (method === 'GET' && !isItem && !connections) return NO_COLLECTIONS;
  const endpoint = endpointsOf(target)[method];
  if (endpoint !== undefined) return unavailableReason(endpoint, entity);
  const suggestion = entity.routine === undefined ? adviceByMethod[method] : undefined;
  return suggestion && (unavailableReason(suggestion.endpoint, entity) ?? suggestion.advice);
}

/** Advice for a method that was sent to the wrong kind of path. */
const adviceByMethod: Readonly<Partial<Record<string, { readonly endpoint: Endpoint; readonly advice: string }>>> = {
  POST: { endpoint: 'create', advice: 'POST requires the path of the collection, with the key in the body' },
  DELETE: { endpoint: 'delete', advice: 'DELETE requires the path of an item' },
};

/** Returns the reason why an entity does not offer an endpoint, if any. */
function unavailableReason(endpoint: Endpoint, entity: Entity): string | undefined {
  const { name, operations, key, rights } = entity;
  const actions = actionsOf[endpoint];
  const verbs = actions.join(' or ');
  if (!actions.some((action) => operations.has(action))) return `"${name}" does not support ${verbs}`;
  const isAllowed = [...rights.values()].some((ofRole) => actions.some((action) => ofRole.has(action)));
  if (!isAllowed) return `No role may ${verbs} "${name}"`;
  if (endpoint === 'create' || endpoint === 'list' || endpoint === 'execute') return undefined;
  if (key.length === 0) return withoutKey(entity);
  if (endpoint === 'update' && updatableFields(entity).length === 0) return withoutUpdatable(entity);
  if (key.some(({ exposed }) => !exposed)) return `The key of "${name}" is hidden`;
  if (key.some(({ type }) => type.list)) return `The key of "${name}" contains a list, so its items have no path`;
  return endpoint === 'one' ? `No role may read the key of "${name}"` : undefined;
}

/** Returns the reason why no field can be updated. */
function withoutUpdatable({ name, fields, key }: Entity): string {
  const others = fields.filter((field) => !key.includes(field));
  if (others.length === 0) return `"${name}" has no fields besides its key, so there is nothing to update`;
  return others.every(({ generated }) => generated !== 'no')
    ? `The database generates every field of "${name}" besides its key, so there is nothing to update`
    : `No role may update a field of "${name}" besides its key`;
}

const withoutKey = ({ name }: Entity): string => `"${name}" has no key, so its items have no path`;
