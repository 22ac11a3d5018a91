import { type QueryOption, writeQueryString } from './query-options.ts';

/** Facts about a page, as the answer has them. */
export interface PageFacts {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
  /** These two only past the start, where cursors say so. */
  readonly hasPreviousPage?: boolean;
  readonly startCursor?: string | null;
  readonly totalCount?: number;
}

export interface Links {
  readonly next?: string;
  readonly prev?: string;
  readonly first: string;
}

const PLACE = ['$after', '$before', '$skip'];
const SIZE = ['$first', '$top', '$last'];

/** What a page was taken by. */
interface Page {
  /** The URL of the request without its options. */
  readonly address: string;
  readonly options: readonly QueryOption[];
  /** Rows of a page, as settled. */
  readonly size: number;
}

/**
 * Links to other pages of a list: the caller's options, but for where the page begins. By cursors; for a role that has none, by
 * `$skip`. A walk between two cursors stays between them.
 */
export function makeLinks({ address, options, size }: Page, facts: PageFacts): Links {
  const skipped = Number(optionValue(options, '$skip') ?? 0);
  const fromEnd = optionValue(options, '$last') !== undefined;
  const start = without(options, PLACE);
  const forwards = fromEnd ? withSize(start, '$first', size) : start;
  const ways: Ways = { options, fromEnd, forwards, backwards: fromEnd ? start : withSize(start, '$last', size) };
  const next = goingOn(ways, facts, skipped + size);
  const prev = skipped > 0 ? skippingTo(forwards, skipped - size) : goingBack(ways, facts);
  return {
    ...(next === undefined ? {} : { next: linkTo(address, next) }),
    ...(prev === undefined ? {} : { prev: linkTo(address, prev) }),
    first: linkTo(address, forwards),
  };
}

type Options = readonly QueryOption[];

/** What links of either direction are made of. */
interface Ways {
  /** The caller's. */
  readonly options: Options;
  /** Whether the page was taken from the end. */
  readonly fromEnd: boolean;
  /** Options of the first page, and of the last one. */
  readonly forwards: Options;
  readonly backwards: Options;
}

function goingOn(
  { options, fromEnd, forwards }: Ways,
  { hasNextPage, endCursor }: PageFacts,
  reached: number,
): Options | undefined {
  if (!hasNextPage) return undefined;
  if (endCursor !== null) return [...forwards, ...(fromEnd ? [] : given(options, '$before')), ['$after', endCursor]];
  // A page of no rows: all that the list has before the cursor has been seen, or nothing of what it has behind it.
  if (hasCursor(options)) return fromEnd ? [...forwards, ...given(options, '$after')] : undefined;
  return skippingTo(forwards, reached);
}

function goingBack(
  { options, fromEnd, backwards }: Ways,
  { hasPreviousPage, startCursor }: PageFacts,
): Options | undefined {
  if (hasPreviousPage !== true) return undefined;
  if (typeof startCursor === 'string')
    return [...backwards, ...(fromEnd ? given(options, '$after') : []), ['$before', startCursor]];
  return hasCursor(options) && !fromEnd ? [...backwards, ...given(options, '$before')] : undefined;
}

const skippingTo = (options: Options, skip: number): Options =>
  skip > 0 ? [...options, ['$skip', String(skip)]] : options;

const withSize = (options: Options, option: string, size: number): Options => [
  ...without(options, SIZE),
  [option, String(size)],
];

const without = (options: Options, names: readonly string[]): Options =>
  options.filter(([name]) => !names.includes(name));

const given = (options: Options, option: string): Options => options.filter(([name]) => name === option);

const hasCursor = (options: Options): boolean => [...given(options, '$after'), ...given(options, '$before')].length > 0;

const optionValue = (options: Options, option: string): string | undefined => given(options, option)[0]?.[1];

const linkTo = (address: string, options: Options): string =>
  options.length === 0 ? address : `${address}?${writeQueryString(options)}`;

/** Characters of a header; with more, proxies and clients begin to refuse the whole answer. */
const MAX_HEADER = 4096;

/** Links as a header, ready to be spread; none where it would be too long. https://www.rfc-editor.org/rfc/rfc8288 */
export function linkHeader({ next, prev, first }: Links): { readonly link?: string } {
  const link = Object.entries({ next, prev, first })
    .flatMap(([relation, url]) => (url === undefined ? [] : [`<${url}>; rel="${relation}"`]))
    .join(', ');
  return link.length > MAX_HEADER ? {} : { link };
}
