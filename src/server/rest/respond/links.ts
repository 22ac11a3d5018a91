import { parseCursor } from '../../../scalars/cursor.ts';
import { type QueryOption, writeQueryString } from '../options/query-options.ts';

/** What links are made of; cursors are Base64url, which a URL takes as it is. */
export interface PageMetadata {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
  /** These two are asked for only where `after`, `before` or `$last` stand; otherwise they are false and null. */
  readonly hasPreviousPage: boolean;
  readonly startCursor: string | null;
}

export interface Links {
  readonly next?: string;
  readonly prev?: string;
  readonly first: string;
}

const PLACE = ['$after', '$before', '$skip'];
const SIZE = ['$first', '$top', '$last'];

/** Links of one page. @param address the URL of the request without its options */
export type MakeLinks = (address: string, facts: PageMetadata) => Links;

type Options = readonly QueryOption[];

/**
 * Links to other pages of a list: the caller's options, with another beginning of the page. They lead by cursors, or where cursors hold
 * positions, forwards by `$skip`. A walk between two cursors stays between them. Parts that are equal for every page are written once.
 * @param size rows of a page; `byPosition`: whether cursors hold positions
 */
export function createLinks(
  options: Options,
  { size, byPosition }: { readonly size: number; readonly byPosition: boolean },
): MakeLinks {
  const skipped = Number(optionValue(options, '$skip') ?? 0);
  const fromEnd = optionValue(options, '$last') !== undefined;
  const start = without(options, PLACE);
  const ways: Ways = {
    fromEnd,
    byPosition,
    hasCursor: hasCursor(options),
    forwards: writeQueryString(fromEnd ? withSize(start, '$first', size) : start),
    backwards: () => writeQueryString(fromEnd ? start : withSize(start, '$last', size)),
    after: () => writeQueryString(given(options, '$after')),
    before: () => writeQueryString(given(options, '$before')),
  };
  return (address, facts) => {
    // A page of size 0 has no next one: that would be the same.
    if (size === 0) return { first: linkTo(address, ways.forwards) };
    const next = goingOn(ways, facts, skipped + size);
    const prev = skipped > 0 ? skippingTo(ways.forwards, skipped - size) : goingBack(ways, facts);
    return {
      ...(next === undefined ? {} : { next: linkTo(address, next) }),
      ...(prev === undefined ? {} : { prev: linkTo(address, prev) }),
      first: linkTo(address, ways.forwards),
    };
  };
}

/** The parts of links in either direction, as query strings. */
interface Ways {
  /** Whether the page was taken from the end. */
  readonly fromEnd: boolean;
  readonly byPosition: boolean;
  /** Whether the caller gave a cursor. */
  readonly hasCursor: boolean;
  /** Options of the first page; `backwards`: of the last one. */
  readonly forwards: string;
  readonly backwards: () => string;
  /** The caller's cursors; empty where there are none. */
  readonly after: () => string;
  readonly before: () => string;
}

function goingOn(ways: Ways, { hasNextPage, endCursor }: PageMetadata, reached: number): string | undefined {
  if (!hasNextPage) return undefined;
  const { fromEnd, forwards } = ways;
  if (endCursor !== null && ways.byPosition) return skippingTo(forwards, positionOf(endCursor));
  if (endCursor !== null) return and(and(forwards, fromEnd ? '' : ways.before()), `$after=${endCursor}`);
  // The page has no rows. A walk backwards has come to the beginning: its next page is the first one. A walk forwards is at its end.
  if (ways.hasCursor) return fromEnd ? and(forwards, ways.after()) : undefined;
  return skippingTo(forwards, reached);
}

function goingBack(ways: Ways, { hasPreviousPage, startCursor }: PageMetadata): string | undefined {
  if (!hasPreviousPage) return undefined;
  const { fromEnd, backwards } = ways;
  if (startCursor !== null) return and(and(backwards(), fromEnd ? ways.after() : ''), `$before=${startCursor}`);
  return ways.hasCursor && !fromEnd ? and(backwards(), ways.before()) : undefined;
}

/** The position that a cursor holds: as `$skip` it goes into a link. */
const positionOf = (cursor: string): number => Number(parseCursor(cursor).values[0]);

const skippingTo = (query: string, skip: number): string => (skip > 0 ? and(query, `$skip=${skip}`) : query);

const and = (one: string, other: string): string => (one === '' || other === '' ? one + other : `${one}&${other}`);

const withSize = (options: Options, option: string, size: number): Options => [
  ...without(options, SIZE),
  [option, String(size)],
];

const without = (options: Options, names: readonly string[]): Options =>
  options.filter(([name]) => !names.includes(name));

const given = (options: Options, option: string): Options => options.filter(([name]) => name === option);

const hasCursor = (options: Options): boolean => [...given(options, '$after'), ...given(options, '$before')].length > 0;

const optionValue = (options: Options, option: string): string | undefined => given(options, option)[0]?.[1];

const linkTo = (address: string, query: string): string => (query === '' ? address : `${address}?${query}`);

/** Characters of a `Link` header. With more, proxies and clients begin to refuse the whole answer. */
const MAX_HEADER_CHARACTERS = 4096;

/** Links as a header, ready to be spread; none where it would be too long. https://www.rfc-editor.org/rfc/rfc8288 */
export function linkHeader({ next, prev, first }: Links): { readonly link?: string } {
  const others =
    (next === undefined ? '' : `<${next}>; rel="next", `) + (prev === undefined ? '' : `<${prev}>; rel="prev", `);
  const link = `${others}<${first}>; rel="first"`;
  return link.length > MAX_HEADER_CHARACTERS ? {} : { link };
}
