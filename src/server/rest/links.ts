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

/** Links to other pages of a list: the caller's options but for where the page begins. By cursors; for a role that has none, by `$skip`. */
export function makeLinks(page: Page, facts: PageFacts): Links {
  const { address, options, size } = page;
  const skipped = Number(optionValue(options, '$skip') ?? 0);
  const fromEnd = optionValue(options, '$last') !== undefined;
  const kept = options.filter(([name]) => !PLACE.includes(name));
  const forwards = fromEnd ? withSize(kept, '$first', size) : kept;
  const linkTo = (all: readonly QueryOption[]): string =>
    all.length === 0 ? address : `${address}?${writeQueryString(all)}`;

  const next = nextPlace(facts, skipped + size);
  const prev = skipped > 0 ? skippingBack(forwards, skipped - size) : goingBack(kept, size, facts);
  return {
    ...(next === undefined ? {} : { next: linkTo([...forwards, next]) }),
    ...(prev === undefined ? {} : { prev: linkTo(prev) }),
    first: linkTo(forwards),
  };
}

const skippingBack = (options: readonly QueryOption[], skip: number): readonly QueryOption[] =>
  skip > 0 ? [...options, ['$skip', String(skip)]] : options;

function goingBack(
  options: readonly QueryOption[],
  size: number,
  { hasPreviousPage, startCursor }: PageFacts,
): readonly QueryOption[] | undefined {
  if (hasPreviousPage !== true || typeof startCursor !== 'string') return undefined;
  return [...withSize(options, '$last', size), ['$before', startCursor]];
}

const withSize = (options: readonly QueryOption[], option: string, size: number): readonly QueryOption[] => [
  ...options.filter(([name]) => !SIZE.includes(name)),
  [option, String(size)],
];

const optionValue = (options: readonly QueryOption[], option: string): string | undefined =>
  options.find(([name]) => name === option)?.[1];

function nextPlace({ hasNextPage, endCursor }: PageFacts, reached: number): QueryOption | undefined {
  if (!hasNextPage) return undefined;
  return endCursor === null ? ['$skip', String(reached)] : ['$after', endCursor];
}

/** Characters of a header; with more, proxies and clients begin to refuse the whole answer. */
const MAX_HEADER = 4096;

/** Links as a header, ready to be spread; none where it would be too long. https://www.rfc-editor.org/rfc/rfc8288 */
export function linkHeader({ next, prev, first }: Links): { readonly link?: string } {
  const link = Object.entries({ next, prev, first })
    .flatMap(([relation, url]) => (url === undefined ? [] : [`<${url}>; rel="${relation}"`]))
    .join(', ');
  return link.length > MAX_HEADER ? {} : { link };
}
