import { Refusal } from '../base/errors.ts';
import type { ReceivedRequest } from '../base/observation.ts';
import type { Observers } from '../base/observers.ts';
import { observeFault } from './observe-fault.ts';

/** Fastify's own refusals in the words of the error table. */
const FRAMEWORK_REFUSALS: ReadonlyMap<unknown, () => Refusal> = new Map([
  ['FST_ERR_BAD_URL', () => new Refusal('BadRequest', 'The URL is not valid percent-encoding: write a "%" as "%25".')],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', unsupportedMediaType],
  ['FST_ERR_CTP_BODY_TOO_LARGE', bodyTooLarge],
  [
    'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
    () => new Refusal('BadRequest', 'The body is not as long as Content-Length says.'),
  ],
]);

/**
 * What a client may know of an error: a refusal as it is, Fastify's in our words, everything else masked as `Internal`
 * with an id under which the log has the rest.
 */
export function toRefusal(error: unknown, request: ReceivedRequest, { observe }: Observers): Refusal {
  const refusal = readRefusal(error, request, observe);
  observe({ kind: 'refused', refusal, request });
  return refusal;
}

function readRefusal(error: unknown, request: ReceivedRequest, observe: Observers['observe']): Refusal {
  if (error instanceof Refusal) return error;
  if (isStackOverflow(error)) {
    return new Refusal('LimitExceeded', 'The request is nested too deeply: send a flatter one.');
  }
  const known = error instanceof Error && 'code' in error ? FRAMEWORK_REFUSALS.get(error.code) : undefined;
  if (isHangUp(error)) return new Refusal('BadRequest', 'The connection ended before the body did.');
  return known === undefined ? mask(error, request, observe) : known();
}

/** The body's media type is not read here. */
export function unsupportedMediaType(): Refusal {
  return new Refusal(
    'UnsupportedMediaType',
    'Send the body as JSON in UTF-8, uncompressed, with the header "Content-Type: application/json".',
  );
}

function bodyTooLarge(): Refusal {
  return new Refusal('LimitExceeded', 'The body is larger than this service reads: send less at a time.', {
    status: 413,
  });
}

/**
 * An answer that was not ready in time. Not a 408, upon which browsers send a request again by themselves: this one may
 * be at work in the database still.
 */
export function answerTooSlow(): Refusal {
  return new Refusal('DatabaseTimeout', 'The answer took too long: ask for less at a time.');
}

/** Node's word for an upload that its client gave up; nobody is there to be told. */
const isHangUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted';

function mask(error: unknown, request: ReceivedRequest, observe: Observers['observe']): Refusal {
  const logId = observeFault(error, request, observe);
  return new Refusal('Internal', `The service failed on this request. The log has the details under ${logId}.`, {
    details: { logId },
    cause: error,
  });
}

/** Only nesting within a client's value can take the stack; no recursion of ours is longer than its input is deep. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith('Maximum call stack');
}
