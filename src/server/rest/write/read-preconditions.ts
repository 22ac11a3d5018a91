import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../../../base/errors.ts';
import { rowOf } from '../../caching/entity-tags.ts';
import { readTags } from '../../caching/read-tags.ts';

/** Preconditions of a change, as arguments of its operation. https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
export interface Preconditions {
  /** One of these must be the hash of the row as it is; `*` stands for any row. Empty where all tags were weak: no row matches then. */
  readonly ifMatch?: readonly string[];
  /** There must be no such row. */
  readonly ifNoneMatch?: '*';
}

/** Which preconditions can be kept. */
export interface PreconditionSupport {
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
}

/**
 * Reads `If-Match` and `If-None-Match` of a change. A precondition that cannot be kept is refused, as the caller relies on it.
 * @throws Refusal BadRequest
 */
export function readPreconditions(
  headers: IncomingHttpHeaders,
  { ifMatch, ifNoneMatch }: PreconditionSupport,
): Preconditions {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match !== undefined && !ifMatch) {
    refuseHeader('If-Match', 'goes with PUT, PATCH and DELETE of one item, named by the path: leave it out');
  }
  if (noneMatch !== undefined && !ifNoneMatch) {
    refuseHeader('If-None-Match', 'goes with reading, and as * with PUT of one item, named by the path: leave it out');
  }
  if (match !== undefined && noneMatch !== undefined) {
    refuseHeader('If-None-Match', 'contradicts If-Match, as one wants the item to be there and the other not');
  }
  return {
    ...(match !== undefined && { ifMatch: readMatch(match) }),
    ...(noneMatch !== undefined && { ifNoneMatch: readNoneMatch(noneMatch) }),
  };
}

function readMatch(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  const tags = readTags(header) ?? refuseHeader('If-Match', 'must be * or a list of tags as ETag has them, in quotes');
  // `"*"` in quotes is a tag, and none of ours; only `*` without quotes stands for any row.
  return tags.filter(({ weak, text }) => !weak && text !== '"*"').map(({ text }) => rowOf(text.slice(1, -1)));
}

function readNoneMatch(header: string): '*' {
  return header.trim() === '*' ? '*' : refuseHeader('If-None-Match', 'can only be * where something is changed');
}

const refuseHeader = (header: string, message: string): never =>
  refuse('BadRequest', `${header} ${message}.`, { header });
