import { refuse } from '../../base/errors.ts';
import { preferenceOf } from '../http/prefer-type.ts';

/** Media types of answers in GraphQL over HTTP; the first one is taken where a client accepts both alike. */
const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

export type MediaType = (typeof mediaTypes)[number];

const prefer = preferenceOf(mediaTypes);
const preferWithHtml = preferenceOf([...mediaTypes, 'text/html']);

/**
 * The media type for an answer, as `Accept` prefers it.
 * https://graphql.github.io/graphql-over-http/draft/#sec-Accept
 * @throws Refusal NotAcceptable when none of ours is accepted
 */
export function negotiate(accept: string | undefined): MediaType {
  return (
    negotiateOrNone(accept) ??
    refuse('NotAcceptable', `Answers here are of type ${mediaTypes.join(' or ')}: name one of them in "Accept".`)
  );
}

/** The media type for an error, which is written even where the client accepts none of ours. */
export function negotiateError(accept: string | undefined): MediaType {
  return negotiateOrNone(accept) ?? 'application/json';
}

/** Whether a browser asks for a page. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true && preferWithHtml(accept) === 'text/html';
}

function negotiateOrNone(accept: string | undefined): MediaType | undefined {
  // Nearly every client sends one of these, which need no parsing; an empty header says nothing.
  if (accept === undefined || accept === '*/*' || accept === '') return 'application/json';
  return prefer(accept);
}
