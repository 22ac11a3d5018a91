import type { IncomingHttpHeaders } from 'node:http';
import { throwApiError } from '../../../base/errors.ts';
import { rowHashOf } from '../../caching/entity-tags.ts';
import { readTags } from '../../caching/read-tags.ts';

/** https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
export interface Preconditions {
  /** Row hashes of `If-Match`; `*` matches any row. If all tags are weak, the list is empty, and no row matches. */
  readonly ifMatch?: readonly string[];
  readonly ifNoneMatch?: '*';
}

export interface PreconditionSupport {
  readonly ifMatch: boolean;
  readonly ifNoneMatch: boolean;
}

/**
 * Reads preconditions. Rejects unsupported preconditions instead of ignoring them, because the caller relies on them.
 * @throws ApiError BadRequest
 */
export function readPreconditions(
  headers: IncomingHttpHeaders,
  { ifMatch, ifNoneMatch }: PreconditionSupport,
): Preconditions {
  const match = headers['if-match'];
  const noneMatch = headers['if-none-match'];
  if (match !== undefined && !ifMatch) {
    rejectHeader('If-Match', 'is only supported for PUT, PATCH, and DELETE at the path of an item. Remove it');
  }
  if (noneMatch !== undefined && !ifNoneMatch) {
    rejectHeader('If-None-Match', 'is only supported for reads, and as * for PUT at the path of an item. Remove it');
  }
  if (match !== undefined && noneMatch !== undefined) {
    rejectHeader('If-None-Match', 'contradicts If-Match. Remove one of them');
  }
  return {
    ...(match !== undefined && { ifMatch: readMatch(match) }),
    ...(noneMatch !== undefined && { ifNoneMatch: readNoneMatch(noneMatch) }),
  };
}

function readMatch(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  const tags = readTags(header) ?? rejectHeader('If-Match', 'must be * or a list of quoted ETags');
  // A quoted `"*"` never matches.
  return tags.filter(({ weak, text }) => !weak && text !== '"*"').map(({ text }) => rowHashOf(text.slice(1, -1)));
}

function readNoneMatch(header: string): '*' {
  return header.trim() === '*' ? '*' : rejectHeader('If-None-Match', 'must be * in a write');
}

const rejectHeader = (header: string, message: string): never =>
  throwApiError('BadRequest', `${header} ${message}.`, { header });
