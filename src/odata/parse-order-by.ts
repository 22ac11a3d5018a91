import { type ParseContext, parseAll, parseList } from './parse-context.ts';
import type { ParseSettings } from './token-reader.ts';

/** `path` ends with a field. */
export interface OrderTerm {
  readonly path: readonly string[];
  readonly descending: boolean;
  readonly nulls?: 'first' | 'last';
  readonly at: number;
}

/**
 * Parses `total desc, customer/name, 'Full name' asc nulls last`. Single quotes enclose names that are not identifiers.
 * @throws ApiError BadRequest with the position
 */
export function parseOrderBy(text: string, settings: ParseSettings = {}): readonly OrderTerm[] {
  return parseAll(text, { option: '$orderby', ...settings }, parseOrderTerms);
}

export const parseOrderTerms = (context: ParseContext): readonly OrderTerm[] => parseList(context, parseOrderTerm);

function parseOrderTerm(context: ParseContext): OrderTerm {
  const { reader } = context;
  const { at } = reader.next;
  const path = [reader.expectName(FIELD).text];
  while (reader.takeIf('symbol', '/')) path.push(reader.expectName(FIELD).text);
  const descending = reader.takeIf('word', 'desc');
  if (!descending) reader.takeIf('word', 'asc');
  const nulls = parseNulls(context);
  const { kind, text } = reader.next;
  if (kind !== 'end' && !(kind === 'symbol' && [',', ';', ')'].includes(text))) {
    return reader.unexpected('"asc", "desc", "nulls first", "nulls last", or a comma', ['asc', 'desc', 'nulls']);
  }
  return { path, descending, ...(nulls === undefined ? {} : { nulls }), at };
}

const FIELD = 'the name of a field';

function parseNulls({ reader }: ParseContext): OrderTerm['nulls'] {
  if (!reader.takeIf('word', 'nulls')) return undefined;
  if (reader.takeIf('word', 'first')) return 'first';
  return reader.takeIf('word', 'last') ? 'last' : reader.unexpected('"first" or "last"', ['first', 'last']);
}
