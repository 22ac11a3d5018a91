import { throwApiError } from '../../base/errors.ts';
import { preferenceOf } from '../http/prefer-type.ts';

/** Available types. The first is used if the client has no preference. */
const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

export type MediaType = (typeof mediaTypes)[number];

const prefer = preferenceOf(mediaTypes);
const preferWithHtml = preferenceOf([...mediaTypes, 'text/html']);

/**
 * https://graphql.github.io/graphql-over-http/draft/#sec-Accept
 * @param advice end of the error message
 * @throws ApiError NotAcceptable
 */
export function negotiate(accept: string | undefined, advice = ''): MediaType {
  return (
    negotiateOrNone(accept) ??
    throwApiError('NotAcceptable', `Unsupported Accept header. Use ${mediaTypes.join(' or ')}.${advice}`)
  );
}

/** Returns the media type of an error: JSON if the client accepts no available type. */
export function negotiateError(accept: string | undefined): MediaType {
  return negotiateOrNone(accept) ?? 'application/json';
}

export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true && preferWithHtml(accept) === 'text/html';
}

function negotiateOrNone(accept: string | undefined): MediaType | undefined {
  // Most clients send these values, which need no parsing.
  if (accept === undefined || accept === '*/*' || accept === '') return 'application/json';
  return prefer(accept);
}
