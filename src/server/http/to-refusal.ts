import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import type { ReceivedRequest } from '../../base/observation.ts';
import type { Observers } from '../../base/observers.ts';
import { observeFault } from '../observability/observe-fault.ts';
import { observeRefused } from '../observability/observe-refused.ts';

/** Fastify's own refusals in the words of the error table. */
const FRAMEWORK_REFUSALS: ReadonlyMap<unknown, (request: FastifyRequest) => Refusal> = new Map([
  ['FST_ERR_BAD_URL', () => new Refusal('BadRequest', 'The URL is not valid percent-encoding: write a "%" as "%25".')],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', unsupportedMediaType],
  ['FST_ERR_CTP_BODY_TOO_LARGE', bodyTooLarge],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    () => new Refusal('BadRequest', 'The body is not as long as Content-Length says.'),
  ],
]);

/**
 * An error as a client may know it: a refusal as it is, a refusal of Fastify in our words, everything else as `Internal` with an id under
 * which the log has the error.
 */
export function toRefusal(error: unknown, request: FastifyRequest, observers: Observers): Refusal {
  const refusal = readRefusal(error, request, observers.observe);
  observeRefused(refusal, request, observers);
  return refusal;
}

function readRefusal(error: unknown, request: FastifyRequest, observe: Observers['observe']): Refusal {
  if (error instanceof Refusal) return error;
  if (isStackOverflow(error)) {
    return new Refusal('LimitExceeded', 'The request is nested too deeply: send a flatter one.');
  }
  const known = error instanceof Error && 'code' in error ? FRAMEWORK_REFUSALS.get(error.code) : undefined;
  if (isHangUp(error)) return new Refusal('BadRequest', 'The connection ended before the body did.');
  return known === undefined ? mask(error, request, observe) : known(request);
}

/** The refusal of a body in another media type than JSON. */
export function unsupportedMediaType(): Refusal {
  return new Refusal(
    'UnsupportedMediaType',
    'Send the body as JSON in UTF-8, uncompressed, with the header "Content-Type: application/json".',
  );
}

/** Returns the refusal of a request without a media type, which a form or script of any web page could have sent. */
export function missingMediaType(method: string): Refusal {
  return new Refusal(
    'UnsupportedMediaType',
    `${method} needs the header "Content-Type: application/json", even without a body. With curl: -H 'Content-Type: application/json'.`,
  );
}

function bodyTooLarge({ routeOptions: { bodyLimit: max } }: FastifyRequest): Refusal {
  return new Refusal('LimitExceeded', `The body is larger than ${max} bytes: send less at a time.`, {
    status: 413,
    details: { limit: 'body-bytes', max },
  });
}

/**
 * The refusal where an answer was not ready in time. Not a 408: browsers send a request again by themselves then, and the database may
 * still be at work on the first one.
 */
export function answerTooSlow(): Refusal {
  return new Refusal('DatabaseTimeout', 'The answer took too long: ask for less at a time.');
}

/** Whether a client gave up its upload: nobody is there to be told. */
const isHangUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';

function mask(error: unknown, request: ReceivedRequest, observe: Observers['observe']): Refusal {
  const logId = observeFault(error, request, observe);
  return new Refusal('Internal', `The service failed on this request. The log has the details under ${logId}.`, {
    details: { logId },
    cause: error,
  });
}

/** Whether the stack overflowed. Only a deeply nested value of a client can do that: our recursions are as deep as their input. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}
