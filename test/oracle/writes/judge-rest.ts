import { compare, describe, type RecordTag } from './judge.ts';
import { type Entity, entityOf } from './model/entity.ts';
import type { Code } from './model/failure.ts';
import type { Effect, Prediction } from './model/predict.ts';
import { fieldsFor, rightOf } from './model/role-rights.ts';
import type { Operation, Step } from './model/step.ts';
import type { Row } from './model/table.ts';
import type { ReceivedResponse } from './send.ts';
import { isObject, readWire, type Wire, writeWire } from './wire.ts';
import { placeOfKey } from './write-rest.ts';

const statuses: Readonly<Record<Code, number>> = {
  BadRequest: 400,
  InvalidField: 400,
  Forbidden: 403,
  ItemNotFound: 404,
  Conflict: 409,
  ConstraintViolated: 400,
  ApplicationError: 400,
  PreconditionFailed: 412,
};

export function judgeRest(
  prediction: Prediction,
  answered: ReceivedResponse,
  { step, recordTag }: JudgeContext,
): string | undefined {
  const found = answered.body === '' ? undefined : readWire(answered.body);
  const [operation] = step.operations;
  if (prediction.kind === 'refused') {
    const { codes } = prediction.failure;
    const error = isObject(found) && isObject(found.error) ? found.error : undefined;
    const code = [...codes].find((candidate) => candidate === error?.code);
    if (code === undefined) return `${describe(prediction)}, found ${answered.status} ${answered.body}`;
    return answered.status === statuses[code] ? undefined : `${code} has status ${answered.status}`;
  }
  const [effect] = prediction.effects;
  if (operation === undefined || effect === undefined) return 'the step has no operation';
  const expected = expectAnswer(operation, effect, step);
  if (answered.status !== expected.status)
    return `status ${answered.status}, expected ${expected.status}: ${answered.body}`;
  if (expected.status === 404) return isMissing(found) ? undefined : `expected ItemNotFound, found ${answered.body}`;
  const wrong =
    expected.body === undefined
      ? found === undefined
        ? undefined
        : `expected no body, found ${answered.body}`
      : compare(expected.body, found, { path: 'body', recordTag });
  return wrong ?? judgeHeaders(answered, expected, recordTag);
}

export interface JudgeContext {
  readonly step: Step;
  readonly recordTag: RecordTag;
}

interface Expected {
  readonly status: number;
  readonly body?: Wire | undefined;
  /** Content hashed by the ETag. */
  readonly tag?: string | undefined;
  /** Path of the row. */
  readonly location?: string | undefined;
}

const isMissing = (found: Wire | undefined): boolean =>
  isObject(found) && isObject(found.error) && found.error.code === 'ItemNotFound';

function expectAnswer(operation: Operation, effect: Effect, { caller, style }: Step): Expected {
  const [item] = effect.items;
  const { tag } = effect;
  const canRead = rightOf(caller, operation.entity, 'read') !== undefined;
  switch (operation.kind) {
    case 'one':
      return item === undefined ? { status: 404 } : { status: 200, body: item, tag };
    case 'list':
      return { status: 200, body: { value: effect.items } };
    case 'create':
      return { status: 201, body: item, tag, location: locationOf(operation, effect, caller) };
    case 'createMany':
      return canRead ? { status: 201, body: { value: effect.items } } : { status: 201 };
    case 'update':
      return item === undefined ? { status: 204 } : { status: 200, body: item, tag };
    case 'replace':
      if (effect.created) {
        // A client that named the key receives the path, even if it may not read the row.
        const location =
          placeOfKey(operation, style) === 'body' ? addressOf(entityOf(operation.entity), operation.key) : undefined;
        return { status: 201, body: item, tag, location };
      }
      return item === undefined ? { status: 204 } : { status: 200, body: item, tag };
    case 'delete':
      return { status: effect.affected === 0 ? 404 : 204 };
    default:
      throw new Error(`REST has no ${operation.kind}.`);
  }
}

/**
 * Requires permission to read the key. A row hidden by the read policy has a path only if the request named the key.
 */
function locationOf(
  { entity: name, item }: Extract<Operation, { kind: 'create' }>,
  { key }: Effect,
  caller: Step['caller'],
): string | undefined {
  const entity = entityOf(name);
  const readable = fieldsFor(caller, entity, 'read');
  if (!entity.table.key.every((column) => readable.includes(column))) return undefined;
  if (key !== undefined) return addressOf(entity, key);
  const hasKey = entity.table.key.every((column) => (item[column] ?? null) !== null);
  return hasKey ? addressOf(entity, item) : undefined;
}

const addressOf = ({ name, table }: Entity, key: Row): string =>
  `/api/${name}/${table.key.map((column) => encodeURIComponent(bare(key[column] ?? null))).join('/')}`;

const bare = (value: Wire): string => (typeof value === 'string' && !value.startsWith('#') ? value : writeWire(value));

function judgeHeaders(
  { etag, location }: ReceivedResponse,
  expected: Expected,
  recordTag: RecordTag,
): string | undefined {
  const path = location?.replace(/^https?:\/\/[^/]+/, '');
  if (expected.location !== path) return `Location ${location}, expected ${expected.location}`;
  if (expected.tag === undefined) return undefined;
  const row = etag === undefined ? undefined : /^"(.+)-[^-]+"$/.exec(etag)?.[1];
  return row === undefined ? `ETag ${etag}` : recordTag(expected.tag, row);
}
