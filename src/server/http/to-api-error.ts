import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import { observeInternalError } from '../observability/observe-internal-error.ts';
import { observeRejected } from '../observability/observe-rejected.ts';
import { splitUrl } from './split-url.ts';

const FRAMEWORK_API_ERRORS: ReadonlyMap<unknown, (request: FastifyRequest) => ApiError> = new Map([
  ['FST_ERR_BAD_URL', () => new ApiError('BadRequest', 'Invalid percent-encoding in the URL. Write "%" as "%25".')],
  // No path of the service has such a long segment.
  ['FST_ERR_MAX_PARAM_LENGTH', ({ url }) => new ApiError('EntityNotFound', `Unknown path "${splitUrl(url).path}".`)],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', unsupportedMediaType],
  ['FST_ERR_CTP_BODY_TOO_LARGE', bodyTooLarge],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    () => new ApiError('BadRequest', 'The length of the body differs from the Content-Length header.'),
  ],
]);

/** Converts an error and reports it to observers. Unknown errors become `Internal` with the id of their log entry. */
export function toApiError(error: unknown, request: FastifyRequest, observers: Observers): ApiError {
  const apiError = readApiError(error, request, observers.observe);
  observeRejected(apiError, request, observers);
  return apiError;
}

function readApiError(error: unknown, request: FastifyRequest, observe: Observers['observe']): ApiError {
  const toKnownError = error instanceof Error && 'code' in error ? FRAMEWORK_API_ERRORS.get(error.code) : undefined;
  if (isAbortedUpload(error)) return new ApiError('BadRequest', 'The connection closed before the body was complete.');
  return toKnownError === undefined ? toPublicError(error, request, observe) : toKnownError(request);
}

export function unsupportedMediaType(): ApiError {
  return new ApiError(
    'UnsupportedMediaType',
    'Unsupported body format. Send uncompressed JSON in UTF-8 with the header "Content-Type: application/json".',
  );
}

/** Another site can send a request without a media type without a preflight (CSRF). */
export function missingMediaType(method: string): ApiError {
  return new ApiError(
    'UnsupportedMediaType',
    `${method} requires the header "Content-Type: application/json", even without a body. With curl: -H 'Content-Type: application/json'.`,
  );
}

function bodyTooLarge({ routeOptions: { bodyLimit: max } }: FastifyRequest): ApiError {
  return new ApiError('LimitExceeded', `The body exceeds the maximum of ${max} bytes. Send less per request.`, {
    status: 413,
    details: { limit: 'body-bytes', max },
  });
}

/**
 * Returns the error of a timeout. Its status is not 408, because browsers would retry the request automatically, while
 * the database may still run it.
 */
export function responseTimeout(): ApiError {
  return new ApiError('DatabaseTimeout', 'The request timed out. Request less data at a time.');
}

const isAbortedUpload = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';

export function maskError(error: unknown, request: ReceivedRequest, observe: Observers['observe']): ApiError {
  const logId = observeInternalError(error, request, observe);
  return new ApiError('Internal', `Internal error. The service log has the details under the id ${logId}.`, {
    details: { logId, ...(request.id !== undefined && { requestId: request.id }) },
    cause: error,
  });
}

/** Masks faults of the service that are not in the log yet. Returns other API errors unchanged. */
export function toPublicError(error: unknown, request: ReceivedRequest, observe: Observers['observe']): ApiError {
  if (!(error instanceof ApiError)) {
    return isStackOverflow(error)
      ? new ApiError('LimitExceeded', 'The request is nested too deeply. Use fewer levels.')
      : maskError(error, request, observe);
  }
  const isUnlogged = error.code === 'Internal' && error.details?.logId === undefined;
  return isUnlogged ? maskError(error.cause ?? error, request, observe) : error;
}

/** Only deeply nested input causes a stack overflow, because functions recurse as deep as their input is nested. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}
