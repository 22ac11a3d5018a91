import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import { observeFault } from '../observability/observe-fault.ts';
import { observeRefused } from '../observability/observe-refused.ts';

const FRAMEWORK_REFUSALS: ReadonlyMap<unknown, (request: FastifyRequest) => Refusal> = new Map([
  ['FST_ERR_BAD_URL', () => new Refusal('BadRequest', 'Invalid percent-encoding in the URL. Write "%" as "%25".')],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', unsupportedMediaType],
  ['FST_ERR_CTP_BODY_TOO_LARGE', bodyTooLarge],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    () => new Refusal('BadRequest', 'The length of the body differs from the Content-Length header.'),
  ],
]);

/**
 * Converts an error to a refusal and reports it to observers. Unknown errors become `Internal` with the id of their log
 * entry.
 */
export function toRefusal(error: unknown, request: FastifyRequest, observers: Observers): Refusal {
  const refusal = readRefusal(error, request, observers.observe);
  observeRefused(refusal, request, observers);
  return refusal;
}

function readRefusal(error: unknown, request: FastifyRequest, observe: Observers['observe']): Refusal {
  if (error instanceof Refusal) return error;
  if (isStackOverflow(error)) {
    return new Refusal('LimitExceeded', 'The request is nested too deeply. Use fewer levels.');
  }
  const known = error instanceof Error && 'code' in error ? FRAMEWORK_REFUSALS.get(error.code) : undefined;
  if (isAbortedUpload(error)) return new Refusal('BadRequest', 'The connection closed before the body was complete.');
  return known === undefined ? mask(error, request, observe) : known(request);
}

export function unsupportedMediaType(): Refusal {
  return new Refusal(
    'UnsupportedMediaType',
    'Unsupported body format. Send uncompressed JSON in UTF-8 with the header "Content-Type: application/json".',
  );
}

/** Returns the refusal of a request without a media type, which a form or script of any web page could have sent. */
export function missingMediaType(method: string): Refusal {
  return new Refusal(
    'UnsupportedMediaType',
    `${method} requires the header "Content-Type: application/json", even without a body. With curl: -H 'Content-Type: application/json'.`,
  );
}

function bodyTooLarge({ routeOptions: { bodyLimit: max } }: FastifyRequest): Refusal {
  return new Refusal('LimitExceeded', `The body exceeds the maximum of ${max} bytes. Send less per request.`, {
    status: 413,
    details: { limit: 'body-bytes', max },
  });
}

/**
 * Returns the refusal for a response that timed out. Not 408: browsers retry that automatically, while the database may
 * still run the first request.
 */
export function answerTooSlow(): Refusal {
  return new Refusal('DatabaseTimeout', 'The request timed out. Request less data at a time.');
}

const isAbortedUpload = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';

function mask(error: unknown, request: ReceivedRequest, observe: Observers['observe']): Refusal {
  const logId = observeFault(error, request, observe);
  return new Refusal('Internal', `Internal error. The service log has the details under the id ${logId}.`, {
    details: { logId },
    cause: error,
  });
}

/**
 * Checks for a stack overflow. Only deeply nested client input can cause one: our recursion is as deep as the input.
 */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}
