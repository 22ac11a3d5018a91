import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { AnswerResult } from '../../app/application.ts';
import { ApiError, type ErrorCode, type ErrorDetails, errorTable } from '../../base/errors.ts';
import { shortenDetails, truncateMiddle } from '../../base/truncate-middle.ts';
import type { Runtime } from '../../config/config.ts';
import { publicCode } from '../http/public-code.ts';
import { findTooLarge } from '../http/too-large.ts';
import type { MediaType } from './negotiate.ts';

export interface Response {
  readonly status: number;
  readonly body: string;
  /** Error that determined the status. */
  readonly apiError?: ApiError;
  /** Entities of the response. Absent if caches must not store it. */
  readonly entities?: readonly string[];
}

/** A result to which plugins may have added members. */
export type EngineResult = AnswerResult & {
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** Errors next to data. */
  readonly apiErrors?: readonly ApiError[];
  readonly status?: number;
};

interface ResponseOptions {
  readonly maxBytes: number;
  readonly codes: Runtime['errorCodes'];
}

export function respond(result: EngineResult, mediaType: MediaType, options: ResponseOptions): Response {
  const response = respondWithoutExtensions(result, mediaType, options);
  const { extensions, status = response.status } = result;
  if (extensions === undefined) return status === response.status ? response : { ...response, status };
  return { ...response, status, body: `${response.body.slice(0, -1)},"extensions":${JSON.stringify(extensions)}}` };
}

function respondWithoutExtensions(
  result: EngineResult,
  mediaType: MediaType,
  { maxBytes, codes }: ResponseOptions,
): Response {
  switch (result.kind) {
    case 'answered': {
      const { apiErrors } = result;
      const opening = apiErrors === undefined ? '{' : `${rejectedBody(apiErrors, codes).slice(0, -1)},`;
      const body = `${opening}"data":${result.data}}`;
      const tooLarge = findTooLarge(body, maxBytes, result.changes.size > 0);
      if (tooLarge !== undefined) return respondFailed(tooLarge, codes);
      return { status: 200, body, ...(result.changes.size === 0 && { entities: result.entities }) };
    }
    case 'rejected':
      return respondRejected(result.apiErrors, mediaType, codes);
    case 'failed':
      return respondFailed(result.apiError, codes);
  }
}

export const formatResult = (result: EngineResult, options: ResponseOptions): string =>
  respond(result, 'application/graphql-response+json', options).body;

/** Returns the first server error, or else the first error. */
export function findStatusApiError(result: EngineResult): ApiError | undefined {
  if (result.kind === 'answered') return undefined;
  const apiErrors = result.kind === 'rejected' ? result.apiErrors : [result.apiError];
  return apiErrors.find(({ status }) => status >= 500) ?? apiErrors[0];
}

export function rejectedBody(apiErrors: readonly ApiError[], codes: Runtime['errorCodes']): string {
  return JSON.stringify({ errors: apiErrors.map((apiError) => formatApiError(apiError, codes)) });
}

/**
 * Responds with the status of the first server error, or else 200 for `application/json` and 400 for the other type.
 * https://graphql.github.io/graphql-over-http/draft/#sec-Status-Codes
 */
function respondRejected(apiErrors: readonly ApiError[], mediaType: MediaType, codes: Runtime['errorCodes']): Response {
  const body = rejectedBody(apiErrors, codes);
  const apiError = apiErrors.find(({ status }) => status >= 500);
  if (apiError !== undefined) return { status: apiError.status, body, apiError };
  return { status: mediaType === 'application/json' ? 200 : 400, body };
}

/** Responds 200 with an error at the path of the root field. https://spec.graphql.org/October2021/#sec-Errors */
function respondFailed(apiError: ApiError, codes: Runtime['errorCodes']): Response {
  const { path, ...details }: LocatedDetails = apiError.details ?? {};
  const { message, extensions } = formatApiError({ ...apiError, message: apiError.message, details }, codes);
  const error: GraphQLFormattedError = { message, ...(path && { path }), ...(extensions && { extensions }) };
  return { status: 200, body: JSON.stringify({ errors: [error], data: null }) };
}

interface LocatedDetails extends ErrorDetails {
  readonly locations?: GraphQLFormattedError['locations'];
  readonly path?: GraphQLFormattedError['path'];
}

function formatApiError(
  {
    message,
    code,
    status,
    details = {},
    protocolCode,
  }: Pick<ApiError, 'message' | 'code' | 'status' | 'details' | 'protocolCode'>,
  codes: Runtime['errorCodes'],
): GraphQLFormattedError {
  const shown = protocolCode ?? publicCode(code, codes, 'graphql', details);
  const { locations, ...others }: LocatedDetails = details;
  return {
    message: truncateMiddle(message),
    ...(locations && { locations }),
    extensions: { code: shown, status, ...(Object.keys(others).length > 0 && { details: shortenDetails(others) }) },
  };
}

export const toGraphqlError = (apiError: ApiError): GraphQLError =>
  new GraphQLError(apiError.message, {
    originalError: apiError,
    extensions: { code: apiError.protocolCode ?? apiError.code, http: { status: apiError.status } },
  });

/** Compares names, because a plugin may use another copy of graphql-js. */
export const isGraphqlError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

interface HttpExtension {
  readonly status?: unknown;
  readonly statusCode?: unknown;
}

/** Returns the status that a plugin has set, if there is a single error. */
export function statusOf(errors: readonly unknown[]): { readonly status?: number } {
  const [error] = errors;
  if (errors.length !== 1 || !isGraphqlError(error) || error.originalError instanceof ApiError) return {};
  const http: HttpExtension = error.extensions.http ?? {};
  const status = Number(http.status ?? http.statusCode);
  return status >= 400 && status <= 599 ? { status } : {};
}

const CODES: ReadonlyMap<number | undefined, ErrorCode> = new Map<number, ErrorCode>([
  [401, 'Unauthenticated'],
  [403, 'Forbidden'],
  [429, 'RateLimited'],
  [503, 'Unavailable'],
]);

export function fromGraphqlError(error: GraphQLError): ApiError {
  const { code, http: _, ...details } = error.extensions;
  const { status } = statusOf([error]);
  const known = Object.keys(errorTable).find((name): name is ErrorCode => name === code);
  const { locations, path } = error;
  return new ApiError(known ?? CODES.get(status) ?? 'BadRequest', error.message, {
    ...(status !== undefined && { status }),
    ...(typeof code === 'string' && known === undefined && { protocolCode: code }),
    details: { ...details, ...(locations && { locations }), ...(path && { path }) },
  });
}
