import { parseCursor } from '../../../scalars/cursor.ts';
import { type QueryOption, writeQueryString } from '../options/query-options.ts';

/** Metadata of a page. Cursors are Base64url, so links need not encode them. */
export interface PageMetadata {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
  /** Requested only with `after`, `before`, or `$last`. */
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
}

export interface Links {
  readonly next?: string;
  readonly prev?: string;
  readonly first: string;
}

const POSITION_OPTIONS = ['$after', '$before', '$skip'];
const SIZE = ['$first', '$top', '$last'];

/** @param address request URL without its query */
export type MakeLinks = (address: string, metadata: PageMetadata) => Links;

type Options = readonly QueryOption[];

/**
 * Returns a function that makes links with the options of the request. Links contain cursors, or `$skip` if cursors
 * contain positions. If the request has an `after` and a `before` cursor, its links stay between these cursors.
 * @param size number of rows of a page; `byPosition` is true if cursors contain positions
 */
export function createLinks(
  options: Options,
  { size, byPosition }: { readonly size: number; readonly byPosition: boolean },
): MakeLinks {
  const skipped = Number(optionValue(options, '$skip') ?? 0);
  const fromEnd = optionValue(options, '$last') !== undefined;
  const start = without(options, POSITION_OPTIONS);
  const parts: LinkParts = {
    fromEnd,
    byPosition,
    hasCursor: hasCursor(options),
    forwards: writeQueryString(fromEnd ? withSize(start, '$first', size) : start),
    backwards: () => writeQueryString(fromEnd ? start : withSize(start, '$last', size)),
    after: () => writeQueryString(optionsNamed(options, '$after')),
    before: () => writeQueryString(optionsNamed(options, '$before')),
  };
  return (address, metadata) => {
    // After a page of size 0, the next page would be the same page.
    if (size === 0) return { first: linkTo(address, parts.forwards) };
    const next = nextQuery(parts, metadata, skipped + size);
    const prev = skipped > 0 ? withSkip(parts.forwards, skipped - size) : previousQuery(parts, metadata);
    return {
      ...(next === undefined ? {} : { next: linkTo(address, next) }),
      ...(prev === undefined ? {} : { prev: linkTo(address, prev) }),
      first: linkTo(address, parts.forwards),
    };
  };
}

interface LinkParts {
  /** True for a page requested with `$last`. */
  readonly fromEnd: boolean;
  readonly byPosition: boolean;
  readonly hasCursor: boolean;
  /** Query strings: of the first page (`forwards`), of the last page (`backwards`). */
  readonly forwards: string;
  readonly backwards: () => string;
  /** Query strings with a cursor of the request; empty without that cursor. */
  readonly after: () => string;
  readonly before: () => string;
}

function nextQuery(parts: LinkParts, { hasNextPage, endCursor }: PageMetadata, reached: number): string | undefined {
  if (!hasNextPage) return undefined;
  const { fromEnd, forwards } = parts;
  if (endCursor !== null && parts.byPosition) return withSkip(forwards, positionOf(endCursor));
  if (endCursor !== null)
    return joinQueries(joinQueries(forwards, fromEnd ? '' : parts.before()), `$after=${endCursor}`);
  // The page is empty. After paging backward, the next page is the first page. After paging forward, no page follows.
  if (parts.hasCursor) return fromEnd ? joinQueries(forwards, parts.after()) : undefined;
  return withSkip(forwards, reached);
}

function previousQuery(parts: LinkParts, { hasPreviousPage, startCursor }: PageMetadata): string | undefined {
  if (!hasPreviousPage) return undefined;
  const { fromEnd, backwards } = parts;
  if (startCursor !== null)
    return joinQueries(joinQueries(backwards(), fromEnd ? parts.after() : ''), `$before=${startCursor}`);
  return parts.hasCursor && !fromEnd ? joinQueries(backwards(), parts.before()) : undefined;
}

const positionOf = (cursor: string): number => Number(parseCursor(cursor).values[0]);

const withSkip = (query: string, skip: number): string => (skip > 0 ? joinQueries(query, `$skip=${skip}`) : query);

const joinQueries = (one: string, other: string): string =>
  one === '' || other === '' ? one + other : `${one}&${other}`;

const withSize = (options: Options, option: string, size: number): Options => [
  ...without(options, SIZE),
  [option, String(size)],
];

const without = (options: Options, names: readonly string[]): Options =>
  options.filter(([name]) => !names.includes(name));

const optionsNamed = (options: Options, option: string): Options => options.filter(([name]) => name === option);

const hasCursor = (options: Options): boolean =>
  [...optionsNamed(options, '$after'), ...optionsNamed(options, '$before')].length > 0;

const optionValue = (options: Options, option: string): string | undefined => optionsNamed(options, option)[0]?.[1];

const linkTo = (address: string, query: string): string => (query === '' ? address : `${address}?${query}`);

/** Maximum length of `Link`, because some proxies and clients reject longer headers. */
const MAX_HEADER_CHARACTERS = 4096;

/** Returns the `Link` header; empty if too long. https://www.rfc-editor.org/rfc/rfc8288 */
export function linkHeader({ next, prev, first }: Links): { readonly link?: string } {
  const others =
    (next === undefined ? '' : `<${next}>; rel="next", `) + (prev === undefined ? '' : `<${prev}>; rel="prev", `);
  const link = `${others}<${first}>; rel="first"`;
  return link.length > MAX_HEADER_CHARACTERS ? {} : { link };
}
