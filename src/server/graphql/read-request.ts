import { didYouMean } from '../../base/did-you-mean.ts';
import { throwApiError } from '../../base/errors.ts';
import { type JsonLimits, readJson, requireJsonObject } from '../http/read-body.ts';
import { splitUrl } from '../http/split-url.ts';

/** https://graphql.github.io/graphql-over-http/draft/#sec-Request-Parameters */
export interface GraphqlRequest {
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly extensions: Readonly<Record<string, unknown>>;
}

const PARAMETERS = ['query', 'operationName', 'variables', 'extensions'];

/** @throws ApiError BadRequest for an invalid body */
export function readPost(body: unknown): GraphqlRequest {
  if (body === undefined) {
    throwApiError('BadRequest', 'Missing body. Send a JSON object such as {"query": "{ __typename }"}.');
  }
  if (Array.isArray(body)) {
    throwApiError(
      'BadRequest',
      'Batches are not supported. Send separate requests, or select several root fields in one query.',
    );
  }
  return readParameters(requireJsonObject(body, 'The body'), '{"query": "{ __typename }"}');
}

/** @throws ApiError BadRequest for invalid parameters */
export function readGet(url: string, limits: JsonLimits): GraphqlRequest {
  const search = new URLSearchParams(splitUrl(url).query);
  const parameters: Record<string, unknown> = {};
  for (const [name, text] of search) {
    if (!PARAMETERS.includes(name)) parameters[name] = text;
    else if (name in parameters) throwApiError('BadRequest', `Duplicate parameter "${name}" in the URL. Send it once.`);
    else if (name === 'query' || name === 'operationName') parameters[name] = text;
    else if (text !== '') parameters[name] = readJson(text, `The parameter "${name}"`, limits);
  }
  return readParameters(parameters, '"?query={__typename}"');
}

/** @throws ApiError BadRequest for invalid parameters */
export function readParameters(parameters: Readonly<Record<string, unknown>>, example: string): GraphqlRequest {
  const { query, operationName, variables, extensions } = parameters;
  if (query === undefined || query === null) {
    const others = Object.keys(parameters).filter((name) => !PARAMETERS.includes(name));
    const guess = others.find((name) => didYouMean(name, ['query']) !== '');
    throwApiError(
      'BadRequest',
      `Missing "query". Send the GraphQL document in it, as in ${example}.${guess ? ` "${guess}" is ignored.` : ''}`,
    );
  }
  if (typeof query !== 'string') throwApiError('BadRequest', '"query" must be a string with a GraphQL document.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throwApiError('BadRequest', '"operationName" must be a string with the name of an operation.');
  }
  return {
    query,
    // Several clients send an empty name for an anonymous operation.
    operationName: operationName || undefined,
    variables: variables === undefined || variables === null ? {} : requireJsonObject(variables, '"variables"'),
    extensions: extensions === undefined || extensions === null ? {} : requireJsonObject(extensions, '"extensions"'),
  };
}
