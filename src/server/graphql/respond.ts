import type { GraphQLFormattedError } from 'graphql';
import type { AnswerResult } from '../../app/application.ts';
import { type ErrorDetails, Refusal } from '../../base/errors.ts';
import type { MediaType } from './negotiate.ts';

/** An answer ready for the socket: a status and a body of JSON text. */
export interface Response {
  readonly status: number;
  readonly body: string;
  /** The refusal that decided the status, where one did. */
  readonly refusal?: Refusal;
  /** Names of the entities that the data is made from; absent where there is no data. */
  readonly entities?: readonly string[];
}

/**
 * The response for a result of `answer`; `data` goes into it as it is, neither parsed nor written anew.
 * `maxBytes` bounds the body.
 */
export function respond(result: AnswerResult, mediaType: MediaType, maxBytes: number): Response {
  switch (result.kind) {
    case 'answered': {
      const body = `{"data":${result.data}}`;
      if (isLonger(body, maxBytes)) return respondFailed(tooLarge(maxBytes));
      return { status: 200, body, entities: result.entities };
    }
    case 'refused':
      return respondRefused(result.refusals, mediaType);
    case 'failed':
      return respondFailed(result.refusal);
  }
}

/** The body for what was refused before anything ran: errors without data. */
export function refusedBody(refusals: readonly Refusal[]): string {
  return JSON.stringify({ errors: refusals.map(formatRefusal) });
}

/**
 * A refused document is a 400 in the one media type, an ordinary 200 in the other; want of the service itself is neither.
 * https://graphql.github.io/graphql-over-http/draft/#sec-Status-Codes
 */
function respondRefused(refusals: readonly Refusal[], mediaType: MediaType): Response {
  const body = refusedBody(refusals);
  const refusal = refusals.find(({ status }) => status >= 500);
  if (refusal !== undefined) return { status: refusal.status, body, refusal };
  return { status: mediaType === 'application/json' ? 200 : 400, body };
}

function respondFailed(refusal: Refusal): Response {
  return { status: 200, body: JSON.stringify({ errors: [formatRefusal(refusal)], data: null }) };
}

interface PlacedDetails extends ErrorDetails {
  readonly locations?: GraphQLFormattedError['locations'];
}

/** Places in the document stand beside the message, other details among the extensions. */
function formatRefusal({ message, code, status, details = {} }: Refusal): GraphQLFormattedError {
  const { locations, ...others }: PlacedDetails = details;
  return {
    message,
    ...(locations && { locations }),
    extensions: { code, status, ...(Object.keys(others).length > 0 && { details: others }) },
  };
}

/** Counts bytes only where the number of characters leaves the question open: one takes three bytes at most. */
function isLonger(body: string, maxBytes: number): boolean {
  return body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(
    'LimitExceeded',
    `The answer is larger than ${maxBytes} bytes: select fewer fields, or page with "first".`,
  );
}
