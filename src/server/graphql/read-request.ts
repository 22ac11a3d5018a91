import { didYouMean } from '../../base/did-you-mean.ts';
import { throwApiError } from '../../base/errors.ts';
import { type JsonLimits, readJson, requireJsonObject } from '../http/read-body.ts';
import { splitUrl } from '../http/split-url.ts';

/** https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters */
export interface GraphqlRequest {
  /** Undefined if the document is requested by its ID. */
  readonly query: string | undefined;
  readonly documentId: string | undefined;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

const PARAMETERS = ['query', 'documentId', 'operationName', 'variables', 'extensions'];

/** Parameters of a URL that are not JSON. */
const TEXT_PARAMETERS = ['query', 'documentId', 'operationName'];

const ID_EXAMPLE = '{"documentId": "<id>", "variables": {}}';

/**
 * @param requiresId true if only persisted documents are allowed
 * @throws ApiError BadRequest for an invalid body
 */
export function readPost(body: unknown, requiresId = false): GraphqlRequest {
  const example = requiresId ? ID_EXAMPLE : '{"query": "{ __typename }"}';
  if (body === undefined) throwApiError('BadRequest', `Missing body. Send a JSON object such as ${example}.`);
  if (Array.isArray(body)) {
    throwApiError(
      'BadRequest',
      'Batches are not supported. Send separate requests, or select several root fields in one query.',
    );
  }
  return readParameters(requireJsonObject(body, 'The body'), example, requiresId);
}

/** @throws ApiError BadRequest for invalid parameters */
export function readGet(url: string, limits: JsonLimits, requiresId = false): GraphqlRequest {
  const search = new URLSearchParams(splitUrl(url).query);
  const parameters: Record<string, unknown> = {};
  for (const [name, text] of search) {
    if (!PARAMETERS.includes(name)) parameters[name] = text;
    else if (name in parameters) throwApiError('BadRequest', `Duplicate parameter "${name}" in the URL. Send it once.`);
    else if (TEXT_PARAMETERS.includes(name)) parameters[name] = text;
    else if (text !== '') parameters[name] = readJson(text, `The parameter "${name}"`, limits);
  }
  return readParameters(parameters, requiresId ? '"?documentId=<id>"' : '"?query={__typename}"', requiresId);
}

/**
 * @param requiresId true if only persisted documents are allowed
 * @throws ApiError BadRequest for invalid parameters
 */
export function readParameters(
  parameters: Readonly<Record<string, unknown>>,
  example: string,
  requiresId = false,
): GraphqlRequest {
  const { operationName, variables } = parameters;
  const text = readText(parameters.query, '"query" must be a string with a GraphQL document.');
  const documentId = readText(parameters.documentId, '"documentId" must be a string with the ID of a document.');
  const extensions = readObject(parameters.extensions, '"extensions"');
  const hasId = documentId !== undefined || (extensions.persistedQuery ?? undefined) !== undefined;
  // The WebSocket protocol requires `query`, so clients with an ID send an empty string.
  const query = text === '' && hasId ? undefined : text;
  if (query === undefined && !hasId) {
    if (requiresId) {
      throwApiError(
        'BadRequest',
        `Missing "documentId". Send the ID of a document in the manifest in it, as in ${example}.`,
      );
    }
    const others = Object.keys(parameters).filter((name) => !PARAMETERS.includes(name));
    const guess = others.find((name) => didYouMean(name, ['query']) !== '');
    throwApiError(
      'BadRequest',
      `Missing "query". Send the GraphQL document in it, as in ${example}.${guess ? ` "${guess}" is ignored.` : ''}`,
    );
  }
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throwApiError('BadRequest', '"operationName" must be a string with the name of an operation.');
  }
  return {
    query,
    documentId,
    // Several clients send an empty name for an anonymous operation.
    operationName: operationName || undefined,
    variables: readObject(variables, '"variables"'),
    extensions,
  };
}

const readObject = (value: unknown, name: string): Readonly<Record<string, unknown>> =>
  value === undefined || value === null ? {} : requireJsonObject(value, name);

function readText(value: unknown, message: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : throwApiError('BadRequest', message);
}
