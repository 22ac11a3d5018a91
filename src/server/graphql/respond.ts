import type { GraphQLFormattedError } from 'graphql';
import type { AnswerResult } from '../../app/application.ts';
import type { ErrorDetails, Refusal } from '../../base/errors.ts';
import { shorten, shortenDetails } from '../../base/shorten.ts';
import type { Runtime } from '../../config/config.ts';
import { publicCode } from '../public-code.ts';
import { findTooLarge } from '../too-large.ts';
import type { MediaType } from './negotiate.ts';

/** An answer ready for the socket: a status and a body of JSON text. */
export interface Response {
  readonly status: number;
  readonly body: string;
  /** The refusal that decided the status; absent where none did. */
  readonly refusal?: Refusal;
  /** Names of the entities that the data is made from; absent where there is no data, or no cache may keep it. */
  readonly entities?: readonly string[];
}

export interface ResponseOptions {
  /** Bytes that the body may have. */
  readonly maxBytes: number;
  readonly codes: Runtime['errorCodes'];
}

/** The response for a result of `answer`. `data` goes into it as it is; it is not parsed. */
export function respond(result: AnswerResult, mediaType: MediaType, { maxBytes, codes }: ResponseOptions): Response {
  switch (result.kind) {
    case 'answered': {
      const body = `{"data":${result.data}}`;
      const tooLarge = findTooLarge(body, maxBytes, result.changes.size > 0);
      if (tooLarge !== undefined) return respondFailed(tooLarge, codes);
      return { status: 200, body, ...(result.changes.size === 0 && { entities: result.entities }) };
    }
    case 'refused':
      return respondRefused(result.refusals, mediaType, codes);
    case 'failed':
      return respondFailed(result.refusal, codes);
  }
}

/** The refusal that best tells why there is no data; undefined where there is data. */
export function findDecisive(result: AnswerResult): Refusal | undefined {
  if (result.kind === 'answered') return undefined;
  const refusals = result.kind === 'refused' ? result.refusals : [result.refusal];
  return refusals.find(({ status }) => status >= 500) ?? refusals[0];
}

/** The body for a request that was refused before anything ran: errors without `data`. */
export function refusedBody(refusals: readonly Refusal[], codes: Runtime['errorCodes']): string {
  return JSON.stringify({ errors: refusals.map((refusal) => formatRefusal(refusal, codes)) });
}

/**
 * A refused document is a 400 in the one media type, an ordinary 200 in the other. Where the service itself is to blame, the status says so.
 * https://graphql.github.io/graphql-over-http/draft/#sec-Status-Codes
 */
function respondRefused(refusals: readonly Refusal[], mediaType: MediaType, codes: Runtime['errorCodes']): Response {
  const body = refusedBody(refusals, codes);
  const refusal = refusals.find(({ status }) => status >= 500);
  if (refusal !== undefined) return { status: refusal.status, body, refusal };
  return { status: mediaType === 'application/json' ? 200 : 400, body };
}

/** The response for an operation that ran and failed: the error names the field of the root. https://spec.graphql.org/October2021/#sec-Errors */
function respondFailed(refusal: Refusal, codes: Runtime['errorCodes']): Response {
  const { path, ...details }: PlacedDetails = refusal.details ?? {};
  const { message, extensions } = formatRefusal({ ...refusal, message: refusal.message, details }, codes);
  const error: GraphQLFormattedError = { message, ...(path && { path }), ...(extensions && { extensions }) };
  return { status: 200, body: JSON.stringify({ errors: [error], data: null }) };
}

interface PlacedDetails extends ErrorDetails {
  readonly locations?: GraphQLFormattedError['locations'];
  readonly path?: GraphQLFormattedError['path'];
}

/** An error of GraphQL: places in the document stand beside the message, other details in `extensions`. */
function formatRefusal(
  { message, code, status, details = {} }: Pick<Refusal, 'message' | 'code' | 'status' | 'details'>,
  codes: Runtime['errorCodes'],
): GraphQLFormattedError {
  const shown = publicCode(code, codes, 'graphql', details);
  const { locations, ...others }: PlacedDetails = details;
  return {
    message: shorten(message),
    ...(locations && { locations }),
    extensions: { code: shown, status, ...(Object.keys(others).length > 0 && { details: shortenDetails(others) }) },
  };
}
