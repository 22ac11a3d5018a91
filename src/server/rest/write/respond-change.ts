import type { AnswerResult, SuccessfulAnswer } from '../../../app/application.ts';
import { ApiError } from '../../../base/errors.ts';
import type { Config } from '../../../config/config.ts';
import type { Entity } from '../../../model/model.ts';
import { itemTag } from '../../caching/entity-tags.ts';
import { findTooLarge } from '../../http/too-large.ts';
import { ROOT_KEY } from '../document/compose-document.ts';
import type { RestOperation } from '../document/rest-operations.ts';
import { itemAddress } from '../path/address.ts';
import { hidesKey, readCreatedKey, readItem } from '../respond/read-answer.ts';
import { nameKey, rejectMissing, requireAnswer, writeItem } from '../respond/rest-responses.ts';
import type { ItemChange } from './read-change.ts';

export interface ChangeResponse {
  readonly status: 200 | 201 | 204;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. Absent for a delete, or if it is too large. Absent or an empty envelope if the role may not read the row. */
  readonly body?: string;
}

export interface ResponseContext {
  readonly change: ItemChange;
  readonly operation: RestOperation;
  readonly entity: Entity;
  /** URL of the item, or of the collection. */
  readonly address: string;
  /** True if the path identifies the item. The response then needs no `Location`. */
  readonly isItem: boolean;
  readonly config: Config;
}

/** @throws ApiError if the change failed */
export function respondChange(result: AnswerResult, context: ResponseContext): ChangeResponse {
  const { change, entity, operation } = context;
  const answer = requireChange(result, context);
  const { affected = 0, created = false } = answer.changes.get(ROOT_KEY) ?? {};
  switch (change.kind) {
    case 'delete':
      if (affected === 0) rejectMissing(entity, change.key ?? {});
      return { status: 204, headers: {} };
    case 'createMany': {
      // `data` contains at most one page of items.
      const body = operation.shown && answer.data !== 'null' ? `{"value":${answer.data}}` : undefined;
      return buildResponse({ status: 201, headers: {}, body }, context);
    }
    default:
      return respondItem(answer, change.kind === 'create' || created, context);
  }
}

function respondItem(answer: SuccessfulAnswer, isNew: boolean, context: ResponseContext): ChangeResponse {
  const { change, entity, operation, address, isItem, config } = context;
  const read = operation.shown ? readItem(answer) : undefined;
  const status = isNew ? 201 : 200;
  const body = read === undefined ? undefined : writeItem(read.item, config);
  const { rest } = config.runtime;
  const { key } = change;
  const keys = key === undefined ? keyOfNew(answer, context) : entity.key.map(({ name }) => String(key[name]));
  const location =
    isNew && !isItem && keys.length > 0
      ? itemAddress(address, entity, keys, { named: rest.locationHasKeyNames })
      : undefined;
  const headers = {
    // A request for a longer URL would be rejected.
    ...(location !== undefined && location.length <= config.runtime.limits.urlBytes && { location }),
    ...(read?.row !== undefined && body !== undefined && { etag: itemTag(read.row, body) }),
  };
  return buildResponse({ status, headers, body }, context);
}

/** Returns the key of a new row. If the role may not read the row, returns the key that the client sent. */
function keyOfNew({ metadata }: SuccessfulAnswer, { change, entity }: ResponseContext): readonly string[] {
  if (!hidesKey(metadata, entity)) return readCreatedKey(metadata, entity);
  const { item } = change.variables;
  const values = entity.key.flatMap(({ graphqlName }) => (isRecord(item) ? (item[graphqlName] ?? []) : []));
  return values.length === entity.key.length ? values.map(String) : [];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Omits a body that is too large. */
function buildResponse(
  { status, headers, body }: { status: 200 | 201; headers: ChangeResponse['headers']; body: string | undefined },
  { config: { runtime } }: ResponseContext,
): ChangeResponse {
  const shown = body ?? (runtime.rest.singleItemEnvelope === 'value' ? '{"value":[]}' : undefined);
  if (shown !== undefined && findTooLarge(shown, runtime.limits.responseBytes) === undefined) {
    return { status, headers, body: shown };
  }
  return { status: status === 201 ? 201 : 204, headers };
}

/** Errors name the key of the row, and the precondition that failed. */
function requireChange(result: AnswerResult, { change, entity }: ResponseContext) {
  try {
    return requireAnswer(result);
  } catch (error) {
    const { key, kind, variables } = change;
    if (!(error instanceof ApiError) || key === undefined) throw error;
    if (error.code === 'ItemNotFound') {
      rejectMissing(
        entity,
        key,
        kind === 'replace' ? ', and it cannot be created, because the database generates its key' : '',
      );
    }
    if (error.code !== 'PreconditionFailed') throw error;
    const description = `"${entity.name}" with ${nameKey(key)}`;
    const message =
      variables.ifNoneMatch === undefined
        ? `The ${description} does not match If-Match. It was changed, or does not exist. Read it again.`
        : `The ${description} already exists. Remove "If-None-Match: *" to replace it.`;
    throw new ApiError(error.code, message, { cause: error });
  }
}
